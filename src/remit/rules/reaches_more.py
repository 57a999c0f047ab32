"""An agent reaches more than its allowlist says.

## What it finds

An agent with an allowlist that may start other agents, some of which have tools that its list does not name: tools that read or change
something or reach out, and those of servers.

## Why it matters

Claude Code holds a child to its own lists, not to those of the agent that starts it: what the parent may not do it can have done.

## Example

    tools: Read, Agent

## Instead

Leave `Agent` out, deny it in the settings for the agents in question (`Agent(fixer)`), or run the agent with `remit`, which holds a child
to its parent's remit.

## Fix safety

None: which agents may be started only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: a lead with `tools: Agent, Read` starts a child that holds Bash and Write.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "warning"
TOPIC = "security"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    path = data["path"]
    assert isinstance(path, tuple)
    more = f", and {data['elsewhere']} more through others" if data.get("elsewhere") else ""
    return f"this agent reaches {ticked(data['tools'])} through " + " → ".join(f"`{name}`" for name in path) + more


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "leave `Agent` out, or deny the agents it must not start in the settings"
