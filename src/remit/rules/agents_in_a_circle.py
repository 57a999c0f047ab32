"""Agents start one another in a circle.

## What it finds

Agents whose lists name one another, so that each may be started by one that it starts.

## Why it matters

Only the host's limit on nesting, where it has one, ends a run in which each hands the work to the next.

## Fix safety

None: which agents are to start which only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: agents nest three deep, and nothing looks for circles.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..hosts.base import Host, Mention

SEVERITY = "info"
TOPIC = "agents"

Steps = dict[str, dict[str, "Mention"]]
"""For each agent those that it names, each with the place."""


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for entries in catalog.together():
        steps: Steps = {}
        for entry in entries:
            if entry.identity is not None and entry.reading is not None:
                named = [mention for mention in entry.host.mentions(entry.reading) if not mention.denies]
                remit = catalog.remit(entry) if named else None
                if remit is not None:
                    steps[entry.identity] = {one.name: one for one in named if remit.may_spawn(one.name)}
        yield from _circles(steps, entries[0].host)


def _circles(steps: Steps, host: Host) -> Iterator[Diagnostic]:
    """A shortest circle through each agent, told where that agent names the next."""
    for first in sorted(steps):
        path = _back_to(first, steps)
        if path is None:
            continue
        origin = steps[first][path[1] if len(path) > 1 else first].origin
        if origin.source is not None:
            data: dict[str, object] = {"path": (*path, first), "nesting": host.nesting, "host": host.title}
            yield Diagnostic("agents-in-a-circle", origin.source, origin.start, origin.end, data)


def _back_to(first: str, steps: Steps) -> list[str] | None:
    front = [[first]]
    seen = {first}
    while front:
        path = front.pop(0)
        for name in steps.get(path[-1], ()):
            if name == first:
                return path
            if name not in seen:
                seen.add(name)
                front.append([*path, name])
    return None


def message(data: dict[str, object]) -> str:
    way = " → ".join(f"`{name}`" for name in data["path"])  # type: ignore[attr-defined]
    ends = f"only {data['host']}'s limit of {data['nesting']} levels ends it" if data["nesting"] else "nothing ends it"
    return f"these agents start one another in a circle: {way}; {ends}"
