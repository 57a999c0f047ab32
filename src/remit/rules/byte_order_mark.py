"""A byte order mark hides the front matter.

## What it finds

A byte order mark at the start of a file, where the host version does not skip it.

## Why it matters

The host sees no front matter.

## Instead

Save the file as UTF-8 without a byte order mark.

## Fix safety

Safe: the mark is no part of the text.

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
    if data.get("then"):
        return f"{data['host']} does not see a front matter behind a byte order mark and {data['then']}"
    return f"{data['host']} before {data['since']} does not see a front matter behind a byte order mark"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "save the file without a byte order mark"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import without_mark

    return without_mark(finding)
