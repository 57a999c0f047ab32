"""A denial takes more than it names.

## What it finds

An entry of a denylist that names one tool and with which others go.

## Why it matters

The agent lacks tools that nobody wrote down.

## Example

    disallowedTools: Bash

## Fix safety

None: whether the rest is to be denied only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: `Monitor` goes with `Bash`.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..tools import ToolPattern
from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "info"
PERSONA = "auditor"
TOPIC = "tools"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    if not agent.definition.disallowed_tools:
        return
    gone: dict[int, list[str]] = {}
    for reason in agent.remit.reasons:
        if not reason.granted and reason.origin is not None and reason.origin.source is agent.reading.source:
            gone.setdefault(reason.origin.start, []).append(reason.tool)
    for entry in agent.host.denylist(agent.reading):
        name = ToolPattern.parse(entry.text).tool
        tools = gone.get(entry.start, [])
        if len(tools) > 1 and name in agent.host.tool_names:
            more = tuple(tool for tool in tools if tool != name)
            data: dict[str, object] = {"entry": entry.text, "tools": more, "host": agent.host.title}
            yield Diagnostic("denial-takes-more", agent.reading.source, entry.start, entry.end, data)


def message(data: dict[str, object]) -> str:
    return f"with `{data['entry']}` {data['host']} takes {ticked(data['tools'])} from this agent as well"
