"""No such MCP server is configured.

## What it finds

A server that a definition refers to by name and that the session has not, where the session's servers are known.

## Why it matters

The name does nothing: the agent runs without the server's tools.

## Example

    mcpServers: [githbu]

## Instead

    mcpServers: [github]

## Fix safety

None: the entry is right where the server is configured.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: a name only refers to a configured server.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..tools import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "tools"
CONFIDENCE = "medium"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    if agent.definition.mcp_servers is None:
        return
    inventory = agent.session.inventory
    if inventory is None or not (inventory.complete or inventory.servers):
        return
    for entry in agent.host.wanted_servers(agent.reading):
        if entry.text not in inventory.servers:
            data: dict[str, object] = {
                "server": entry.text,
                "nearest": nearest(entry.text, inventory.servers),
                "host": agent.host.title,
            }
            yield Diagnostic("server-not-found", agent.reading.source, entry.start, entry.end, data)


def message(data: dict[str, object]) -> str:
    meant = f"; did you mean `{data['nearest']}`?" if data["nearest"] else ""
    return f"{data['host']} has no MCP server `{data['server']}` in this session, so the name does nothing{meant}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "configure the server, or define it in the file"
