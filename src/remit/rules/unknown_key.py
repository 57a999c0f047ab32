"""The host does not know a key.

## What it finds

A key that the host ignores; also one that holds fields which belong to the top level.

## Why it matters

What it asks for does not happen. In front matter nothing warns of it.

## Example

    frobnicate: 1

## Fix safety

None: the key may be meant for another program that reads the file.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import meant, ticked

SEVERITY = "warning"
MARK = "unnecessary"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    if data.get("held"):
        return f"{data['host']} does not know `{data['key']}` and ignores it, and with it {ticked(data['held'])}"
    return (
        f"`{data['key']}` only describes the file; {data['host']} does nothing with it"
        if data.get("harmless")
        else f"{data['host']} does not know `{data['key']}` and ignores it{meant(data.get('meant'))}"
    )
