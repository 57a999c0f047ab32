"""The prompt is longer than a client of the file takes.

## What it finds

A body above the number of characters that a host's documentation allows.

## Why it matters

One client reads the file and another one refuses it.

## Instead

Move what is needed only now and then into files of the repository, or into a skill.

## Fix safety

None: what can be left out only the author knows.

## Evidence

GitHub's documentation of custom agents, autumn 2026: a prompt has 30,000 characters at most. Copilot CLI 1.0.102 takes more.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "fields"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    limit = agent.host.prompt_limit
    document = agent.document
    if limit is None or len(document.source.data) <= limit[0]:
        return
    body = document.body
    if len(body.strip()) > limit[0]:
        at = document.body_offset + len(body) - len(body.lstrip())
        data: dict[str, object] = {"length": len(body.strip()), "limit": limit[0], "who": limit[1]}
        yield Diagnostic("prompt-too-long", document.source, at, at + 1, data)


def message(data: dict[str, object]) -> str:
    return f"the prompt has {data['length']:,} characters; {data['who']} takes {data['limit']:,} at most"
