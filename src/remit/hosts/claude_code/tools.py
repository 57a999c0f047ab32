"""Which tools Claude Code hands to an agent: the session's pool, minus what sub-agents never get, minus the denylist, cut to the allowlist.

Source: the recorded answers of the clients 2.1.332 and 2.1.197 (foreground, background; two MCP servers) and random questions to them,
2026-11-30. The client compares names exactly; the specifier of an entry is cut off in both lists.
"""

from __future__ import annotations

from ...inventory import Inventory
from ...policy import Origin
from ...tools import MCP, Entry, ToolPattern
from ..base import BACKGROUND, MAIN, Version
from .vocabulary import (
    ALIASES,
    IN_BACKGROUND,
    MEMORY,
    NOT_FOR_SUBAGENTS,
    SEARCH,
    SESSION_2_1_197,
    SESSION_2_1_332,
)

REFUSED_WHEN_EMPTY = Version("2.1.208")
DENY_SERVERS = Version("2.1.178")
PLAN_TOOL = "ExitPlanMode"
"""What an agent whose own mode is `plan` gets, though the session does not have it."""
_RECORDED_NEW = Version("2.1.332")


def normal(server: str) -> str:
    """A server's name as it stands in its tools' names: other characters than letters, digits, `_` and `-` become `_`."""
    return "".join(char if char.isascii() and (char.isalnum() or char in "_-") else "_" for char in server)


def session_tools(version: Version) -> tuple[str, ...]:
    """The built-ins of a session of that version: those of the nearest recorded client that is not newer."""
    return SESSION_2_1_197 if version < _RECORDED_NEW else SESSION_2_1_332


class Pool:
    """The tools of a session: names in the client's order (built-ins, then MCP, each by alphabet), and each MCP tool's server.

    `folded` says that the session searches through `Bash`: `Glob` and `Grep` are not listed, but an allowlist without `Bash` gets them.
    """

    __slots__ = ("folded", "names", "servers")

    def __init__(self, names: list[str], servers: dict[str, str], folded: bool) -> None:
        self.names = names
        self.servers = servers
        self.folded = folded

    def without(self, drop: set[str]) -> Pool:
        return Pool([name for name in self.names if name not in drop], self.servers, self.folded)


def pool_of(inventory: Inventory, version: Version) -> Pool:
    """The pool of an inventory. A server whose tools are not known stands as `mcp__server__*`."""
    builtins = inventory.builtins
    folded = builtins is None
    names = sorted(set(session_tools(version) if builtins is None else builtins))
    servers: dict[str, str] = {}
    tools: list[str] = []
    for server, known in inventory.servers.items():
        prefix = f"{MCP}{normal(server)}__"
        for tool in ("*",) if known is None else known:
            name = prefix + ("*" if tool == "*" else normal(tool))
            if name not in servers:
                servers[name] = normal(server)
                tools.append(name)
    return Pool(names + sorted(tools), servers, folded)


class Trail:
    """Why each tool is in or out, in the order that the answer was found: (tool, granted, reason, where).

    `where` is an entry of the definition, or the place of a rule elsewhere.
    """

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: list[tuple[str, bool, str, Entry | Origin | None]] = []

    def grant(self, tool: str, because: str, where: Entry | Origin | None = None) -> None:
        self.steps.append((tool, True, because, where))

    def drop(self, tool: str, because: str, where: Entry | Origin | None = None) -> None:
        self.steps.append((tool, False, because, where))


class Lists:
    """The two lists of a definition as the client has them.

    `tools` is `None` where the field is absent. `memory` says whether a memory folder is on, `plan` whether the definition's mode is
    `plan`, `inline` the servers that the definition starts itself.
    """

    __slots__ = ("denied", "inline", "memory", "plan", "tools")

    def __init__(
        self,
        tools: list[Entry] | None,
        denied: list[Entry],
        memory: bool = False,
        plan: bool = False,
        inline: dict[str, tuple[str, ...] | None] | None = None,
    ) -> None:
        self.tools = tools
        self.denied = denied
        self.memory = memory
        self.plan = plan
        self.inline = inline or {}


class Answer:
    """What the client hands over: the tools in its order, whether it starts the agent at all, and which entries meant nothing."""

    __slots__ = ("added", "refused", "started", "tools", "unknown")

    def __init__(self, tools: list[str], started: bool, unknown: list[Entry], added: list[str]) -> None:
        self.tools = tools
        self.started = started
        self.unknown = unknown
        self.added = added


def canonical(name: str) -> str:
    return ALIASES.get(name, name)


