"""The remit of a Claude Code agent: what it asks for, what the client gives it, and what remit holds it to."""

from __future__ import annotations

from ...definition import Definition
from ...diagnostic import ERROR, WARNING, Diagnostic
from ...inventory import Inventory
from ...policy import DENY, Origin
from ...ruling import covers
from ...session import Reason, Resolution, Session
from ...syntax.nodes import Mapping, Scalar, Sequence
from ...syntax.schema import core
from ...tools import MCP, Entry, ToolPattern, nearest, split
from ..base import BACKGROUND, FOREGROUND, MAIN, PLUGIN, Reading
from . import tools
from .client import Fields, client_block, client_root, index, text_of
from .lists import entries
from .servers import server_items
from .settings import Settings
from .values import is_true
from .vocabulary import MEMORY, SEARCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Seq

DEPTH_LIMIT = 3
"""How deep agents may be nested (2.1.219): an agent that deep has no `Agent` tool."""


class Data:
    """What a ruling needs beside the resolution: the session's tools and settings, the author's scopes by tool, whether every tool is meant
    (`open`), and the entries of the denylist that take a tool whole (`gone`) or some of its calls (`denied`)."""

    __slots__ = ("denied", "gone", "open", "pool", "scopes", "settings")

    def __init__(self, pool: tools.Pool, settings: Settings | None) -> None:
        self.pool = pool
        self.settings = settings
        self.scopes: dict[str, list[str]] = {}
        self.open = False
        self.gone: list[ToolPattern] = []
        self.denied: list[ToolPattern] = []


def client_fields(reading: Reading) -> Fields:
    """The fields as the client has them."""
    if isinstance(reading.view, dict):
        return reading.view
    document = reading.document
    block = client_block(document.source.data, reading.version)
    if block is not None and document.has_front_matter and document.root is not None:
        same = document.scanned and block[1] == document.front_bytes[1]
        if same:
            return index(document.root)
    return index(client_root(reading, block))


def lists_of(
    definition: Definition, reading: Reading | None, fields: Fields
) -> tuple[tools.Lists, Callable[[Entry], Origin | None]]:
    """The two lists as the client has them, and where an entry stands."""
    if reading is None:
        allow = None if definition.tools is None else [Entry(name) for name in _split(definition.tools)]
        denied = [Entry(name) for name in _split(definition.disallowed_tools)]
        lists = tools.Lists(
            allow, denied, definition.memory is not None, definition.permission_mode == "plan", _inline(definition)
        )
        return lists, lambda entry: None
    source = reading.document.source
    text = source.text

    def listed(name: str) -> list[Entry] | None:
        return entries(fields[name][1], text) or [] if name in fields else None

    def origin(entry: Entry) -> Origin | None:
        return Origin(source, entry.start, entry.end) if entry.start >= 0 else None

    plugin = reading.scope == PLUGIN
    memory = "memory" in fields and text_of(fields["memory"][1]) in ("user", "project", "local")
    plan = not plugin and "permissionMode" in fields and text_of(fields["permissionMode"][1]) == "plan"
    inline: dict[str, tuple[str, ...] | None] = {}
    if "mcpServers" in fields and not plugin:
        inline = {server.name: None for server in server_items(fields["mcpServers"][1]) if server.inline and server.valid}
    return tools.Lists(listed("tools"), listed("disallowedTools") or [], memory, plan, inline), origin


def _split(names: Seq[str]) -> list[str]:
    return [part for name in names for part, _, _ in split(name)]


def _inline(definition: Definition) -> dict[str, tuple[str, ...] | None]:
    found: dict[str, tuple[str, ...] | None] = {}
    if isinstance(definition.mcp_servers, list):
        for item in definition.mcp_servers:
            if isinstance(item, dict) and len(item) == 1:
                found[str(next(iter(item)))] = None
    return found


