"""An entry gives nothing that the others do not.

## What it finds

An entry of an allowlist all of whose tools a pattern or a whole server gives as well: `mcp__docs__search` beside `mcp__docs__*`.

## Why it matters

It looks as if it limited the wider entry. It does not.

## Example

    tools: Read, mcp__docs__*, mcp__docs__search

## Instead

    tools: Read, mcp__docs__*

## Fix safety

Safe: the wider entry gives all of it.

## Evidence

Asked of the resolver: what the host hands over with and without the entry.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..tools import MCP, ToolPattern
from ._supposing import supposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostic import Fix
    from ..examining import Agent

SEVERITY = "info"
TOPIC = "tools"
MOST = 64
"""Entries that are tried at most."""


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    tools = agent.definition.tools
    if tools is None or not 1 < len(tools) <= MOST or "*" in tools:
        return
    wide = [tool for tool in tools if "*" in tool or (tool.startswith(MCP) and "__" not in tool[len(MCP) :])]
    if not wide:
        return
    found = {entry.text: entry for entry in agent.host.allowlist(agent.reading)}
    alone = {
        tool: supposed(agent.definition, agent.session, (tool,))
        for tool in dict.fromkeys(tools)
        if ToolPattern.parse(tool).specifier is None
    }
    for tool, own in alone.items():
        wider = next(
            (other for other in wide if other != tool and other in alone and _covers(other, alone[other], tool, own)), None
        )
        if wider is not None and tool in found:
            data: dict[str, object] = {"entry": tool, "wider": wider, "host": agent.host.title}
            yield Diagnostic("redundant-entry", agent.reading.source, found[tool].start, found[tool].end, data)


def _covers(other: str, gives: frozenset[str], tool: str, own: frozenset[str]) -> bool:
    """Whether another entry gives all that an entry gives and more: by what the session has, and for a server that it does not have by name."""
    if not own and not gives:
        return (
            tool.startswith(MCP)
            and other.removesuffix("*") != MCP
            and tool.startswith(other.removesuffix("*").removesuffix("__") + "__")
            and "*" not in tool
        )
    return bool(own) and _within(own, gives) and not _within(gives, own)


def _within(tools: frozenset[str], wider: frozenset[str]) -> bool:
    """Whether all of the tools are among the others; `mcp__docs__*` stands there for a server whose tools are not known."""
    return all(tool in wider or any(one.endswith("*") and tool.startswith(one[:-1]) for one in wider) for tool in tools)


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` changes nothing: `{data['wider']}` gives all of it in {data['host']}"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import dropped_entry

    return dropped_entry(finding)
