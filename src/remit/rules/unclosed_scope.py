"""A bracket is not closed.

## What it finds

An entry with `(` and without `)`.

## Why it matters

All that follows belongs to the entry, and the whole is a name that no tool has.

## Example

    tools: Bash(git, Read

## Instead

    tools: Bash(git), Read

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"the bracket of `{data['entry']}` is not closed: {data['host']} takes all of it for one name"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "close the bracket"
