"""A server of the definition gives way to one of the session.

## What it finds

An MCP server in a definition that is called as one of the user's own.

## Why it matters

The user's counts, without a word: other commands run and other tools are there than the file says.

## Example

    mcp-servers:
      github: {type: local, command: ./my-github, args: [], tools: ["*"]}

## Instead

Give the server a name of its own.

## Fix safety

None: a name is the author's to give.

## Evidence

Recorded from GitHub Copilot CLI 1.0.102 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"the session has a server `{data['server']}` of its own, which {data['host']} uses in place of this one"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "give the server another name"
