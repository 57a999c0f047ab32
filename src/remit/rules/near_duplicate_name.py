"""Two names are easily taken for one another.

## What it finds

Names that differ only in case, `-`, `_` or blanks.

## Why it matters

Claude Code starts an agent also by a name that only differs so; with two of them it refuses as ambiguous.

## Instead

Rename one of them.

## Fix safety

None: a name is the author's to give, and others call the agent by it.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "warning"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"`{data['name']}` differs from {ticked(data['others'])} only in case, `-`, `_` or blanks"
