"""A memory folder adds tools.

## What it finds

A `memory` field beside an allowlist without `Write`, `Edit` or `Read`.

## Why it matters

Claude Code adds the three so that the agent can keep its memory; nothing holds them to that folder.

## Example

    tools: Read, Grep
    memory: project

## Instead

    tools: Read, Grep

## Fix safety

None: whether the agent is to have a memory or no such tools only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "warning"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`memory` gives the agent {ticked(data['tools'])}, which its allowlist does not name"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return str(data.get("cure") or "deny them in `disallowedTools` if the agent is only to read")
