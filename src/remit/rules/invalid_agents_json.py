"""An agent given on the command line is not valid.

## What it finds

A value in the object of `claude --agents` that the host does not take.

## Why it matters

One wrong value and the host does not start: none of the agents is there.

## Example

    {"a": {"description": "d", "prompt": "p", "tools": "Read"}}

## Instead

    {"a": {"description": "d", "prompt": "p", "tools": ["Read"]}}

## Fix safety

None: the text is given on a command line.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"`{data['where']}` must be {data['forms']}; {data['host']} does not start with it"
