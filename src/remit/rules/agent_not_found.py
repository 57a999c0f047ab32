"""The settings name an agent that is not there.

## What it finds

A setting that says with which agent a session begins, and no agent of that name among the files that were looked at nor among the host's
own. A name of a plugin (`plugin:agent`) is passed over where the plugin was not told of.

## Why it matters

The session begins with the default agent and all its tools, or not at all.

## Example

    {"agent": "reviwer"}

## Instead

    {"agent": "reviewer"}

## Fix safety

None: the settings are not this file's to change, and what was meant only their author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: names are exact, an unknown one ends the program; anthropics/claude-code#66031 for versions
that run the default agent.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..tools import nearest
from ._agents import file_meant, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog

SEVERITY = "error"
TOPIC = "agents"
CONFIDENCE = "medium"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for host, settings in catalog.hosts():
        for mention in host.settings_mentions(settings):
            source = mention.origin.source
            if not mention.begins or source is None or ":" in mention.name or file_meant(mention.name, host) is not None:
                continue
            names = names_of(catalog, host)
            if mention.name not in names:
                data: dict[str, object] = {
                    "name": mention.name,
                    "field": mention.field,
                    "nearest": nearest(mention.name, names),
                    "host": host.title,
                }
                yield Diagnostic("agent-not-found", source, mention.origin.start, mention.origin.end, data)


def message(data: dict[str, object]) -> str:
    meant = f"; did you mean `{data['nearest']}`?" if data["nearest"] else ""
    return f"`{data['field']}` names the agent `{data['name']}`, which {data['host']} does not find{meant}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "names are compared exactly; `remit list` shows the agents there are"
