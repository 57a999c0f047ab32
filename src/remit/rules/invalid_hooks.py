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

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    if data.get("then"):
        return f"{data['problem']}, so {data['host']} {data['then']}"
    return f"{data['problem']}; Claude Code drops an agent whose `hooks` are not valid"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove the field: an empty list is not a map" if data.get("empty") else None
