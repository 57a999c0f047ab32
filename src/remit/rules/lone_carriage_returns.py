"""The lines end with carriage returns only.

## What it finds

Line ends of old Macintosh files.

## Why it matters

The host sees one long line and no front matter.

## Instead

Save the file with LF line ends.

## Fix safety

Safe: each becomes a line feed; nothing else changes.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the lines end with a lone carriage return, so {data['host']} sees no front matter"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "save the file with LF line ends"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import line_feeds

    return line_feeds(finding)
