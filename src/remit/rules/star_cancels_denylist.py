"""A `*` cancels the denylist.

## What it finds

An entry `*` in `disallowedTools`.

## Why it matters

Claude Code then denies nothing at all, not even the other entries.

## Example

    disallowedTools: "Bash, *"

## Instead

To deny everything write `tools: []`.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`*` in `{data['field']}` cancels the whole list: {data['host']} denies nothing"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write `tools: []` for no tools, or name the tools to deny"
