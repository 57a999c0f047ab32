"""What agents used of what they were granted, read from the guard's journals."""

from __future__ import annotations

import os

from .event import AFTER, BEFORE
from .journal import KEPT, Journal
from .json_text import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .policy import Policy

LIMIT = 64 << 20


class Use:
    """What one agent did with one tool: how often it was used and refused, and when it last was either (UTC, ISO 8601)."""

    __slots__ = ("last", "refused", "used")

    def __init__(self) -> None:
        self.used = 0
        self.refused = 0
        self.last = ""


class Record:
    """What the journals say since a time: by agent and tool, and since when there are lines at all."""

    __slots__ = ("first", "lines", "uses")

    def __init__(self) -> None:
        self.lines = 0
        self.first: str | None = None
        self.uses: dict[str, dict[str, Use]] = {}

    def take(self, line: dict[str, object], since: str, host: str) -> None:
        time, agent, tool = line.get("time"), line.get("type"), line.get("tool")
        if not isinstance(time, str) or line.get("host") != host:
            return
        self.lines += 1
        self.first = time if self.first is None else min(self.first, time)
        if time < since or not isinstance(agent, str) or not isinstance(tool, str):
            return
        use = self.uses.setdefault(agent, {}).setdefault(tool, Use())
        if line.get("event") == AFTER:
            use.used += 1
        elif line.get("event") == BEFORE and line.get("effect") == "deny":
            use.refused += 1
        use.last = max(use.last, time)


def lines_of(folder: str) -> Iterator[dict[str, object]]:
    """The lines of a folder's journals, the oldest first; a line that was cut off is passed over."""
    journal = Journal(folder)
    for path in [*(journal.aside(number) for number in range(KEPT, 0, -1)), journal.path]:
        try:
            with open(path, "rb") as file:
                data = file.read(LIMIT)
        except OSError:
            continue
        for text in data.split(b"\n"):
            try:
                line = loads(text)
            except ValueError:
                continue
            if isinstance(line, dict):
                yield line


def record(folder: str, since: str, host: str) -> Record:
    """What a folder's journals say of a host's agents since a time."""
    found = Record()
    for line in lines_of(folder):
        found.take(line, since, host)
    return found


def unused(found: Record, policy: Policy, host: str) -> dict[str, list[str]]:
    """The tools that each agent was granted and never used, for agents that did anything at all."""
    idle: dict[str, list[str]] = {}
    for agent, uses in found.uses.items():
        held = policy.agent(host, agent)
        if held is None:
            continue
        used = {held.ruling.name_of(tool) for tool, use in uses.items() if use.used}
        tools = [tool for tool in held.ruling.granted if not any(_is(tool, name) for name in used)]
        if tools:
            idle[agent] = tools
    return idle


def _is(granted: str, used: str) -> bool:
    return granted == used or (granted.endswith("__*") and used.startswith(granted[:-1]))


def exists(folder: str) -> bool:
    """Whether a guard ever wrote anything there."""
    return os.path.exists(Journal(folder).path)
