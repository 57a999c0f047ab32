"""A key stands twice.

## What it finds

The same key twice in one map.

## Why it matters

Readers differ: some take the last value, some the first, some refuse the file. A reviewer sees one list and the
agent has the other.

## Example

    tools: Read
    tools: Read, Bash

## Instead

Keep one of them.

## Fix safety

Safe where both say the same. Unsafe otherwise: the first is removed, as most readers take the last.

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
    if data.get("then"):
        return f"`{data['key']}` stands twice; {data['then']}"
    return f"`{data['key']}` stands twice; which one counts differs from host to host"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "keep one of the two"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_duplicate

    return dropped_duplicate(finding)
