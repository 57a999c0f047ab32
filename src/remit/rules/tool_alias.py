"""An old name of a tool.

## What it finds

A name that the host still understands.

## Why it matters

Other readers of the file may not.

## Example

    tools: Task

## Instead

    tools: Agent

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` is an old name of `{data['name']}`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['name']}`"
