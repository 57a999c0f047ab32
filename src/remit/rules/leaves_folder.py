"""A link leads out of the folder.

## What it finds

A symbolic link in a folder of definitions whose target lies elsewhere.

## Why it matters

Who may write the target decides what the agent is. Zeph refuses such a file, Claude Code follows the link.

## Fix safety

None: remit changes no links.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "security"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    link = f"a symbolic link leads out of the folder, to {data['target']}"
    return f"{link}; {data['host']} refuses it" if data["refused"] else link
