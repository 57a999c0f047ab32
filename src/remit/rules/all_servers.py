"""An entry names every MCP server.

## What it finds

`mcp__*` in an allowlist.

## Why it matters

As its author means it, it hands every connected server to the agent, those of tomorrow too. Claude Code knows no
such pattern in `tools` and grants none of them.

## Example

    tools: Read, mcp__*

## Instead

    tools: Read, mcp__docs__*

## Fix safety

None: which servers are meant only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` asks for every MCP server there is; {data['host']} knows it only in a denylist and grants none"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "name the servers: `mcp__server__*`"
