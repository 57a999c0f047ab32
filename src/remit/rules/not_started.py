"""The host does not start the agent.

## What it finds

A definition that loads and that the host refuses to run in this session.

## Why it matters

The agent is listed and fails when it is called.

## Example

    permissions:
      permission_mode: bypass_permissions

## Fix safety

None: the session decides.

## Evidence

Zeph's issues #1182 and #1188, `spawn.rs` @2999a6c, read 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"{data['host']} does not start this agent: {data['why']}"
