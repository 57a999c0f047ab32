"""An old name of a tool.

## What it finds

A name that the host still understands.

## Why it matters

Other readers of the file may not.

## Example

    tools: Task

## Instead

    tools: Agent

## Fix safety

Safe: both names are the same tool.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "info"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` is an old name of `{data['name']}`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['name']}`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import alias_renamed

    return alias_renamed(finding, finding.data["name"])
