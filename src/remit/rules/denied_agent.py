"""The settings keep an agent from being started.

## What it finds

A definition whose agent the session's settings deny, as `Agent(reviewer)` in `permissions.deny` does.

## Why it matters

The agent is listed, and nothing may start it. That may be meant; then the file is not needed.

## Fix safety

None: the settings may be meant.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._places import of_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog

SEVERITY = "warning"
TOPIC = "agents"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for host, settings in catalog.hosts():
        for mention in host.settings_mentions(settings):
            for entry in catalog.find(mention.name, host.name) if mention.denies else ():
                if entry.identity != mention.name or entry.status != "active" or entry.reading is None:
                    continue
                data: dict[str, object] = {"name": mention.name, "field": mention.field, "host": host.title}
                finding = Diagnostic("denied-agent", entry.reading.source, *of_value(entry.reading, "name"), data)
                if mention.origin.source is not None:
                    finding.relate("denied here", mention.origin.source, mention.origin.start, mention.origin.end)
                yield finding


def message(data: dict[str, object]) -> str:
    return f"`{data['field']}` of the settings keeps every agent from starting `{data['name']}`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "take the file away if that is meant, or the rule if it is not"
