"""The remit of a Gemini CLI agent: what it asks for, what the client registers for it, what remit holds it to, and
decisions about calls.

Source: `agents/local-executor.js` of npm `@google/gemini-cli-core` 0.61.0, read on 2026-11-30.
"""

from __future__ import annotations

from ...diagnostic import WARNING, Diagnostic
from ...policy import Origin
from ...session import Reason, Resolution, Session
from ...syntax.nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from ...syntax.schema import plain
from ...tools import MCP as CANONICAL
from ...tools import Entry
from .accepting import Fields, block_of, index, tree
from .vocabulary import ALIASES, FINISH, MCP, NOT_FOR_AGENTS, SESSION, parts, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...inventory import Inventory
    from ..base import Reading

STAR = "*"

Servers = dict[str, "tuple[str, ...] | None"]


class Pool:
    """A session's tools in its order, as they go by here: an MCP tool is `mcp__server__tool`, one of a server whose tools
    are not known `mcp__server__*`. `servers` has the names of each server, `known` the name of each that the model sees."""

    __slots__ = ("known", "names", "servers")

    def __init__(self, inventory: Inventory) -> None:
        self.names: list[str] = list(dict.fromkeys(SESSION if inventory.builtins is None else inventory.builtins))
        self.known: dict[str, str] = {name: name for name in self.names}
        self.servers: dict[str, list[str]] = {}
        for name in self.names:
            found = parts(name)
            if found is not None:
                self.servers.setdefault(found[0], []).append(name)
        for server in sorted(inventory.servers):
            self.add(server, inventory.servers[server])

    def add(self, server: str, tools: tuple[str, ...] | None) -> list[str]:
        """Takes in a server; its tools by their names here."""
        found = []
        for tool in (STAR,) if tools is None else tools:
            name = f"{CANONICAL}{server}__{tool}"
            found.append(name)
            if name not in self.names:
                self.names.append(name)
                self.servers.setdefault(server, []).append(name)
                if tool != STAR:
                    self.known[shown(server, tool)] = name
        return found

    def match(self, entry: str) -> list[str]:
        """The tools that an entry of a list stands for."""
        if entry == STAR:
            return list(self.names)
        if entry == f"{MCP}{STAR}":
            return [name for own in self.servers.values() for name in own]
        found = parts(entry)
        if found is not None and found[1] == STAR:
            return list(self.servers.get(found[0], ()))
        name = self.known.get(entry) or self.known.get(ALIASES.get(entry, entry)) or self._taken_at_its_word(entry)
        return [] if name is None else [name]

    def _taken_at_its_word(self, entry: str) -> str | None:
        """`mcp_server_tool` of a server whose tools are not known."""
        for server, own in self.servers.items():
            prefix = shown(server, "")
            if entry.startswith(prefix) and len(entry) > len(prefix) and any(name.endswith(f"__{STAR}") for name in own):
                return f"{CANONICAL}{server}__{entry[len(prefix) :]}"
        return None


class Data:
    """What a decision needs beside the resolution: the session's tools."""

    __slots__ = ("pool",)

    def __init__(self, pool: Pool) -> None:
        self.pool = pool


def client_fields(reading: Reading) -> Fields:
    """The fields as the client has them."""
    block = block_of(reading.source.data)
    if block is None:
        return {}
    try:
        root = tree(reading.document, block)
    except SyntaxFault:
        return {}
    return index(root) if isinstance(root, Mapping) else {}


def resolve(definition: Definition, session: Session) -> Resolution:
    reading = definition.reading
    loaded = reading is None or reading.loaded
    refused = reading is not None and reading.definition is None
    if definition.extra.get("kind") == "remote":
        reasons = [Reason(STAR, False, "the agent runs on another machine, with tools of its own")]
        empty: tuple[str, ...] = ()
        pool = Pool(session.inventory or session.host.inventory(None, session.version))
        data = Data(pool)
        return Resolution(
            session, empty, empty if loaded else None, enforced=empty, reasons=reasons, spawnable=loaded, data=data
        )
    inventory = session.inventory or session.host.inventory(None, session.version)
    pool = Pool(inventory)
    fields = client_fields(reading) if reading is not None else {}
    tools = _entries(definition, reading, fields)
    servers = plain(fields["mcp_servers"][1], merge=True) if "mcp_servers" in fields else definition.mcp_servers
    reasons = []
    nothing: list[Entry] = []
    effective = _granted(tools, pool, reading, reasons, nothing)
    own = _own(servers, inventory)
    added: list[str] = []
    for server in sorted(own):
        for name in pool.add(server, own[server]):
            if name not in effective:
                effective.append(name)
                if tools is not None:
                    added.append(name)
                reasons.append(Reason(name, True, "a server in the agent's own `mcp_servers` adds all its tools"))
    effective.sort(key=lambda name: name.startswith(MCP))
    if FINISH not in effective:
        effective.append(FINISH)
        added.append(FINISH)
        reasons.append(Reason(FINISH, True, "every agent ends with this tool"))
    reasons += [Reason(name, False, NOT_FOR_AGENTS.get(name, "not in `tools`")) for name in pool.names if name not in effective]
    declared, enforced = _declared(definition, pool, own)
    resolution = Resolution(
        session,
        None if refused else declared,
        effective if loaded else None,
        enforced=None if refused else enforced,
        reasons=reasons,
        spawnable=loaded,
        added=added,
        data=Data(pool),
    )
    if reading is not None and loaded:
        _diagnose(resolution, reading, fields, tools, own, nothing)
    return resolution


