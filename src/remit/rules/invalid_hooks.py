"""The hooks are not valid.

## What it finds

A `hooks` field of another shape than the settings have.

## Why it matters

Claude Code 2.1.332 drops the whole agent for it.

## Example

    hooks: []

## Instead

    hooks:
      PreToolUse:
        - matcher: Bash
          hooks:
            - type: command
              command: ./check.sh

## Fix safety

Safe where the field holds nothing: it is removed. None otherwise: what the hooks are to do only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    if data.get("then"):
        return f"{data['problem']}, so {data['host']} {data['then']}"
    return f"{data['problem']}; Claude Code drops an agent whose `hooks` are not valid"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove the field: an empty list is not a map" if data.get("empty") else None


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key
    from ..mending.written import SAFE

    if not finding.data.get("empty"):
        return None
    return dropped_key(finding, SAFE)
