"""Memory brings back tools that were taken away.

## What it finds

`memory` in an agent that is started by one without `read`, `write` or `edit`.

## Why it matters

The agent may do what the one that starts it may not.

## Example

    memory: project

## Instead

    memory: project
    tools:
      except: [write, edit]

## Fix safety

None: whether the agent is to have a memory or no such tools only the author knows.

## Evidence

Zeph's `spawn.rs` @102611d and @2999a6c: memory is applied after the parent's tools, read 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`memory` gives the agent {ticked(data['tools'])} back, which the agent that starts it does not have"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "deny them in `tools.except`"
