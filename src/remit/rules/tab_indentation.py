r"""A tab indents the front matter.

## What it finds

Tabs where YAML wants blanks.

## Why it matters

YAML forbids them: most hosts then drop the file or lose its lists, Claude Code takes them. What one host restricts,
the next leaves open.

## Example

    tools:
    \t- Read

## Instead

    tools:
      - Read

## Fix safety

Safe: blanks in place of the tabs; proved by reading the block.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import consequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return "a tab indents this line; YAML allows only blanks, and most readers lose the whole block" + consequence(data)


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "indent with two blanks"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import blanks_for_tabs

    return blanks_for_tabs(finding)
