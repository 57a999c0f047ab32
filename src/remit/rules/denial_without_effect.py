"""A denial takes nothing away.

## What it finds

An entry of a denylist that names a tool of the host which the agent would not have anyway: the allowlist does not give it, or the session
has none.

## Why it matters

It does no harm, and it hides what the agent is really kept from.

## Example

    tools: Read, Grep
    disallowedTools: Write

## Instead

    tools: Read, Grep

## Fix safety

None: the denial is right in a session that has the tool, and does no harm.

## Evidence

Asked of the resolver: what the host hands over with and without the entry.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..tools import ToolPattern
from ._supposing import supposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "tools"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    definition = agent.definition
    if not definition.disallowed_tools or "*" in definition.disallowed_tools:
        return
    told = {finding.start for finding in agent.reading.findings}
    whole = supposed(definition, agent.session, definition.tools)
    for entry in agent.host.denylist(agent.reading):
        name = ToolPattern.parse(entry.text).tool
        if entry.start in told or name not in agent.host.tool_names:
            continue
        if supposed(definition, agent.session, definition.tools, (entry.text,)) == whole:
            data: dict[str, object] = {"entry": entry.text, "host": agent.host.title, "listed": definition.tools is not None}
            yield Diagnostic("denial-without-effect", agent.reading.source, entry.start, entry.end, data)


def message(data: dict[str, object]) -> str:
    why = "the allowlist does not give it" if data["listed"] else "no agent has it in this session"
    return f"denying `{data['entry']}` takes nothing from this agent in {data['host']}: {why}"
