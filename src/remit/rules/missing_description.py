"""The agent has no description.

## What it finds

No `description`, or one that is empty or not text.

## Why it matters

The host drops the agent: nothing would say when to pick it.

## Example

    ---
    name: helper
    ---

## Instead

    ---
    name: helper
    description: Reviews changes before a merge
    ---

## Fix safety

None: the description is the author's to write.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return (
        f"`description` is {data['got']}, so {data['host']} {data.get('then') or 'drops the agent'}"
        if data.get("got")
        else f"no `description`, so {data['host']} {data.get('then') or 'drops the agent'}"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "say in one sentence when the agent should be used"
