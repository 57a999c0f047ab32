"""Navigation: from the name of an agent or skill to its definition, and from an agent to all that name it."""

from __future__ import annotations

from lsprotocol import types

from ..precedence import name_span
from ..source import Source, Unreadable, read_bytes
from .mentions import AGENT, SKILL, Mention, in_settings, mention_at, mentions
from .skills import skills_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Entry
    from ..hosts.base import Host
    from .desk import Desk
    from .projects import Agent, Project


def definition(desk: Desk, project: Project, agents: list[Agent], offset: int) -> list[types.Location]:
    """Where the agent or skill at a character is defined: first where its host takes it from, then what that shadows."""
    for agent in agents:
        mention = mention_at(project, agent, offset)
        if mention is None:
            continue
        if mention.kind == SKILL:
            path = skills_of(project).get(mention.name)
            return [] if path is None else [types.Location(uri=desk.uri_of(path), range=_start_of(path, desk))]
        return [_location(desk, entry) for entry in definitions(project, agent.host, mention.name)]
    return []


def definitions(project: Project, host: Host, name: str) -> list[Entry]:
    """The entries of that very name, the active first; one for each file."""
    found: dict[str, Entry] = {}
    if project.catalog is not None:
        for entry in project.catalog.find(name, host.name):
            if entry.identity == name and entry.reading is not None:
                found.setdefault(entry.path, entry)
    return list(found.values())


def _location(desk: Desk, entry: Entry) -> types.Location:
    assert entry.reading is not None
    start, end = name_span(entry.reading)
    return types.Location(uri=desk.uri_of(entry.path), range=desk.text_of(entry.reading.source).range(start, end))


def _start_of(path: str, desk: Desk) -> types.Range:
    from .positions import Text

    try:
        return Text(Source(read_bytes(path), path), desk.encoding).range(0, 0)
    except Unreadable:
        return types.Range(types.Position(0, 0), types.Position(0, 0))


def subject(project: Project, agents: list[Agent], offset: int) -> tuple[Agent, Mention] | None:
    """The agent that is meant at a character: one that is named there, or the one that the file defines where its name stands."""
    names = frozenset[str]()
    for agent in agents:
        names = project.names(agent.host)
        for one in mentions(agent.reading, names):
            if one.kind == AGENT and one.start <= offset <= one.end:
                if one.own:
                    return agent, Mention(AGENT, agent.identity or one.name, one.start, one.end, own=True)
                return agent, one
    return None


def named(project: Project, host: Host, name: str) -> Iterator[tuple[Source, list[Mention]]]:
    """The files in which agents and settings of a host name an agent, each with where."""
    if project.catalog is None:
        return
    seen: set[tuple[str, int]] = set()
    for entry in project.catalog:
        if entry.host is not host or entry.reading is None or name.rpartition(":")[2] not in entry.reading.source.text:
            continue
        found = []
        for one in mentions(entry.reading, frozenset((name,))):
            meant = one.name == name and (not one.own or entry.identity == name)
            if one.kind == AGENT and meant and (entry.path, one.start) not in seen:
                seen.add((entry.path, one.start))
                found.append(one)
        if found:
            yield entry.reading.source, found
    files: dict[str, tuple[Source, list[Mention]]] = {}
    for source, one in in_settings(host, project.catalog.settings.get(host.name)):
        path = source.path or ""
        if one.name == name and (path, one.start) not in seen:
            seen.add((path, one.start))
            files.setdefault(path, (source, []))[1].append(one)
    yield from files.values()


def references(
    desk: Desk, project: Project, agents: list[Agent], offset: int, *, with_definition: bool
) -> list[types.Location]:
    """Every place that names the agent at a character."""
    found = subject(project, agents, offset)
    if found is None:
        return []
    agent, mention = found
    places = []
    for source, ones in named(project, agent.host, mention.name):
        text = desk.text_of(source)
        uri = desk.uri_of(source.path or "")
        places += [
            types.Location(uri=uri, range=text.range(one.start, one.end)) for one in ones if with_definition or not one.own
        ]
    return places
