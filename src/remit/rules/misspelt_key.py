"""A key is misspelt.

## What it finds

A key that is nearly one the host knows, or another word for it.

## Why it matters

The key is ignored. Where it is a list of tools, the agent has every tool.

## Example

    disalowedTools: Bash

## Instead

    disallowedTools: Bash

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    default = str(data.get("default"))
    if not data.get("security") or default == "absent":
        return f"{data['host']} ignores `{data['key']}`"
    then = f"the agent has {default}" if default.startswith("every") else default if " is " in default else f"it is {default}"
    return f"{data['host']} ignores `{data['key']}`; without `{data['meant']}` {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['meant']}`"
