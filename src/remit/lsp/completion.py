"""Completion: what could stand at the cursor."""

from __future__ import annotations

import os
from itertools import islice

from lsprotocol import types

from . import explaining
from .cursor import KEY, Slot, slot_at
from .fields import at, below, inner, known, words_of
from .skills import skills_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..hosts.base import Field, Host
    from .positions import Text
    from .projects import Agent, Project

MOST = 400
"""Items of one answer."""

_LISTS = ("tools", "skills", "servers", "agents")


class Offer:
    """One thing that could be put in."""

    __slots__ = ("detail", "doc", "kind", "label", "old")

    def __init__(self, label: str, kind: types.CompletionItemKind, detail: str = "", doc: str = "", old: bool = False) -> None:
        self.label = label
        self.kind = kind
        self.detail = detail
        self.doc = doc
        self.old = old


def complete(project: Project, agents: list[Agent], view: Text, position: types.Position) -> list[types.CompletionItem]:
    """The items for a position of a text; none where it is no front matter, or nothing is known to belong there."""
    if not agents:
        return []
    host = agents[0].host
    offset = view.offset(position)
    whole = whole_format(host, view.source.path)
    slot = slot_at(view.source.text, offset, whole)
    if slot is None:
        return []
    route = below(host, slot.route, whole is not None)
    if route is None:
        return []
    agent = next((one for one in agents if route != slot.route and one.reading.name == slot.route[1]), agents[0])
    fields = known(host, agent.version)
    if slot.kind == KEY:
        offers, several = _keys(agent, fields, slot, route), False
    else:
        offers, several = _values(project, agent, fields, slot, route), _several(fields, slot, route)
    return [_item(view, slot, offer, order, several) for order, offer in enumerate(islice(offers, MOST))]


def _several(fields: dict[str, Field], slot: Slot, route: tuple[str, ...]) -> bool:
    """Whether the value lists several entries, so that one of them is put in, not the whole."""
    one, rest = at(fields, route)
    return slot.spawn is not None or (one is not None and not rest and one.holds in _LISTS)


def whole_format(host: Host, path: str | None) -> str | None:
    """The format of a file that is data as a whole."""
    return host.format_of(path.replace(os.sep, "/")) if path is not None else None


def _keys(agent: Agent, fields: dict[str, Field], slot: Slot, route: tuple[str, ...]) -> Iterator[Offer]:
    holder, rest = at(fields, route)
    if holder is not None and holder.holds == "tools" and not rest:
        for offer in _tools(agent):
            if offer.label not in slot.there:
                yield offer
        return
    prefix = "".join(f"{part}." for part in route)
    found = [one for name, one in fields.items() if name.startswith(prefix) and "." not in name[len(prefix) :]]
    found.sort(key=lambda one: (not one.default.startswith("required"), not one.security))
    for one in found:
        name = one.name[len(prefix) :]
        if name in slot.there or (slot.language == "toml-table" and not _is_table(fields, one.name)):
            continue
        doc = explaining.field(agent.host, agent.version, one)
        yield Offer(name, types.CompletionItemKind.Field, one.forms, doc, one.deprecated)


def _is_table(fields: dict[str, Field], name: str) -> bool:
    return any(other.startswith(name + ".") for other in fields)


def _values(project: Project, agent: Agent, fields: dict[str, Field], slot: Slot, route: tuple[str, ...]) -> Iterator[Offer]:
    one, rest = at(fields, route)
    if one is None:
        return
    if slot.spawn is not None:
        if slot.spawn in agent.host.spawn_names:
            yield from _agents(project, agent)
        return
    if rest:
        yield from (Offer(word, types.CompletionItemKind.EnumMember) for word in words_of(inner(one.shape.schema)))
        return
    words = one.choices or words_of(one.shape.schema)
    for word in words:
        yield Offer(word, types.CompletionItemKind.EnumMember, f"`{one.name}`")
    offers = {
        "tools": lambda: _tools(agent),
        "skills": lambda: _skills(project, agent),
        "servers": lambda: _servers(agent),
        "agents": lambda: _agents(project, agent),
        "models": lambda: _models(project, agent, words),
    }.get(one.holds)
    for offer in offers() if offers is not None else ():
        if offer.label not in slot.there:
            yield offer


