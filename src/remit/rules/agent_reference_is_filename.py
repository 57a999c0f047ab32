"""An agent is named by its file.

## What it finds

A setting or a list that names an agent as `reviewer.md`.

## Why it matters

Hosts know agents by their names. No agent is called like the file, so the session begins with the default agent and all its tools.

## Example

    {"agent": "reviewer.md"}

## Instead

    {"agent": "reviewer"}

## Fix safety

Unsafe: the name in the file takes the place of the file's name.

## Evidence

anthropics/claude-code#42213; names are exact in Claude Code 2.1.332, recorded 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._agents import file_meant, mentions_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..diagnostic import Fix

SEVERITY = "warning"
TOPIC = "agents"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for host, mention in mentions_of(catalog):
        meant, source = file_meant(mention.name, host), mention.origin.source
        if meant is not None and source is not None and mention.name not in names_of(catalog, host):
            data: dict[str, object] = {"name": mention.name, "meant": meant, "field": mention.field, "host": host.title}
            yield Diagnostic("agent-reference-is-filename", source, mention.origin.start, mention.origin.end, data)


def message(data: dict[str, object]) -> str:
    return (
        f"`{data['name']}` in `{data['field']}` is a file's name; {data['host']} knows the agent by its own, so this names none"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['meant']}`, or the name that stands in the file"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded
    from ..mending.written import UNSAFE

    return reworded(finding, finding.data["meant"], UNSAFE)
