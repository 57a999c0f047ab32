"""A permission comes from outside the file.

## What it finds

`{env:NAME}` or `{file:path}` in a permission of `opencode.json`.

## Why it matters

What the agent may do then depends on the environment of whoever starts the program, and cannot be told from the files.

## Example

    {"permission": {"bash": "{env:BASH_MODE}"}}

## Instead

    {"permission": {"bash": "ask"}}

## Fix safety

None: what the value is to be only the author knows.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`{data['value']}` is filled in when {data['host']} starts, so what is allowed cannot be told from this file"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the action itself"