def answer(
    lists: Lists, session: Pool, version: Version, mode: str, *, may_spawn: bool = True, trail: Trail | None = None
) -> Answer:
    """Steps 1 to 5 of the client. `may_spawn` is false at the nesting limit."""
    why = trail or Trail()
    own = pool_of(Inventory((), lists.inline), version)
    pool = Pool(
        session.names + [name for name in own.names if name not in session.servers],
        {**session.servers, **own.servers},
        session.folded,
    )
    names = list(pool.names)
    if mode != MAIN:
        names = _for_subagents(names, pool, lists.plan, mode == BACKGROUND, may_spawn, why)
        if lists.plan and pool.folded and PLAN_TOOL not in names:
            names.append(PLAN_TOOL)
    denied = _deny(names, pool, lists.denied, version, why)
    left = [name for name in names if name not in denied]
    if lists.tools is None or any(entry.text == "*" for entry in lists.tools):
        star = next((entry for entry in lists.tools or () if entry.text == "*"), None)
        for name in left:
            why.grant(
                name,
                "`*` inherits every tool of the session" if star else "no `tools` list: every tool of the session is inherited",
                star,
            )
        return Answer(left, True, [], [])
    wanted = list(lists.tools)
    named = {canonical(ToolPattern.parse(entry.text).tool) for entry in wanted}
    own_memory = [Entry(name) for name in MEMORY if name not in named] if lists.memory else []
    listed = _allow(wanted, left, pool, denied, why)
    unknown = listed.unknown
    tools = listed.tools
    added = []
    for entry in own_memory:
        if entry.text in left:
            tools.append(entry.text)
            added.append(entry.text)
            why.grant(entry.text, f"`memory` adds `{entry.text}` to every allowlist")
    _search(listed, tools, why)
    for name in own.names:
        if name in left and name not in tools:
            tools.append(name)
            added.append(name)
            why.grant(name, "a server in the definition's own `mcpServers` adds all its tools")
    started = bool(tools) or mode == MAIN or version < REFUSED_WHEN_EMPTY or not _refuses([*wanted, *own_memory], lists.denied)
    for name in left:
        if name not in tools:
            why.drop(name, "not in `tools`")
    return Answer(tools, started, unknown, added)


def _for_subagents(names: list[str], pool: Pool, plan: bool, background: bool, may_spawn: bool, why: Trail) -> list[str]:
    kept = []
    for name in names:
        if name in NOT_FOR_SUBAGENTS and not (plan and name == PLAN_TOOL):
            why.drop(name, "no sub-agent gets this tool")
        elif name == "Agent" and not may_spawn:
            why.drop(name, "the nesting limit is reached")
        elif background and name not in pool.servers and name not in IN_BACKGROUND:
            why.drop(name, "not available to an agent in the background")
        else:
            kept.append(name)
    return kept


def _deny(names: list[str], pool: Pool, entries: list[Entry], version: Version, why: Trail) -> set[str]:
    """The tools that the denylist takes away. One `*` in it and it takes nothing."""
    if any(entry.text == "*" for entry in entries):
        return set()
    gone: set[str] = set()
    for entry in entries:
        pattern = ToolPattern.parse(entry.text)
        name = canonical(pattern.tool)
        hit = [tool for tool in names if tool not in gone and denies(name, tool, pool, version)]
        if name in SEARCH and pool.folded:
            gone.add(name)
        for tool in hit:
            scope = f": the client cuts `({pattern.specifier})` off and takes the whole tool" if pattern.specifier else ""
            via = "" if tool == name else f" (`{entry.text}`)"
            why.drop(tool, f"denied by `disallowedTools`{via}{scope}", entry)
            gone.add(tool)
        if name == "Bash" and "Monitor" in names and "Monitor" not in gone:
            why.drop("Monitor", "goes with `Bash`, which `disallowedTools` denies", entry)
            gone.add("Monitor")
    return gone


def denies(name: str, tool: str, pool: Pool, version: Version) -> bool:
    """Whether a denylist's entry without its specifier hits a tool: by name, `mcp__server`, `mcp__server__*`, `mcp__*` or `mcp__*__*`."""
    if name == tool:
        return True
    if not name.startswith(MCP) or tool not in pool.servers or version < DENY_SERVERS:
        return False
    rest = name[len(MCP) :]
    if rest in ("*", "*__*"):
        return True
    server = rest.removesuffix("__*")
    return bool(server) and "*" not in server and not server.endswith("__") and tool.startswith(f"{MCP}{server}__")


