"""The descriptions of all agents fill the context.

## What it finds

A session whose agents' descriptions together are over the host's budget (for Claude Code 15,000 tokens; a token is counted as four
characters). It points to the longest description and names the next ones.

## Why it matters

Every session begins with the list of agents and their descriptions. Claude Code warns at its start, and what the list takes is gone for the
work.

## Fix safety

None: what can be left out only the author knows.

## Evidence

Public notes on Claude Code's documentation and change log, 2026-09 to 2026-10; reports of sessions with 16,000 to 404,000 tokens of
descriptions.
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
CHARACTERS = 4
"""How many characters count as a token: about what tokenizers make of English."""


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for entries in catalog.together():
        host = entries[0].host
        if host.catalogue_budget is None:
            continue
        sizes = [
            (len(entry.definition.description), entry) for entry in entries if entry.reading is not None and entry.definition
        ]
        total = sum(size for size, _ in sizes) // CHARACTERS
        if total <= host.catalogue_budget:
            continue
        sizes.sort(key=lambda pair: (-pair[0], pair[1].path))
        data: dict[str, object] = {
            "count": len(sizes),
            "tokens": total,
            "budget": host.catalogue_budget,
            "host": host.title,
            "largest": tuple((entry.identity, size // CHARACTERS) for size, entry in sizes[:3]),
        }
        reading = sizes[0][1].reading
        assert reading is not None
        yield Diagnostic("catalogue-too-large", reading.source, *of_value(reading, "description"), data)


def message(data: dict[str, object]) -> str:
    largest = ", ".join(f"`{name}` ({tokens:,})" for name, tokens in data["largest"])  # type: ignore[attr-defined]
    return (
        f"the descriptions of this session's {data['count']} agents take about {data['tokens']:,} tokens, over the {data['budget']:,} from "
        f"which {data['host']} warns; the longest: {largest}"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "say in one or two sentences when to pick an agent, and move examples into the prompt"
