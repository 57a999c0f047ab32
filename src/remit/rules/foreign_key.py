"""A key belongs to another host.

## What it finds

A key that another host knows and this one ignores.

## Why it matters

What it asks for does not happen here.

## Example

    temperature: 0.2

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['key']}` is a key of {data['owner']}; {data['host']} ignores it"
