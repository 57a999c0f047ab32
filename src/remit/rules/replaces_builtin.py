"""A definition takes the name of a built-in agent.

## What it finds

A definition named as an agent the host brings along.

## Why it matters

It is used in place of the built-in, wherever the session asks for that.

## Example

    name: general-purpose

## Instead

    name: my-general-purpose

## Fix safety

None: a name is the author's to give, and this may be meant.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"`{data['name']}` replaces the agent of that name that {data['host']} brings along"
