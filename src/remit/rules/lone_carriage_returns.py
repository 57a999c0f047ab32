"""The lines end with carriage returns only.

## What it finds

Line ends of old Macintosh files.

## Why it matters

The host sees one long line and no front matter.

## Instead

Save the file with LF line ends.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the lines end with a lone carriage return, so {data['host']} sees no front matter"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "save the file with LF line ends"