def _entries(definition: Definition, reading: Reading | None, fields: Fields) -> list[Entry] | None:
    if reading is None:
        return None if definition.tools is None else [Entry(name) for name in definition.tools]
    node = fields["tools"][1] if "tools" in fields else None
    if not isinstance(node, Sequence):
        return None
    return [Entry(item.text, item.start, item.end) for item in node.items if isinstance(item, Scalar)]


def _own(value: object, inventory: Inventory) -> Servers:
    """The servers that a definition starts itself, with the tools it includes; of one that the session has as well both
    must."""
    found: Servers = {}
    if not isinstance(value, dict):
        return found
    for name, server in value.items():
        known = inventory.servers.get(name) or inventory.others.get(name)
        included = server.get("include_tools") if isinstance(server, dict) else None
        excluded = server.get("exclude_tools") if isinstance(server, dict) else None
        tools = tuple(str(tool).partition("(")[0] for tool in included) if isinstance(included, list) else known
        if isinstance(included, list) and known is not None:
            tools = tuple(tool for tool in known if tool in (tools or ()))
        if isinstance(excluded, list) and tools is not None:
            tools = tuple(tool for tool in tools if tool not in excluded)
        found[str(name)] = tools
    return found


def _granted(
    tools: list[Entry] | None, pool: Pool, reading: Reading | None, reasons: list[Reason], nothing: list[Entry]
) -> list[str]:
    """The session's tools that the list gives, in its order."""
    granted: list[str] = []
    if tools is None:
        for name in pool.names:
            if name not in NOT_FOR_AGENTS:
                granted.append(name)
                reasons.append(Reason(name, True, "no `tools` list: every tool of the session"))
        return granted
    for entry in tools:
        origin = Origin(reading.source, entry.start, entry.end) if reading is not None else None
        found = [name for name in pool.match(entry.text) if name not in NOT_FOR_AGENTS]
        if not found and entry.text != FINISH:
            nothing.append(entry)
            reasons.append(Reason(entry.text, False, NOT_FOR_AGENTS.get(entry.text, "no such tool in this session"), origin))
        for name in found:
            if name not in granted:
                granted.append(name)
                because = "listed in `tools`" if name == entry.text else f"`{entry.text}` in `tools` stands for it"
                reasons.append(Reason(name, True, because, origin))
    return granted


def _declared(definition: Definition, pool: Pool, own: Servers) -> tuple[list[str], list[str]]:
    """What the author's text asks for, and the tools of the session that this is. Read literally, a list that does not name
    a server's tools does not ask for them, though the client adds them."""
    listed = definition.tools
    if listed is None or STAR in listed:
        names = [name for name in pool.names if name not in NOT_FOR_AGENTS]
        return names, list(names)
    enforced: list[str] = []
    for entry in listed:
        enforced += [name for name in pool.match(entry) if name not in NOT_FOR_AGENTS and name not in enforced]
    return list(dict.fromkeys(listed)), enforced


def _diagnose(
    resolution: Resolution, reading: Reading, fields: Fields, tools: list[Entry] | None, own: Servers, nothing: list[Entry]
) -> None:
    """What only shows once the list meets a session."""
    host = resolution.session.host.title
    inventory = resolution.session.inventory
    for entry in nothing:
        found = parts(entry.text)
        if found is not None and any(shown(server, "") == f"{MCP}{found[0]}_" for server in own):
            continue
        if entry.text.startswith(MCP) or (inventory is not None and inventory.complete and entry.text in SESSION):
            words: dict[str, object] = {
                "entry": entry.text,
                "granted": len(tools or ()) - len(nothing),
                "of": len(tools or ()),
                "host": host,
            }
            resolution.diagnostics.append(
                Diagnostic("unavailable-tool", reading.source, entry.start, entry.end, words, WARNING)
            )
    if tools is None or "mcp_servers" not in fields:
        return
    named = {
        name
        for entry in tools
        for name in ([entry.text] if entry.text in (STAR, f"{MCP}{STAR}") else list(parts(entry.text) or ())[:1])
    }
    for key, node in _pairs(fields["mcp_servers"][1]):
        if key.text in own and not named & {STAR, f"{MCP}{STAR}", key.text}:
            words = {"server": key.text, "host": host, "cure": "limit them with `include_tools` of the server"}
            resolution.diagnostics.append(
                Diagnostic("server-adds-tools", reading.source, key.start, max(node.end, key.end), words, WARNING)
            )


def _pairs(node: Node) -> list[tuple[Scalar, Node]]:
    return [(key, value) for key, value in node.entries if isinstance(key, Scalar)] if isinstance(node, Mapping) else []
