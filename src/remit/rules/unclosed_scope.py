"""A bracket is not closed.

## What it finds

An entry with `(` and without `)`.

## Why it matters

All that follows belongs to the entry, and the whole is a name that no tool has.

## Example

    tools: Bash(git, Read

## Instead

    tools: Bash(git), Read

## Fix safety

Unsafe: the bracket is closed before the next comma, and the author may have meant more to be in it. Only with
`--unsafe` where the agent would get a tool.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"the bracket of `{data['entry']}` is not closed: {data['host']} takes all of it for one name"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "close the bracket"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import closed_scope

    return closed_scope(finding)
