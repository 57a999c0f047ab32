"""The prompt speaks of an agent that is not there.

## What it finds

`@agent-name`, `subagent_type: name` and "the `name` sub-agent" in a prompt, where no agent of that name was found.

## Why it matters

The agent tries to start what does not exist, and does the work itself when that fails.

## Example

    Then hand the result to the `fixer` sub-agent.

## Fix safety

None: the prompt is the author's to write.

## Evidence

The forms are those of Claude Code's documentation of 2026-08-22.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ..tools import fold, nearest
from ._agents import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "agents"
CONFIDENCE = "low"

_NAME = r"([A-Za-z][\w-]*(?::[\w-]+)?)"
_MENTION = re.compile(
    rf"@agent-{_NAME}|subagent_type[\"'`]?\s*[:=]\s*[\"'`]{_NAME}[\"'`]|`{_NAME}` sub-?agent\b|sub-?agent `{_NAME}`"
)


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    known: frozenset[str] = frozenset()
    for entry in catalog:
        reading = entry.reading
        if reading is None or entry.definition is None or b"agent" not in reading.source.data:
            continue
        if not known:
            hosts = {other.host.name: other.host for other in catalog}.values()
            known = frozenset(name for host in hosts for name in names_of(catalog, host))
            folded = {fold(name) for name in known}
        text = reading.source.text
        for found in _MENTION.finditer(text, len(text) - len(reading.document.body)):
            group = found.lastindex or 0
            name = found[group]
            if fold(name) in folded or ":" in name:
                continue
            data: dict[str, object] = {"name": name, "nearest": nearest(name, known, cutoff=0.8)}
            yield Diagnostic("mentioned-agent-not-found", reading.source, *found.span(group), data)


def message(data: dict[str, object]) -> str:
    meant = f"; did you mean `{data['nearest']}`?" if data["nearest"] else ""
    return f"the prompt speaks of an agent `{data['name']}`, and none is found here{meant}"
