"""A broken definition lets a weaker one take its name.

## What it finds

A definition that does not load, and another of the same name in a place that counts less.

## Why it matters

The weaker one runs instead: a broken file of the project silently yields the user's.

## Fix safety

None of its own: the faults of the file have theirs.

## Evidence

Zeph's `def.rs` @1042af52 (a definition that fails does not reserve its name), read 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"this file does not load, so `{data['name']}` is the agent of {data['path']} in {data['host']}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "mend this file, or give the other one another name"
