"""Mentions: where a definition names agents and skills, itself among them."""

from __future__ import annotations

import re

from ..syntax.nodes import DOUBLE, PLAIN, SINGLE, Mapping, Scalar, Sequence
from ..tools import Entry, split
from .fields import known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..hosts.base import Host, Reading
    from ..source import Source
    from ..syntax.nodes import Node
    from .projects import Agent, Project

AGENT = "agent"
SKILL = "skill"
_AT = re.compile(r"(?<![\w@.`/])@(?:agent-)?(?P<name>[\w:-]+)")
MOST = 1 << 20
"""Characters of a body that are looked through."""


class Mention:
    """A name and its place. `own` says that it is the definition's own name, `prose` that it stands in the body."""

    __slots__ = ("end", "kind", "name", "own", "prose", "start")

    def __init__(self, kind: str, name: str, start: int, end: int, own: bool = False, prose: bool = False) -> None:
        self.kind = kind
        self.name = name
        self.start = start
        self.end = end
        self.own = own
        self.prose = prose

    def __repr__(self) -> str:
        return f"Mention({self.kind!r}, {self.name!r}, {self.start}, {self.end})"


def pieces(node: Scalar, text: str) -> list[Entry]:
    """The entries that a scalar lists, each where it stands. None where the text is written with escapes or over several lines: places
    in it would be guesses."""
    start, end = node.start, node.end
    if node.style in (SINGLE, DOUBLE):
        start, end = start + 1, end - 1
    elif node.style != PLAIN:
        return []
    written = text[start:end]
    if written != node.text:
        return []
    return [Entry(entry, start + first, start + last) for entry, first, last in split(written)]


def mentions(reading: Reading, names: frozenset[str]) -> Iterator[Mention]:
    """Every mention in a definition. In the body `@name` counts where `names` has an agent of that name."""
    root = reading.document.root
    if root is not None:
        own = root.get("name")
        if isinstance(own, Scalar) and own.text:
            yield _of_scalar(own, reading)
        for one in reading.host.mentions(reading):
            place = _exact(one.name, one.origin.start, one.origin.end, reading.source.text)
            if place is not None and one.origin.source is not None:
                yield Mention(AGENT, one.name, *place)
        for field in known(reading.host, reading.version).values():
            node = _follow(root, field.name) if field.holds == "skills" else None
            for item in node.items if isinstance(node, Sequence) else [node]:
                for entry in pieces(item, reading.source.text) if isinstance(item, Scalar) else ():
                    yield Mention(SKILL, entry.text, entry.start, entry.end)
    if names:
        offset = reading.document.body_offset
        for match in _AT.finditer(reading.source.text, offset, offset + MOST):
            name = match["name"].rstrip("-:")
            if name in names:
                yield Mention(AGENT, name, match.start("name"), match.start("name") + len(name), prose=True)


def _of_scalar(node: Scalar, reading: Reading) -> Mention:
    quoted = node.style in (SINGLE, DOUBLE)
    return Mention(AGENT, node.text, node.start + quoted, node.end - quoted, own=True)


def _follow(root: Mapping, name: str) -> Node | None:
    node: Node | None = root
    for part in name.split("."):
        node = node.get(part) if isinstance(node, Mapping) else None
    return node


def in_settings(host: Host, settings: object) -> Iterator[tuple[Source, Mention]]:
    """Every mention of an agent in the settings of a session, with the file."""
    for one in host.settings_mentions(settings):
        source = one.origin.source
        if source is not None and source.path is not None:
            place = _exact(one.name, one.origin.start, one.origin.end, source.text)
            if place is not None:
                yield source, Mention(AGENT, one.name, *place)


def _exact(name: str, start: int, end: int, text: str) -> tuple[int, int] | None:
    """Where a name stands within a place that may have quotes or brackets around it; `None` where it is written otherwise."""
    at = text.find(name, start, end) if 0 <= start < end else -1
    return (at, at + len(name)) if at >= 0 and name else None


def mention_at(project: Project, agent: Agent, offset: int) -> Mention | None:
    """The mention at a character, the definition's own name left out."""
    for one in mentions(agent.reading, project.names(agent.host)):
        if one.start <= offset <= one.end and not one.own:
            return one
    return None
