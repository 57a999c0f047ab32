"""Two hosts read the file and give the agent different tools.

## What it finds

A file in a place that a second host in use reads as well, where the agent of that host has other tools than the one of the host that the
file is written for. Tools are compared by what they do, not by name: reading, changing files, running commands, the web, other agents.

## Why it matters

Copilot CLI reads `.claude/agents` too and does not know `disallowedTools`: what the author took away is there again.

## Example

    disallowedTools: Bash, Write, Edit

## Instead

    tools: Read, Grep, Glob

## Fix safety

None: which host is meant only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 and Copilot CLI 1.0.102 on 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import INFO, WARNING, Diagnostic
from ..hosts.base import LOOSE
from ._places import of_key
from ._supposing import supposed
from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..catalog import Catalog, Entry

SEVERITY = "warning"
TOPIC = "agents"
POWERS = {name: name for name in ("Agent", "Bash", "Edit", "Read", "WebFetch", "WebSearch")} | {"Write": "Edit"}
"""The work that bears on what an agent may do, in the words that all hosts share, each with what it amounts to: hosts draw the line between
writing and editing differently. What only serves it (stopping a command, listing agents, searching where there is a shell) is no difference."""


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    if not any(entry.place.borrowed for entry in catalog):
        return
    shared: dict[str, list[Entry]] = {}
    for entry in catalog:
        if entry.status == "active" and entry.scope != LOOSE:
            shared.setdefault(entry.path, []).append(entry)
    for entries in shared.values():
        own = next((entry for entry in entries if not entry.place.borrowed), None)
        for other in entries:
            if own is not None and other.place.borrowed:
                yield from _compared(catalog, own, other)


def _compared(catalog: Catalog, own: Entry, other: Entry) -> Iterator[Diagnostic]:
    ours, theirs = _Work(catalog, own), _Work(catalog, other)
    if ours.granted is None or theirs.granted is None or own.reading is None:
        return
    # Of what the host of the file has for an agent without lists, and what the other has for one.
    more = sorted((theirs.granted - ours.granted) & ours.whole)
    fewer = sorted((ours.granted - theirs.granted) & theirs.whole)
    if more or fewer:
        data: dict[str, object] = {
            "more": tuple(more),
            "fewer": tuple(fewer),
            "host": own.host.title,
            "other": other.host.title,
        }
        at = of_key(own.reading, "disallowedTools", "tools", "name")
        yield Diagnostic("hosts-disagree", own.reading.source, *at, data, WARNING if more else INFO)


class _Work:
    """What an agent's tools do, in the words that all hosts share: those it has (`None` where the host has not the agent), and those of an
    agent without lists."""

    __slots__ = ("granted", "whole")

    def __init__(self, catalog: Catalog, entry: Entry) -> None:
        remit = catalog.remit(entry)
        words = entry.host.tool_names
        self.granted: frozenset[str] | None = None
        self.whole: frozenset[str] = frozenset()
        if remit is not None and remit.effective is not None:
            added = remit.resolution.added
            self.granted = _powers(words.get(tool, tool) for tool in remit.effective if tool not in added)
            session = catalog.session(entry.host, entry.version)
            self.whole = _powers(words.get(tool, tool) for tool in supposed(remit.definition, session))


def _powers(work: Iterable[str]) -> frozenset[str]:
    return frozenset(POWERS[name] for name in work if name in POWERS)


def message(data: dict[str, object]) -> str:
    if data["more"]:
        return f"{data['other']} reads this file too and gives the agent {ticked(data['more'])}, which {data['host']} does not"
    return f"{data['other']} reads this file too and gives the agent no {ticked(data['fewer'])}, which {data['host']} does"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return (
        f"say what the agent needs in a `tools` list that both read alike, or keep {data['other']} from the folder"
        if data["more"]
        else None
    )
