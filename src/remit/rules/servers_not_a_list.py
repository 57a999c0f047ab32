"""The MCP servers are not a list.

## What it finds

`mcpServers` as a map or a text.

## Why it matters

Claude Code starts none of them.

## Example

    mcpServers:
      docs:
        command: x

## Instead

    mcpServers:
      - docs:
          command: x

## Fix safety

None: servers that begin to start give the agent tools that it has not now.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`mcpServers` must be a list; Claude Code starts none of {ticked(data['names'])}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write a list of names and one-key maps"
