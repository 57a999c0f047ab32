"""The allowlist names no tool.

## What it finds

An allowlist with entries of which none is a tool the agent can have.

## Why it matters

Claude Code refuses to start the agent (since 2.1.208; before, it ran without tools).

## Example

    tools: none

## Instead

    tools: []

## Fix safety

Unsafe: a word for nothing becomes an empty list. None for other entries.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    then = data.get("then") or "it refuses to start the agent"
    return f"none of {ticked(data['entries'])} is a tool of {data['host']}: {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write `tools: []` for an agent without tools"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import empty_list

    return empty_list(finding)
