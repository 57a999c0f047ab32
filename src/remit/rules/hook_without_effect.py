"""A hook does nothing.

## What it finds

A hook under an event that does not exist, or of a shape the host cannot run, where the host takes the agent all the same.

## Why it matters

The check an author relies on never runs, and nothing says so.

## Example

    hooks:
      PreToolUsed:
        - hooks:
            - type: command
              command: ./check.sh

## Instead

    hooks:
      PreToolUse:
        - hooks:
            - type: command
              command: ./check.sh

## Fix safety

None: a hook that begins to run runs commands; the author is to write it.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: only `PreToolUse` and `PermissionRequest` are checked when the agent is loaded.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"{data['problem']}; {data['host']} {data.get('then') or 'takes the agent and the hook does nothing'}"
