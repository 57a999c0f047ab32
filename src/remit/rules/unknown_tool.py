"""No such tool is known.

## What it finds

A name that is no tool of this host.

## Why it matters

An allowlist drops it without a word; a denylist denies nothing.

## Example

    tools: Read, Grpe

## Instead

    tools: Read, Grep

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import meant

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return (
        f"{data['host']} knows no tool `{data['entry']}`; "
        + str(data.get("then") or ("the entry grants nothing" if data.get("allow") else "the entry denies nothing"))
        + meant(data.get("nearest"))
    )