def _tools(agent: Agent) -> Iterator[Offer]:
    """The session's tools first, then the servers', then those that other sessions of the host have."""
    host, session = agent.host, agent.session
    inventory = session.inventory or host.inventory(None, agent.version)
    seen = set()
    here = _builtins(agent)
    for name in here:
        seen.add(name)
        yield Offer(name, types.CompletionItemKind.Function, f"{host.title}, in this session")
    servers = dict(inventory.servers)
    own = agent.reading.definition.mcp_servers if agent.reading.definition is not None else None
    if isinstance(own, dict):
        servers.update({str(name): None for name in own if name not in servers})
    for server, tools in servers.items():
        for tool in ("*", *(tools or ())):
            label = host.server_entry(server, tool)
            if label not in seen:
                seen.add(label)
                yield Offer(
                    label, types.CompletionItemKind.Interface, f"MCP server {server}" + ("" if tool != "*" else ", all tools")
                )
    for name in sorted(host.tool_names):
        if name not in seen:
            yield Offer(name, types.CompletionItemKind.Function, f"{host.title}, in other sessions")


def _builtins(agent: Agent) -> list[str]:
    """The built-in tools that an agent without lists would have here, or those that the session was said to have."""
    inventory = agent.session.inventory
    if inventory is not None and inventory.builtins is not None:
        return list(inventory.builtins)
    from ..definition import Definition

    plain = Definition("agent", "An agent", host=agent.host.name, host_version=agent.version.text)
    found = agent.host.resolve(plain, agent.session).effective or ()
    return [name for name in found if name in agent.host.tool_names]


def _agents(project: Project, agent: Agent) -> Iterator[Offer]:
    host = agent.host
    seen = set()
    if project.catalog is not None:
        for name, definition in project.catalog.agents(host.name):
            if name not in seen and name != agent.identity:
                seen.add(name)
                yield Offer(name, types.CompletionItemKind.Class, "agent", explaining.quoted(definition.description[:500]))
    for name in host.builtin_names:
        if name not in seen:
            yield Offer(name, types.CompletionItemKind.Class, f"built into {host.title}")


def _skills(project: Project, agent: Agent) -> Iterator[Offer]:
    """The skills that lie in the project, then those that the host knows besides."""
    found = skills_of(project)
    for name, path in found.items():
        yield Offer(name, types.CompletionItemKind.Module, os.path.dirname(path))
    if project.catalog is not None:
        for name in sorted(agent.host.skills(project.catalog.around, agent.version) - found.keys()):
            yield Offer(name, types.CompletionItemKind.Module, agent.host.title)


def _servers(agent: Agent) -> Iterator[Offer]:
    inventory = agent.session.inventory or agent.host.inventory(None, agent.version)
    for name in inventory.servers:
        yield Offer(name, types.CompletionItemKind.Interface, "MCP server")


def _models(project: Project, agent: Agent, known_words: tuple[str, ...]) -> Iterator[Offer]:
    """The models that the project's other agents of this host have."""
    seen = set(known_words)
    if project.catalog is None:
        return
    for _, definition in project.catalog.agents(agent.host.name):
        model = definition.model
        if model and model not in seen and len(model) < 100 and definition.path != agent.reading.path:
            seen.add(model)
            yield Offer(model, types.CompletionItemKind.EnumMember, "in use here")


def _item(view: Text, slot: Slot, offer: Offer, order: int, several: bool) -> types.CompletionItem:
    start, end = (slot.word, slot.word_end) if several else (slot.start, slot.end)
    if "\n" in view.source.text[start:end] or "\r" in view.source.text[start:end]:
        start, end = slot.word, slot.word_end  # an item replaces nothing on other lines
    text = _key_text(slot, offer.label) if slot.kind == KEY else _value_text(slot, offer.label)
    return types.CompletionItem(
        label=offer.label,
        kind=offer.kind,
        detail=offer.detail or None,
        documentation=types.MarkupContent(kind=types.MarkupKind.Markdown, value=offer.doc) if offer.doc else None,
        sort_text=f"{order:04}",
        filter_text=offer.label,
        text_edit=types.TextEdit(range=view.range(start, end), new_text=text),
        tags=[types.CompletionItemTag.Deprecated] if offer.old else None,
    )


def _key_text(slot: Slot, name: str) -> str:
    plain = name.replace("-", "").replace("_", "").isalnum()
    if slot.language == "json":
        written = name if slot.quoted else f'"{name}"'
        return written if slot.closed or slot.quoted else written + ": "
    if slot.quoted or slot.closed:
        return name
    if slot.language == "toml":
        return (name if plain else f'"{name}"') + " = "
    return (name if plain else f'"{name}"') + ": "


def _value_text(slot: Slot, label: str) -> str:
    if slot.quoted or label in ("true", "false"):
        return label
    return f'"{label}"' if slot.language in ("toml", "json") else label
