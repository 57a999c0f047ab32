"""An entry stands twice.

## What it finds

The same entry twice in a list.

## Why it matters

It has no effect.

## Example

    tools: Read, Read

## Instead

    tools: Read

## Fix safety

Safe: the second entry has no effect.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "info"
MARK = "unnecessary"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` stands twice"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import dropped_entry

    return dropped_entry(finding)