def resolve(definition: Definition, session: Session) -> Resolution:
    reading = definition.reading
    settings = session.settings if isinstance(session.settings, Settings) else None
    inventory = session.inventory or session.host.inventory(None, session.version)
    trail = tools.Trail()
    whole = tools.pool_of(inventory, session.version)
    pool = _after_settings(whole, settings, trail)
    fields = client_fields(reading) if reading is not None else {}
    lists, origin = lists_of(definition, reading, fields)
    for server in lists.inline:
        lists.inline[server] = inventory.servers.get(server) or inventory.others.get(server)
    mode = session.mode
    if mode == FOREGROUND and _runs_in_background(definition, reading, fields):
        mode = BACKGROUND
    may_spawn = session.depth < DEPTH_LIMIT
    answer = tools.answer(lists, pool, session.version, mode, may_spawn=may_spawn, trail=trail)
    loaded = reading is None or reading.loaded
    data = Data(pool, settings)
    declared, enforced = _declared(definition, pool, lists.inline, data)
    effective = answer.tools if answer.started else []

    def reasons() -> list[Reason]:
        granted = set(answer.tools)
        return [
            Reason(tool, granted_here and answer.started, because, origin(where) if isinstance(where, Entry) else where)
            for tool, granted_here, because, where in trail.steps
            if granted_here or tool not in granted
        ]

    resolution = Resolution(
        session,
        declared if not _refused(reading, definition) else None,
        effective if loaded else None,
        enforced=enforced if not _refused(reading, definition) else None,
        reasons=reasons,
        spawnable=loaded and answer.started,
        spawns=_spawns(lists, answer.tools, mode, settings) if answer.started else None,
        added=answer.added,
        data=data,
    )
    _diagnose(resolution, reading, fields, lists, answer, inventory)
    return resolution


def _refused(reading: Reading | None, definition: Definition) -> bool:
    return reading is not None and reading.definition is None


def _runs_in_background(definition: Definition, reading: Reading | None, fields: Fields) -> bool:
    if reading is None:
        return bool(definition.background)
    entry = fields.get("background")
    if entry is None or not isinstance(entry[1], Scalar):
        return False
    return is_true(core(entry[1]))


def _after_settings(pool: tools.Pool, settings: Settings | None, trail: tools.Trail) -> tools.Pool:
    """The session's tools without those that a deny rule of the settings takes away as a whole."""
    if settings is None or not settings.rules:
        return pool
    from ...permissions.claude_code import Rule

    gone: set[str] = set()
    for rule in settings.of(DENY):
        denied = Rule(DENY, rule.text)
        for tool in [*pool.names, *(SEARCH if pool.folded else ())]:
            if tool not in gone and denied.removes(tool):
                gone.add(tool)
                if tool in pool.names:
                    trail.drop(tool, f"denied for the whole session by `{rule.text}` in the settings", rule.origin)
    if not gone:
        return pool
    if "Bash" in gone:
        gone.add("Monitor")
    names = [name for name in pool.names if name not in gone]
    if pool.folded and "Bash" in gone:
        # Without Bash to search through, the search tools are members like any other.
        names += [name for name in SEARCH if name not in gone and name not in names]
        names.sort(key=lambda name: (name in pool.servers, name))
    return tools.Pool(names, pool.servers, pool.folded)


