"""A list names an agent that is not there.

## What it finds

An agent that a definition says it may start, hands over to, or is watched by (`Agent(a, b)`, `agents`, `handoffs`, `permission.task`), or
that the settings deny, and that is not among the agents that were looked at. It speaks where the user's own agents were looked at as well, or
where the name is nearly that of an agent that is there; of a denial only in the second case, as one may be meant for agents to come.

## Why it matters

A name that nobody has allows nothing and denies nothing. The agent may also be somebody's own, in a folder that was not looked at.

## Example

    tools: Read, Agent(fixer)

## Fix safety

None: which agent was meant only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: names in `Agent(...)` are exact, an unknown one means no agent.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..tools import nearest
from ._agents import file_meant, mentions_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog

SEVERITY = "warning"
TOPIC = "agents"
CONFIDENCE = "medium"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    complete = catalog.around.home is not None
    known: dict[str, frozenset[str]] = {}
    for host, mention in mentions_of(catalog):
        source = mention.origin.source
        if source is None or ":" in mention.name or mention.begins:
            continue
        if host.name not in known:
            known[host.name] = names_of(catalog, host)
        names = known[host.name]
        if mention.name in names or file_meant(mention.name, host) is not None:
            continue
        close = nearest(mention.name, names, cutoff=0.75)
        if close is None and (mention.denies or not complete):
            continue
        data: dict[str, object] = {
            "name": mention.name,
            "field": mention.field,
            "denies": mention.denies,
            "nearest": close,
            "host": host.title,
        }
        yield Diagnostic("listed-agent-not-found", source, mention.origin.start, mention.origin.end, data)


def message(data: dict[str, object]) -> str:
    meant = f"; did you mean `{data['nearest']}`?" if data["nearest"] else ""
    does = "denies" if data["denies"] else "means"
    return f"`{data['name']}` in `{data['field']}` {does} no agent that {data['host']} finds here{meant}"
