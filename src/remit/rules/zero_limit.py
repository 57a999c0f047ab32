"""A limit is zero.

## What it finds

A limit of 0 that the host takes as such.

## Why it matters

The agent ends before it begins, or has nothing to spend.

## Example

    permissions:
      max_turns: 0

## Fix safety

None: what the limit is to be only the author knows.

## Evidence

Zeph's `agent_loop.rs` @05a7e4f and `grants.rs` @25684184, read 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['field']}: 0` counts in {data['host']}: {data['then']}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write a number above 0, or leave the field out"
