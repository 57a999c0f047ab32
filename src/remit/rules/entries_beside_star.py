"""Entries beside `*` do nothing.

## What it finds

Names beside `*` in an allowlist.

## Why it matters

`*` inherits every tool; the others add nothing.

## Example

    tools: Read, *

## Instead

    tools: "*"

## Fix safety

Unsafe: the other entries do nothing and are taken away, though the author may have meant them and not the `*`.

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
PERSONA = "strict"


def message(data: dict[str, object]) -> str:
    return f"`*` in `{data['field']}` inherits every tool; the other entries do nothing"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import star_alone

    return star_alone(finding)
