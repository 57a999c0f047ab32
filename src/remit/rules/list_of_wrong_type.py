"""A list of tools is none.

## What it finds

A number, a truth value, a map or a list without text where tools belong.

## Why it matters

Claude Code reads an empty list: as `tools` that is no tool, as `disallowedTools` nothing is denied.

## Example

    disallowedTools: {Bash: true}

## Instead

    disallowedTools: [Bash]

## Fix safety

None: what a map or a number was to mean only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    if data.get("entry"):
        return f"this entry of `{data['field']}` is {data['got']}, no text: {data['host']} passes it over"
    return f"`{data['field']}` is {data['got']}, no list of tools: in {data['host']} " + (
        "the agent has no tools" if data["field"] == "tools" else "nothing is denied"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the names with commas between, or as a list"
