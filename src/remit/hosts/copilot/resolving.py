"""The remit of a Copilot agent: what it asks for, what the client gives it, what remit holds it to, and decisions about
calls."""

from __future__ import annotations

from ...diagnostic import WARNING, Diagnostic
from ...policy import Origin
from ...session import Reason, Resolution, Session
from ...syntax.nodes import Mapping
from ...syntax.schema import plain
from ...tools import MCP, Entry
from .accepting import index, seen
from .pool import STAR, Pool, builtins_of, own_servers
from .values import entries
from .vocabulary import ALWAYS, SESSION, SETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...definition import Definition
    from ..base import Reading

SPAWN = "task"


class Data:
    """What a decision needs beside the resolution: the session's tools."""

    __slots__ = ("pool",)

    def __init__(self, pool: Pool) -> None:
        self.pool = pool


class Lists:
    """The list and the servers of a definition as the client has them. `tools` is `None` where the field is absent."""

    __slots__ = ("servers", "source", "tools")

    def __init__(self, definition: Definition) -> None:
        reading = definition.reading
        self.source = reading.source if reading is not None else None
        self.tools: list[Entry] | None
        self.servers: object = definition.mcp_servers
        if reading is None:
            self.tools = None if definition.tools is None else [Entry(name) for name in definition.tools]
            return
        fields = seen(reading.document).fields or {}
        self.tools = entries(fields["tools"][1], reading.source.text) if "tools" in fields else None
        if "mcp-servers" in fields:
            self.servers = plain(fields["mcp-servers"][1])

    def origin(self, entry: Entry) -> Origin | None:
        return Origin(self.source, entry.start, entry.end) if self.source is not None and entry.start >= 0 else None


def names_granted(tools: list[Entry] | None, denied: list[Entry]) -> list[str]:
    """The recorded built-ins that a list gives although they stand in the other."""
    given = set(SESSION) if tools is None or any(entry.text == STAR for entry in tools) else set()
    for entry in tools or ():
        given.update(builtins_of(entry.text.rpartition("/")[2]))
    refused = {
        tool for entry in denied for tool in (SESSION if entry.text == STAR else builtins_of(entry.text.partition("(")[0]))
    }
    return [tool for tool in SESSION if tool in given and tool in refused]


def resolve(definition: Definition, session: Session) -> Resolution:
    reading = definition.reading
    inventory = session.inventory or session.host.inventory(None, session.version)
    lists = Lists(definition)
    own = own_servers(lists.servers, inventory)
    pool = Pool(inventory, own)
    reasons: list[Reason] = []
    added: list[str] = []
    nothing: list[Entry] = []
    granted = _granted(lists, pool, reasons, nothing)
    if session.depth <= 1:
        added = [name for name in ALWAYS if name not in granted]
        reasons += [Reason(name, True, f"{session.host.title} adds `{name}` whatever the list says") for name in added]
    effective = [name for name in pool.names if name in granted or name in added]
    effective += [name for name in (*granted, *added) if name not in effective]
    reasons += [Reason(name, False, "not in `tools`") for name in pool.names if name not in effective]
    loaded = reading is None or reading.loaded
    refused = reading is not None and reading.definition is None
    declared, enforced = _declared(definition, pool)
    resolution = Resolution(
        session,
        None if refused else declared,
        effective if loaded else None,
        enforced=None if refused else enforced,
        reasons=reasons,
        spawnable=loaded,
        spawns=_spawns(session) if loaded and SPAWN in effective else None,
        added=added,
        data=Data(pool),
    )
    if reading is not None and loaded:
        _diagnose(resolution, reading, lists, own, nothing)
    return resolution


def _granted(lists: Lists, pool: Pool, reasons: list[Reason], nothing: list[Entry]) -> dict[str, Entry | None]:
    """The tools that the list gives, each with the entry that does."""
    star = next((entry for entry in lists.tools or () if entry.text == STAR), None)
    granted: dict[str, Entry | None] = {}
    if lists.tools is None or star is not None:
        because = "`*` is every tool of the session" if star is not None else "no `tools` list: every tool of the session"
        for name in pool.names:
            granted[name] = star
            reasons.append(Reason(name, True, because, lists.origin(star) if star is not None else None))
    for entry in lists.tools or ():
        if entry.text == STAR:
            continue
        found = pool.match(entry.text)
        if not found:
            nothing.append(entry)
            reasons.append(Reason(entry.text, False, "stands for no tool of this session", lists.origin(entry)))
        for name in found:
            if name not in granted:
                granted[name] = entry
                because = "listed in `tools`" if entry.text == name else f"`{entry.text}` in `tools` stands for it"
                reasons.append(Reason(name, True, because, lists.origin(entry)))
    return granted


