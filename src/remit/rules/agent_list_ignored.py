"""A list of agents counts only in the main thread.

## What it finds

`Agent(a, b)` in `tools`.

## Why it matters

Claude Code holds an agent to the list only where it is the main thread (`--agent`). As a sub-agent it may start
any.

## Example

    tools: Agent(worker)

## Fix safety

None: the entry is right where the agent is the main thread.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "tools"
PERSONA = "strict"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` holds the agent to these only as the main thread; as a sub-agent it may start any"
