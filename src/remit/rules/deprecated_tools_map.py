"""The old `tools` map.

## What it finds

A `tools` map in an OpenCode definition.

## Why it matters

It still works: each entry becomes a rule of `permission`, before those written there. `write`, `edit` and `patch` all
become `edit`.

## Example

    tools:
      bash: false

## Instead

    permission:
      bash: deny

## Fix safety

None: it still works, and its place among the rules of `permission` decides what it means.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
MARK = "deprecated"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`tools` is deprecated in {data['host']}, which turns it into `permission` rules"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write `permission`: `true` is `allow`, `false` is `deny`"
