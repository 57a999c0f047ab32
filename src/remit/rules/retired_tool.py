"""The tool no longer exists.

## What it finds

A tool that earlier versions of the host had.

## Why it matters

The entry does nothing.

## Example

    tools: Read, MultiEdit

## Instead

    tools: Read, Edit

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
MARK = "deprecated"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` is gone from {data['host']}; the entry " + (
        "grants nothing" if data.get("allow") else "denies nothing"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"`{data['successor']}` does its work now" if data.get("successor") else f"{data['instead']}"
