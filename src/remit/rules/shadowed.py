"""Another definition of the name counts.

## What it finds

A definition whose name a stronger scope defines as well.

## Why it matters

Only the stronger one is used: editing this file changes nothing. A host that merges definitions (OpenCode) takes from this file only what the
stronger one does not say.

## Fix safety

None: it may be meant.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    if data.get("merges"):
        return f"{data['host']} takes from this `{data['name']}` only what the {data['scope']} definition in {data['by']} does not say"
    return f"`{data['name']}` is shadowed by the {data['scope']} definition in {data['by']}"
