"""The front matter holds no fields.

## What it finds

A list or a single value where `key: value` lines belong.

## Why it matters

A host finds no fields and takes the file for a note.

## Example

    ---
    - name: x
    ---

## Instead

    ---
    name: x
    ---

## Fix safety

None: what the fields are only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import consequence

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the front matter is a {data['got']}, not `key: value` lines" + consequence(data)
