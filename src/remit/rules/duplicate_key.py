"""A key stands twice.

## What it finds

The same key twice in one map.

## Why it matters

Readers differ: some take the last value, some the first, some refuse the file. A reviewer sees one list and the
agent has the other.

## Example

    tools: Read
    tools: Read, Bash

## Instead

Keep one of them.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"`{data['key']}` stands twice; which one counts differs from host to host"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "keep one of the two"
