"""The name has blanks or line ends around it.

## What it finds

A name with blanks at an end or characters that do not print.

## Why it matters

The name is not trimmed: it is listed, compared and called with them.

## Example

    name: "  x  "

## Instead

    name: x

## Fix safety

Safe: nobody means the blanks around a name. None where another agent has the name without them, or for characters
inside it.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return "the name has blanks or unprintable characters that are part of it"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the name without them"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded

    return reworded(finding, str(finding.data["name"]).strip())
