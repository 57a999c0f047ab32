"""The name is a path.

## What it finds

A name with `..`, a leading `/`, a backslash or a NUL.

## Why it matters

A tool that makes a file or a folder of that name would write outside its own.

## Example

    name: ../../etc/cron.d/x

## Instead

    name: x

## Fix safety

None: a name is the author's to give.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return "the name is a path: a tool that writes a file of this name leaves its folder"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "use small letters, digits and `-`"
