"""A `*` cancels the denylist.

## What it finds

An entry `*` in `disallowedTools`.

## Why it matters

Claude Code then denies nothing at all, not even the other entries.

## Example

    disallowedTools: "Bash, *"

## Instead

To deny everything write `tools: []`.

## Fix safety

Safe where the list has other entries: they begin to count. Unsafe where it has none: `tools: []` in its place denies
everything.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`*` in `{data['field']}` cancels the whole list: {data['host']} denies nothing"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write `tools: []` for no tools, or name the tools to deny"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import star_removed

    return star_removed(finding)
