"""The file is not valid JSON.

## What it finds

A JSON file that holds definitions and cannot be read.

## Why it matters

The host refuses to start, or goes on without the definitions in it.

## Example

    {"agent": {"a": }}

## Instead

    {"agent": {"a": {}}}

## Fix safety

None: what a broken file means cannot be told.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"not valid JSON: {data['problem']}"
