"""The agents that may be started stand in several entries.

## What it finds

Several `Agent(…)` entries.

## Why it matters

They add up; other readers take only the last.

## Example

    tools: Agent(a), Agent(b)

## Instead

    tools: Agent(a, b)

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return "the `Agent(…)` entries add up; one entry says it plainly"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write one `Agent(a, b)`"
