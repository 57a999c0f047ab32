"""Only the main thread has the tool.

## What it finds

An entry of an allowlist that names a tool which the host gives to no sub-agent.

## Why it matters

Started by another agent it runs without the tool, and nothing says so: it cannot ask the person at the session, for one.

## Example

    tools: Read, AskUserQuestion

## Instead

    tools: Read

## Fix safety

None: the entry is right where the agent is the main thread.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: no sub-agent gets these tools, listed or not.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..hosts.base import MAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "tools"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    only, tools = agent.host.main_tools, agent.definition.tools
    if not only or not tools or only.isdisjoint(tools) or agent.session.mode == MAIN:
        return
    effective = agent.remit.effective or ()
    for entry in agent.host.allowlist(agent.reading):
        if entry.text in only and entry.text not in effective:
            data: dict[str, object] = {"entry": entry.text, "host": agent.host.title}
            yield Diagnostic("main-thread-only", agent.reading.source, entry.start, entry.end, data)


def message(data: dict[str, object]) -> str:
    return f"{data['host']} gives `{data['entry']}` to the main thread alone: as a sub-agent this one runs without it"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "take it out, unless the agent is only ever the main thread"
