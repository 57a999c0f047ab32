r"""A text holds `\n` in place of line ends.

## What it finds

The two characters backslash and n in an unquoted text.

## Why it matters

Claude Code turns them into line ends in a description, other hosts and other fields keep them.

## Example

    description: Use it.\n\nExamples:

## Instead

    description: |
      Use it.

      Examples:

## Fix safety

Safe: in double quotes every reader makes the line ends that this host makes; all other characters stay.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return "the text holds the two characters `\\n`; only Claude Code makes line ends of them, and only here"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "put the text in double quotes, or indented below `description: |`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import real_line_ends

    return real_line_ends(finding)
