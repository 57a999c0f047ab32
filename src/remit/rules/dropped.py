"""The host drops the agent.

## What it finds

A file that is meant as an agent and that the host does not load.

## Why it matters

Nothing is printed: the agent is simply not there.

## Fix safety

None of its own: what the agent is dropped for has its fix where there is one.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"{data['host']} {data['version']} drops this agent: {data['why']}"
