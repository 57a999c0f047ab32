"""Nobody can start the agent.

## What it finds

A definition that keeps both people and other agents from starting it.

## Why it matters

The agent is there and never runs.

## Example

    user-invocable: false
    disable-model-invocation: true

## Instead

    user-invocable: false

## Fix safety

None: who is to start the agent only the author knows.

## Evidence

The switches of Copilot CLI 1.0.102, recorded 2026-11-30, and their documentation.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._places import of_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "agents"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    host = agent.host
    if host.starting_fields and host.starters(agent.definition) == (False, False):
        data: dict[str, object] = {"fields": host.starting_fields, "host": host.title}
        yield Diagnostic("unreachable-agent", agent.reading.source, *of_key(agent.reading, *host.starting_fields), data)


def message(data: dict[str, object]) -> str:
    return f"neither a person nor another agent may start this agent, so {data['host']} never runs it"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "let people or other agents start it, or take the file away"
