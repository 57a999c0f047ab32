"""Servers of the project start without a question.

## What it finds

`enableAllProjectMcpServers: true` in Claude Code's settings.

## Why it matters

Every server that `.mcp.json` names is started without asking, those that a later pull adds as well.

## Example

    {"enableAllProjectMcpServers": true}

## Instead

    {"enabledMcpjsonServers": ["github"]}

## Fix safety

None: whom the servers are to be approved by only the author knows.

## Evidence

Claude Code's documentation of its settings, 2026-08-22.
"""

from __future__ import annotations

SEVERITY = "warning"
PERSONA = "strict"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`{data['field']}` has {data['host']} start every server of the project's `.mcp.json` without asking, also those to come"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "name the servers that are meant in `enabledMcpjsonServers`"
