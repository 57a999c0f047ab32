"""A list is left empty.

## What it finds

`tools:` or `disallowedTools:` with nothing after it.

## Why it matters

Empty is not absent: Claude Code gives an agent with an empty `tools:` no tools at all, while its list of agents
says "All tools".

## Example

    tools:

## Instead

    tools: []

## Fix safety

Unsafe: `[]` for an allowlist, which gives no tools; a denylist without entries is removed. The author may have meant
to fill it.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    if data.get("then"):
        return f"`{data['field']}` is left empty and counts as absent: in {data['host']} {data['then']}"
    return f"`{data['field']}` is left empty: in {data['host']} " + (
        "the agent has no tools, though the list of agents says “All tools”"
        if data["field"] == "tools"
        else "nothing is denied"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("cure"):
        return str(data["cure"])
    return (
        "write `tools: []` for none, or leave the key out for all"
        if data["field"] == "tools"
        else "remove the key, or list what to deny"
    )


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import filled_list

    return filled_list(finding)
