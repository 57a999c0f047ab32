"""An agent may start the built-in agents, which have more tools than it.

## What it finds

An agent with an allowlist and the tool that starts others, where the built-in agents alone have more than it declares.

## Why it matters

Claude Code holds a child to its own lists: through `general-purpose` an agent has every tool of the session at hand. For an agent that
is meant to hand work on that is as meant.

## Example

    tools: Read, Agent

## Instead

    tools: Read

## Fix safety

None: which agents may be started only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: a lead with `tools: Agent, Read` starts a child that holds Bash and Write.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "security"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    path = data["path"]
    assert isinstance(path, tuple)
    return f"this agent reaches {ticked(data['tools'])} through " + " → ".join(f"`{name}`" for name in path)


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "an agent that may start any agent has every tool of the session at hand; leave `Agent` out if that is not meant"
