"""The agent has every tool of the session.

## What it finds

A definition that narrows nothing: the host hands the agent all that it hands to one whose file says nothing about tools.

## Why it matters

Who judges other people's files wants to know which agents may do all.

## Example

    name: helper

## Fix safety

None: what the agent needs only the author knows.

## Evidence

Asked of the resolver: the tools of this agent and of one without lists.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._places import of_value
from ._supposing import supposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "info"
PERSONA = "auditor"
TOPIC = "tools"
LISTS = ("tools", "permission", "disallowedTools")


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    host, effective = agent.host, agent.remit.effective
    if effective is None or not any(name in host.fields for name in LISTS):
        return
    if supposed(agent.definition, agent.session) <= set(effective):
        data: dict[str, object] = {"count": len(effective), "host": host.title}
        yield Diagnostic("inherits-everything", agent.reading.source, *of_value(agent.reading, *LISTS, "name"), data)


def message(data: dict[str, object]) -> str:
    return f"{data['host']} gives this agent every tool of the session, {data['count']} here"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "list the tools that it needs"
