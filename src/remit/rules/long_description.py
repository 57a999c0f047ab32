"""A description is very long.

## What it finds

A description that alone takes more than a fifteenth of what the host allows for those of all agents.

## Why it matters

The description stands in the context of every session, whether or not the agent is picked.

## Fix safety

None: what can be left out only the author knows.

## Evidence

Public notes on Claude Code's documentation and change log, 2026-09 to 2026-10.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._places import of_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
CHARACTERS = 4
SHARE = 15


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    budget = agent.host.catalogue_budget
    size = len(agent.definition.description) // CHARACTERS
    if budget is not None and size > budget // SHARE:
        data: dict[str, object] = {"tokens": size, "budget": budget, "host": agent.host.title}
        yield Diagnostic("long-description", agent.reading.source, *of_value(agent.reading, "description"), data)


def message(data: dict[str, object]) -> str:
    return (
        f"this description takes about {data['tokens']:,} tokens of every session, where {data['host']} allows {data['budget']:,} for those of "
        "all agents"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "say in one or two sentences when to pick the agent, and move examples into the prompt"
