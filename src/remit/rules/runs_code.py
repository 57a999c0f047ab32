"""The front matter is a program.

## What it finds

A file whose first line is `---js` or `---javascript`.

## Why it matters

The library that OpenCode reads front matter with runs such a block when the program starts, with the rights of whoever
starts it. What it gives the agent cannot be told without running it, which remit never does.

## Example

    ---js
    { description: "x" }
    ---

## Instead

    ---
    description: x
    ---

## Fix safety

None: remit neither runs nor rewrites a program.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"{data['host']} runs the text after `{data['fence']}` as a program when it starts"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the fields as YAML after `---`, and do not start the program in this folder before"
