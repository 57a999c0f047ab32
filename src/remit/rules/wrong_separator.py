"""A sign does not separate tools.

## What it finds

Tools of one entry with a sign between them that the host does not separate at: `Read; Bash`, `Read|Bash`, a JSON list in quotes.

## Why it matters

The entry with the sign is one name that no tool has. In an allowlist the agent lacks the tool, in a denylist it keeps it.

## Example

    tools: Read; Bash

## Instead

    tools: Read, Bash

## Fix safety

Safe in a denylist: commas in the place of the other sign. In an allowlist the agent would get tools that it has not
now: only with `--unsafe`. None where quotes or brackets stand among the names.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: `Read; Bash` gives `Bash` alone.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    names = data["names"]
    if not names:
        return f"`{data['entry']}` in `{data['field']}` separates nothing in {data['host']} and names no tool"
    does = "gives this agent nothing" if data["allow"] else "takes nothing from this agent"
    return f"`{data['entry']}` in `{data['field']}` {does}: {data['host']} takes it for one name, not for {ticked(names)}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "separate tools with commas, or write a list"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import separated_names

    return separated_names(finding)
