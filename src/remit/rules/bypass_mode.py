"""The file asks to skip every permission prompt.

## What it finds

`bypassPermissions` or its like in a definition.

## Why it matters

Whoever can write the file could turn off all questions. Claude Code honours it only where the session already does
so; other hosts may not.

## Example

    permissionMode: bypassPermissions

## Instead

Leave it out; let the person at the session choose.

## Fix safety

Unsafe: what the author asked for is taken away.

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
    return f"`{data['field']}: {data['value']}` asks to {data.get('asks') or 'skip every permission prompt'}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "leave it out; the session decides"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key

    return dropped_key(finding)
