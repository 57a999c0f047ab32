"""The front matter is not valid TOML.

## What it finds

A `+++` front matter that a TOML reader refuses.

## Why it matters

Zeph refuses the file; no other host reads it.

## Example

    +++
    name = "a
    +++

## Instead

    +++
    name = "a"
    +++

## Fix safety

None: what a broken file means cannot be told.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"this is not valid TOML: {data['problem']}"