def _declared(
    definition: Definition, pool: tools.Pool, inline: dict[str, tuple[str, ...] | None], data: Data
) -> tuple[list[str], list[str]]:
    """What the author's text asks for, and the tools of the session that this is.

    One matcher serves both lists: names, aliases, `mcp__server`, `mcp__server__*`, `mcp__*`, `*`, each with or without a specifier. A
    specifier in the allowlist grants the tool for matching calls, one in the denylist takes matching calls away and leaves the tool.
    """
    wanted = None if definition.tools is None else [ToolPattern.parse(name) for name in _split(definition.tools)]
    refused = [ToolPattern.parse(name) for name in _split(definition.disallowed_tools)]
    names = list(pool.names)
    if pool.folded:
        names += [name for name in SEARCH if name not in names]
    for server in inline:
        name = f"{MCP}{tools.normal(server)}__*"
        if name not in names:
            names.append(name)
    gone = [pattern for pattern in refused if pattern.specifier is None or pattern.specifier in ("", "*")]
    refused_names = {name for pattern in gone for name in _meant(pattern, names) if not _narrower(pattern, name)}
    scopes: dict[str, list[str]] = {}
    data.open = wanted is None or any(pattern.text == "*" for pattern in wanted)
    if wanted is None or any(pattern.text == "*" for pattern in wanted):
        base = [name for name in names if name in pool.names or not pool.folded or name not in SEARCH]
        declared = [name for name in base if name not in refused_names]
        enforced = list(declared)
    else:
        declared, enforced = [], []
        whole = [name for name in names if name.endswith("__*")]
        for pattern in wanted:
            hit = [name for name in _meant(pattern, names) if name not in refused_names]
            if pattern.text not in declared and not any(means(other, tools.canonical(pattern.tool)) for other in gone):
                declared.append(pattern.text)
            some = [name for name in whole if _narrower(pattern, name)]
            if some:
                hit = [name for name in hit if name not in some]
                hit += [] if any(means(other, pattern.tool) for other in gone) else [pattern.tool]
            for name in hit:
                if name not in enforced:
                    enforced.append(name)
                if pattern.specifier not in (None, "", "*"):
                    scopes.setdefault(name, []).append(pattern.specifier or "")
        for pattern in wanted:
            if pattern.specifier in (None, "", "*"):
                for name in [name for name in scopes if means(pattern, name)]:
                    del scopes[name]
        if definition.memory is not None:
            for name in MEMORY:
                if name in names and name not in enforced and name not in refused_names:
                    enforced.append(name)
                    scopes[name] = ["/".join((*memory_place(definition), "**"))]
    data.scopes = scopes
    data.gone = gone
    data.denied = [pattern for pattern in refused if pattern not in gone]
    return declared, enforced


_MEMORIES = {"user": "~/.claude/agent-memory", "local": ".claude/agent-memory-local"}


def memory_place(definition: Definition) -> tuple[str, str]:
    """Where an agent keeps its memory: the folder, of the project or below `~`, and the name of its own in there."""
    return _MEMORIES.get(definition.memory or "", ".claude/agent-memory"), definition.name.replace(" ", "-")


def _meant(pattern: ToolPattern, names: list[str]) -> list[str]:
    """The tools among `names` that an entry, read as its author means it, is about. Most entries are a plain name."""
    tool = tools.canonical(pattern.tool)
    if tool == "*" or tool.startswith(MCP):
        return [name for name in names if means(pattern, name)]
    return [tool] if tool in names else []


def means(pattern: ToolPattern, name: str) -> bool:
    """Whether an entry, read as its author means it, is about this tool."""
    return covers(tools.canonical(pattern.tool), name)


def _narrower(pattern: ToolPattern, name: str) -> bool:
    """Whether an entry is about some tools of a server whose tools are not known, which stands as `mcp__server__*`."""
    return name.endswith("__*") and pattern.tool != name and pattern.tool.startswith(name[:-1])


def _spawns(lists: tools.Lists, effective: list[str], mode: str, settings: Settings | None) -> Callable[[str], bool] | None:
    """Which agents may be started: any, but as the main thread only those that `Agent(a, b)` names."""
    if "Agent" not in effective:
        return None
    named: set[str] | None = None
    if mode == MAIN and lists.tools is not None:
        for entry in lists.tools:
            pattern = ToolPattern.parse(entry.text)
            if tools.canonical(pattern.tool) == "Agent" and pattern.specifier is not None:
                types = {part.strip() for part in pattern.specifier.split(",") if part.strip()}
                if not types or types == {"*"}:
                    named = None
                    break
                named = (named or set()) | types
    denied = denied_agents(settings)

    def may(name: str) -> bool:
        return (named is None or name in named) and name not in denied

    return may


def denied_agents(settings: Settings | None) -> set[str]:
    """The agents that a deny rule of the settings names: `Agent(fixer)`."""
    if settings is None:
        return set()
    found = set()
    for rule in settings.of(DENY):
        pattern = ToolPattern.parse(rule.text)
        if tools.canonical(pattern.tool) == "Agent" and pattern.specifier:
            found.add(pattern.specifier.strip())
    return found