def _declared(definition: Definition, pool: Pool) -> tuple[list[str], list[str]]:
    """What the author's text asks for, and the tools of the session that this is.

    A `disallowedTools` counts, though the client knows none: it can only narrow. What follows a server's name is that
    server's tool alone.
    """
    refused = {name for entry in definition.disallowed_tools for name in denied(pool, entry)}
    names = definition.tools
    if names is None or STAR in names:
        listed = [name for name in pool.names if name not in refused]
        for entry in names or ():  # what no session lists is there by its name, beside `*` too
            listed += [
                name
                for name in pool.match(entry)
                if entry != STAR and name not in listed and name not in refused and _meant(entry, name)
            ]
        return listed, list(listed)
    declared: list[str] = []
    enforced: list[str] = []
    for entry in names:
        found = [name for name in pool.match(entry) if _meant(entry, name)]
        if entry not in declared and not (found and all(name in refused for name in found)):
            declared.append(entry)
        enforced += [name for name in found if name not in refused and name not in enforced]
    return declared, enforced


def denied(pool: Pool, entry: str) -> list[str]:
    """The tools that an entry of `disallowedTools` takes away."""
    if entry == STAR:
        return list(pool.names)
    if entry.startswith(MCP):
        rest = entry.removesuffix("__*")
        return [
            name
            for name in pool.names
            if name in (entry, rest) or name.startswith(f"{rest}__") or (entry == f"{MCP}*" and name.startswith(MCP))
        ]
    return pool.match(entry.partition("(")[0])


def _meant(entry: str, name: str) -> bool:
    """Whether an entry of this form is meant for this tool: `github/search` is the server's tool and no built-in."""
    head, slash, _ = entry.lower().rpartition("/")
    return not slash or name.startswith(MCP) or "-" in name or head in SETS


def _spawns(session: Session) -> Callable[[str], bool]:
    """Which agents may be started: all that do not keep themselves from it."""
    host = session.host.name
    kept: set[str] = set()
    for name, target in session.catalog.agents(host) if session.catalog is not None else ():
        if target.extra.get("disable-model-invocation") is True or target.extra.get("infer") is False:
            # A file is known by its own name, an agent is started by the name in it.
            kept.update((name, target.name))

    def may(name: str) -> bool:
        return name not in kept

    return may


def canonical(pool: Pool, tool: str) -> str:
    """A tool's name as the session's list has it: `server/tool` and `server-tool` are `mcp__server__tool`."""
    if tool in pool.names or tool.startswith(MCP):
        return tool
    found = pool.shown.get(tool.lower())
    if found is None and ("/" in tool or "-" in tool):
        found = next((name for name in pool.match(tool) if name.startswith(MCP)), None)
    return found or tool


def _diagnose(
    resolution: Resolution, reading: Reading, lists: Lists, own: dict[str, tuple[str, ...] | None], nothing: list[Entry]
) -> None:
    """What only shows once the list meets a session."""
    inventory = resolution.session.inventory
    if inventory is None:
        return
    host = resolution.session.host.title

    def report(rule: str, start: int, end: int, words: dict[str, object]) -> None:
        resolution.diagnostics.append(Diagnostic(rule, reading.source, start, end, {**words, "host": host}, WARNING))

    if inventory.complete or inventory.servers:
        total = len(lists.tools or ())
        for entry in nothing:
            if "/" in entry.text and entry.text.rpartition("/")[0].lower() not in SETS:
                words: dict[str, object] = {"entry": entry.text, "granted": total - len(nothing), "of": total}
                report("unavailable-tool", entry.start, entry.end, words)
    fields = seen(reading.document).fields or {}
    node = fields["mcp-servers"][1] if "mcp-servers" in fields else None
    for name, (key, _) in index(node).items() if isinstance(node, Mapping) else ():
        if name in own and name in inventory.servers:
            report("server-gives-way", key.start, key.end, {"server": name})
