"""The host refuses the name.

## What it finds

A name that the host does not accept.

## Why it matters

The agent is dropped; only a debug log says so.

## Example

    name: -x

## Instead

    name: x

## Fix safety

None: a name is the author's to give, and others call the agent by it.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"the name {data['problem']}, so {data['host']} {data.get('then') or 'drops the agent'}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "use small letters, digits and `-`"
