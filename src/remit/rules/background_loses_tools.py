"""In the background the agent lacks a tool that it lists.

## What it finds

A definition with `background: true` whose allowlist names tools that the host gives to agents in the foreground alone.

## Why it matters

The agent always runs in the background, so it never has them, and nothing says so.

## Example

    tools: Read, CronCreate
    background: true

## Instead

    tools: Read
    background: true

## Fix safety

None: the list is right in the foreground.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..hosts.base import FOREGROUND
from ._supposing import supposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "tools"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    definition = agent.definition
    if not definition.background or not definition.tools or agent.session.mode != FOREGROUND:
        return
    left = agent.remit.effective or ()
    lost = supposed(definition, agent.session, definition.tools, definition.disallowed_tools).difference(left)
    for entry in agent.host.allowlist(agent.reading) if lost else ():
        if entry.text in lost:
            data: dict[str, object] = {"tool": entry.text, "host": agent.host.title}
            yield Diagnostic("background-loses-tools", agent.reading.source, entry.start, entry.end, data)


def message(data: dict[str, object]) -> str:
    return f"this agent runs in the background, where {data['host']} gives no agent `{data['tool']}`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "take `background` out, or the tool"
