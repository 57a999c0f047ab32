"""Memory is switched off.

## What it finds

`memory` in an agent that is denied `read`, `write` and `edit`.

## Why it matters

The host runs the agent without memory.

## Example

    memory: project
    tools:
      except: [read, write, edit]

## Fix safety

None: nothing is wrong with the file but what the author hoped of it.

## Evidence

Zeph's `spawn.rs` @2999a6c, read 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "info"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"{ticked(data['tools'])} are all denied, so {data['host']} runs the agent without its memory"
