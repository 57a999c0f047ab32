"""A field counts only in the main thread.

## What it finds

A field that the host reads only where the agent is the session's main thread.

## Why it matters

Started by another agent, it goes by as if the field were not there.

## Example

    initialPrompt: Begin with the open issues

## Fix safety

None: the field is right where the agent is the main thread.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "fields"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    only, root = agent.host.main_only, agent.document.root
    for key, _ in root.entries if only and root is not None else ():
        name = getattr(key, "text", None)
        if name in only:
            data: dict[str, object] = {"field": name, "host": agent.host.title}
            yield Diagnostic("main-thread-field", agent.reading.source, key.start, key.end, data)


def message(data: dict[str, object]) -> str:
    return f"{data['host']} reads `{data['field']}` only where the agent is the main thread; as a sub-agent it runs without it"
