"""The agent's name is not its file's.

## What it finds

A `name` other than the file's path.

## Why it matters

The agent goes by its `name` alone. Commands, prompts and rules that call it by the file's name do not find it, and a
name that another agent has, also a built-in one, takes that one's place.

## Example

    # agent-context.md
    name: Context Agent

## Instead

Remove `name`, or call the file like it.

## Fix safety

Unsafe: without `name` the agent goes by its file's name, and others may call it by the other one.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "agents"


def message(data: dict[str, object]) -> str:
    return f"{data['host']} calls this agent `{data['name']}`; nothing is found as `{data['stem']}` any more"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove `name`, or give the file that name"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key

    return dropped_key(finding)
