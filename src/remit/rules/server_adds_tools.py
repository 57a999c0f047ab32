"""A server of the definition adds tools.

## What it finds

An inline MCP server beside an allowlist that does not name its tools.

## Why it matters

Claude Code adds every tool of the server, even with `tools: []`.

## Example

    tools: Read
    mcpServers:
      - db:
          command: db-mcp

## Instead

Name the server in the settings and its tools in the allowlist.

## Fix safety

None: whether the server or the list is meant only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"the server `{data['server']}` adds all its tools to the agent, whatever `tools` says"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return str(data.get("cure") or "deny single tools in `disallowedTools`, or configure the server outside and name its tools")
