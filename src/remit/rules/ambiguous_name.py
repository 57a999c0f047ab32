"""Several plugins have an agent of the name.

## What it finds

The same short name in several plugins.

## Why it matters

Only the full name with the plugin before it is certain.

## Instead

Call it by its full name.

## Fix safety

None: the plugins are not this file's to change.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "warning"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"`{data['name']}` is also in {ticked(data['others'])}; only the name with the plugin before it is certain"
