"""A file could not be read.

## What it finds

A file that is missing, a directory, too large or not permitted.

## Why it matters

Whatever it defines is not there.

## Fix safety

None: there is nothing to mend that could be read.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"{data['reason']}: the file was not read"
