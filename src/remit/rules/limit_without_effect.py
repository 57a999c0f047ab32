"""A limit does nothing.

## What it finds

A limit of zero or less.

## Why it matters

The host ignores it, so there is no limit.

## Example

    maxTurns: 0

## Instead

    maxTurns: 20

## Fix safety

None: what the limit is to be only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['field']}: {data['value']}` sets no limit: only a whole number above 0 counts"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the number of turns, or leave the field out"
