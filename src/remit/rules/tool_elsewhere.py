"""The tool belongs to another client of the same files.

## What it finds

A tool of VS Code in an agent that Copilot CLI reads as well.

## Why it matters

The entry does nothing here. Where a file is written for both clients that is as meant, so this is told to those who keep a tidy house.

## Example

    tools: [read, problems]

## Instead

    tools: [read]

## Fix safety

None: the other client reads the same file and has the tool.

## Evidence

GitHub Copilot CLI 1.0.102, recorded 2026-11-30: names it does not know grant nothing.
"""

from __future__ import annotations

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` is a tool of {data['owner']}; in {data['host']} the entry grants nothing"