def spawn_list(definition: Definition) -> list[str] | None:
    """The agents that the author lets this one start by name: `None` = any, `[]` = none."""
    if definition.tools is None:
        return None
    named: list[str] = []
    any_agent = False
    for name in _split(definition.tools):
        pattern = ToolPattern.parse(name)
        if tools.canonical(pattern.tool) == "Agent":
            types = [part.strip() for part in (pattern.specifier or "").split(",") if part.strip()]
            if not types or types == ["*"]:
                any_agent = any_agent or pattern.specifier is None or types == ["*"]
            named += [kind for kind in types if kind not in named]
    return named if named else None if any_agent else []


def _server_meant(entry: str, there: set[str]) -> str | None:
    """What an entry says with the name of the server that it nearly names; `None` where its server is there, or none is near."""
    if not entry.startswith(MCP):
        return None
    server, _, tool = entry[len(MCP) :].partition("__")
    if not server or "*" in server or any(f"{entry[len(MCP) :]}__".startswith(f"{name}__") for name in there):
        return None
    close = nearest(server, there, cutoff=0.75)
    return None if close is None else f"{MCP}{close}" + (f"__{tool}" if tool else "")


def _diagnose(
    resolution: Resolution,
    reading: Reading | None,
    fields: Fields,
    lists: tools.Lists,
    answer: tools.Answer,
    inventory: Inventory,
) -> None:
    """What only shows once the lists meet a session."""
    if reading is None or not reading.loaded:
        return
    source = reading.document.source
    host = resolution.session.host.title
    found = resolution.diagnostics

    def report(rule: str, start: int, end: int, data: dict[str, object], severity: str | None = None) -> None:
        found.append(Diagnostic(rule, source, start, end, {**data, "host": host}, severity))

    memory = [name for name in answer.added if name in MEMORY]
    if memory and "memory" in fields:
        key = fields["memory"]
        report("memory-adds-tools", key[0].start, key[1].end, {"tools": tuple(memory)}, WARNING)
    servers = [name for name in answer.added if name not in MEMORY]
    if servers and "mcpServers" in fields:
        node = fields["mcpServers"][1]
        names = (
            [server for server in server_items(node) if server.inline and server.valid]
            if isinstance(node, Sequence | Mapping)
            else []
        )
        for server in names:
            report("server-adds-tools", server.start, server.end, {"server": server.name}, WARNING)
    there = {*inventory.servers, *inventory.others, *lists.inline}
    if inventory.complete or inventory.servers:
        missing = [
            entry
            for entry in answer.unknown
            if entry.text.startswith(MCP)
            or (inventory.complete and entry.text in tools.session_tools(resolution.session.version))
        ]
        for entry in missing:
            if entry.text != f"{MCP}*" and "*" not in entry.text.removesuffix("__*"):
                report(
                    "unavailable-tool",
                    entry.start,
                    entry.end,
                    {
                        "entry": entry.text,
                        "granted": len(lists.tools or ()) - len(answer.unknown),
                        "of": len(lists.tools or ()),
                        "nearest": _server_meant(entry.text, there),
                    },
                    WARNING,
                )
    for entry in lists.denied:
        # Another server may be somebody's own; a slip in the name of one that is there denies nothing.
        meant = _server_meant(entry.text, there)
        if meant is not None:
            report("unavailable-tool", entry.start, entry.end, {"entry": entry.text, "denies": True, "nearest": meant}, ERROR)
    known = inventory.complete or bool(inventory.servers) or not any(entry.text.startswith(MCP) for entry in answer.unknown)
    if not answer.started and known and not any(finding.rule == "tools-resolve-to-nothing" for finding in reading.findings):
        first, last = (lists.tools or [])[:1], (lists.tools or [])[-1:]
        if first:
            report(
                "tools-resolve-to-nothing",
                first[0].start,
                last[0].end,
                {"entries": tuple(entry.text for entry in lists.tools or ())},
                "error",
            )
