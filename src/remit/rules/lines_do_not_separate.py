"""Lines do not separate tools.

## What it finds

A text of several lines with one tool on each.

## Why it matters

Only commas and blanks separate. The whole text is one name that no tool has.

## Example

    tools: |
      Read
      Bash

## Instead

    tools:
      - Read
      - Bash

## Fix safety

Safe in a denylist: the names become items of a list. In an allowlist the agent would get tools that it has not now:
only with `--unsafe`.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"line ends do not separate tools in {data['host']}: {ticked(data['names'])} are one name"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write a list, or put commas between"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import lines_as_list

    return lines_as_list(finding)