class _Listed:
    """What an allowlist names: tools, entries that mean nothing, and search tools that are folded into `Bash`."""

    __slots__ = ("search", "tools", "unknown")

    def __init__(self) -> None:
        self.tools: list[str] = []
        self.unknown: list[Entry] = []
        self.search: list[tuple[str, Entry]] = []


def _allow(entries: list[Entry], left: list[str], pool: Pool, denied: set[str], why: Trail) -> _Listed:
    """The tools that the allowlist names, in its order."""
    found = _Listed()
    for entry in entries:
        pattern = ToolPattern.parse(entry.text)
        name = canonical(pattern.tool)
        if pool.folded and name in SEARCH and name not in left:
            if name not in denied:
                found.search.append((name, entry))
            continue
        hit = _allows(name, left, pool)
        if not hit:
            if name in denied or _of_denied_server(name, denied):
                continue
            found.unknown.append(entry)
            why.drop(entry.text, _why_nothing(name, pool), entry)
        for tool in hit:
            if tool not in found.tools:
                found.tools.append(tool)
                scope = f"; the client cuts `({pattern.specifier})` off" if pattern.specifier else ""
                via = f"`{entry.text}`" if tool != entry.text else "listed"
                why.grant(tool, f"{via} in `tools`{scope}", entry)
    return found


def _search(found: _Listed, tools: list[str], why: Trail) -> None:
    """The folded search tools that the list names: they come last, and only where there is no `Bash` to search with."""
    for name, entry in found.search:
        if "Bash" in tools:
            why.drop(name, "searching goes through `Bash` in this build, which the list has", entry)
        elif name not in tools:
            tools.append(name)
            why.grant(name, "listed in `tools`, and the list has no `Bash` to search with", entry)


def _allows(name: str, left: list[str], pool: Pool) -> list[str]:
    if name in left:
        return [name]
    if not name.startswith(MCP):
        return []
    rest = name[len(MCP) :]
    server = rest.removesuffix("__*")
    if server and "*" not in server:
        hit = [tool for tool in left if pool.servers.get(tool) == server]
        if hit:
            return hit
        # A tool of a server whose tools are not known: taken at its word.
        of = rest.partition("__")[0]
        if of != rest and f"{MCP}{of}__*" in left and "*" not in rest:
            return [name]
    return []


def _of_denied_server(name: str, denied: set[str]) -> bool:
    """Whether a tool belongs to a server whose tools are not known one by one and are denied together."""
    return any(gone.endswith("__*") and name.startswith(gone[:-1]) for gone in denied)


def _why_nothing(name: str, pool: Pool) -> str:
    if name in NOT_FOR_SUBAGENTS and name in pool.names:
        return "no sub-agent gets this tool"
    if name in pool.names:
        return "not available to this agent"
    if name == f"{MCP}*":
        return "`mcp__*` is no pattern of an allowlist: it names no tool"
    if name.startswith(MCP):
        return "no such server or tool in this session"
    return "no such tool in this session"


def _refuses(wanted: list[Entry], denied: list[Entry]) -> bool:
    """Whether an empty result is an error for the client: it is where an entry is left that the denylist does not account for.

    A specifier keeps an entry of the denylist from accounting for a tool, but not for `Agent` or for the tools of a server.
    """
    names: set[str] = set()
    servers: set[str] = set()
    for entry in denied:
        pattern = ToolPattern.parse(entry.text)
        if _is_server(pattern.tool):
            servers.add(pattern.tool)
        elif pattern.specifier in (None, "", "*") or canonical(pattern.tool) == "Agent":
            names.add(canonical(pattern.tool))
        if canonical(pattern.tool) == "Bash":
            names.add("Monitor")
    if "*" in names:
        return bool(wanted)
    return not all(_accounted(entry.text, names, servers) for entry in wanted)


def _is_server(name: str) -> bool:
    """Whether a name means all tools of a server, or of all servers."""
    server, _, tool = name.removeprefix(MCP).partition("__")
    return name.startswith(MCP) and bool(server) and (tool == "*" or "__" not in name[len(MCP) :])


def _accounted(entry: str, names: set[str], servers: set[str]) -> bool:
    pattern = ToolPattern.parse(entry)
    tool = canonical(pattern.tool)
    if tool in names:
        return tool != "Agent" or entry == tool
    if not tool.startswith(MCP) or tool == MCP:
        return False
    server = entry[len(MCP) :].partition("__")[0]  # with what stands in brackets behind it
    return bool(server and {f"{MCP}*", f"{MCP}*__*", f"{MCP}{server}", f"{MCP}{server}__*"} & servers)
