"""The agent has no name.

## What it finds

No `name`, or one that is empty or not text.

## Why it matters

The host passes the file over.

## Example

    ---
    description: d
    ---

## Instead

    ---
    name: helper
    description: d
    ---

## Fix safety

None: the name is the author's to give, and a file without one may be a note.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return (
        f"`name` is not text, so {data['host']} drops the agent"
        if data.get("got")
        else f"no `name`, so {data['host']} {data.get('then') or 'passes the file over'}"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "give the agent a name: small letters, digits and `-`"
