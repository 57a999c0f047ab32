"""The agents that may be started stand in several entries.

## What it finds

Several `Agent(…)` entries.

## Why it matters

They add up; other readers take only the last.

## Example

    tools: Agent(a), Agent(b)

## Instead

    tools: Agent(a, b)

## Fix safety

Safe: the agents of all entries stand in the first; the host adds them up in the same way.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "info"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return "the `Agent(…)` entries add up; one entry says it plainly"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write one `Agent(a, b)`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import merged_entries

    return merged_entries(finding, "Agent(", "Task(")
