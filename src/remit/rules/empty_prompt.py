"""The agent has no prompt.

## What it finds

Nothing after the front matter.

## Why it matters

The agent runs with the host's standard notes only.

## Example

    ---
    name: x
    description: d
    ---

## Instead

Say below the front matter what the agent is to do.

## Fix safety

None: the prompt is the author's to write.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return "nothing follows the front matter, so the agent has no prompt of its own"
