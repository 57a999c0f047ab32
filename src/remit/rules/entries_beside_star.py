"""Entries beside `*` do nothing.

## What it finds

Names beside `*` in an allowlist.

## Why it matters

`*` inherits every tool; the others add nothing.

## Example

    tools: Read, *

## Instead

    tools: "*"

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
MARK = "unnecessary"
TOPIC = "tools"
PERSONA = "strict"


def message(data: dict[str, object]) -> str:
    return f"`*` in `{data['field']}` inherits every tool; the other entries do nothing"
