"""The remit of a Zeph agent: what it asks for, what Zeph hands over, what remit holds it to, and why.

Zeph's order when an agent is started: defaults of the configuration, the gate for `bypass_permissions`, the tools of the agent
that starts it, what memory adds, the worktree. Memory comes after the narrowing and can bring back what that took away; what
remit enforces is narrowed last.
"""

from __future__ import annotations

from ...inventory import Inventory
from ...policy import Origin
from ...session import Reason, Resolution, Session
from ...tools import MCP, Entry, ToolPattern
from .agent import Agent, Data, memory_path
from .explaining import reasons_for
from .policy import ALLOW, Policy, granted, match, name_of, narrow
from .settings import Settings
from .vocabulary import BYPASS, CHDIR, CURRENT, FILE_TOOLS, MEMORY_TOOLS, TOOLS, YAML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...definition import Definition


def pool_of(inventory: Inventory) -> list[str]:
    """The names of the session's tools, in order; `mcp__server__*` for a server whose tools are not known."""
    pool = list(TOOLS if inventory.builtins is None else inventory.builtins)
    for server, tools in inventory.servers.items():
        pool += [f"{MCP}{server}__{tool}" for tool in (("*",) if tools is None else tools)]
    return pool


def resolve(definition: Definition, session: Session) -> Resolution:
    agent = Agent(definition)
    settings = session.settings if isinstance(session.settings, Settings) else None
    version = session.version
    folded = not version < CURRENT
    inventory = session.inventory or session.host.inventory(None, version)
    pool = pool_of(inventory)
    mode = agent.mode
    if settings is not None and mode in (None, "default"):
        mode = settings.default_permission_mode or mode
    data = Data(agent, settings, folded, None if version < YAML else mode)
    policy = agent.policy
    if settings is not None and settings.denied and folded:
        have = {entry.text for entry in policy.excepted}
        policy = Policy(
            policy.kind, policy.entries, [*policy.excepted, *(entry for entry in settings.denied if entry.text not in have)]
        )
    if agent.worktree and folded:
        policy = Policy(policy.kind, policy.entries, [*policy.excepted, Entry(CHDIR)])
    memory = _memory(agent, settings, policy) if folded else None
    if memory is not None:
        pool += [tool for tool in FILE_TOOLS if match(map(Entry, pool), tool) is None]

    hosts = policy if session.ceiling is None or not folded else narrow(policy, _ordered(session.ceiling, pool))
    added: list[str] = []
    if memory is not None and hosts.kind == ALLOW:
        added = [tool for tool in MEMORY_TOOLS if match(hosts.entries, tool) is None]
        hosts = Policy(ALLOW, [*hosts.entries, *map(Entry, added)], hosts.excepted)
    effective = _through(hosts, pool, folded)
    added = [tool for tool in effective if name_of(tool, folded) in added]
    declared = _declared(agent.policy, pool, folded)
    enforced = _enforced(data, definition, policy, pool, effective, added, session.ceiling)
    _stop(data, definition, session)

    reasons = reasons_for(agent, settings, hosts, policy, pool, session, added, memory)
    if data.stopped is not None:
        reasons = [Reason(reason.tool, False, data.stopped, data.because) if reason.granted else reason for reason in reasons]
        effective, enforced, added = [], [], []
    resolution = Resolution(
        session,
        None if agent.refused else declared,
        effective if agent.loaded else None,
        enforced=None if agent.refused else enforced,
        reasons=reasons,
        spawnable=agent.loaded and data.stopped is None,
        spawns=_spawns(settings, session) if data.stopped is None else None,
        added=added,
        narrows=folded,
        data=data,
    )
    if agent.reading is not None and agent.loaded:
        from .advice import advise

        advise(resolution, data, agent.reading, hosts, pool, inventory)
    return resolution


def _ordered(ceiling: frozenset[str], pool: list[str]) -> list[str]:
    """The parent's tools in the session's order, those the session does not list at the end."""
    names = {name_of(tool) for tool in ceiling}
    first = [tool for tool in pool if name_of(tool) in names]
    known = {name_of(tool) for tool in first}
    return first + sorted(tool for tool in ceiling if name_of(tool) not in known)


def _through(policy: Policy, pool: list[str], folded: bool) -> list[str]:
    """The tools that a policy lets through. An allowlist may name a tool of a server whose tools are not known."""
    found = [tool for tool in pool if granted(policy, tool, folded)[0]]
    if policy.kind == ALLOW:
        open_servers = tuple(tool[:-1] for tool in pool if tool.startswith(MCP) and tool.endswith("__*"))
        for entry in policy.entries:
            name = name_of(entry.text, folded)
            if (
                open_servers
                and name.startswith(open_servers)
                and "*" not in name
                and granted(policy, name, folded)[0]
                and name not in found
            ):
                found.append(name)
    return found


def _memory(agent: Agent, settings: Settings | None, policy: Policy) -> str | None:
    """The scope of the agent's memory, `None` without one. Where all three file tools are denied, Zeph runs without memory."""
    scope = agent.memory or (settings.default_memory_scope if settings is not None else None)
    if scope is None:
        return None
    denied = all(match(policy.excepted, tool) is not None for tool in MEMORY_TOOLS)
    if policy.kind != ALLOW and policy.entries:
        denied = denied or all(match(policy.entries, tool) is not None for tool in MEMORY_TOOLS)
    return None if denied else scope


def _declared(policy: Policy, pool: list[str], folded: bool) -> list[str]:
    """What the author's text asks for: the entries of the allowlist as written, or the session's tools, without the denied
    ones. An entry of a denylist that names only some calls takes no tool away here."""
    denied = [entry for entry in policy.denied if ToolPattern.parse(entry.text).specifier in (None, "", "*")]
    if policy.kind != ALLOW:
        return [tool for tool in pool if match(denied, tool, folded) is None]
    found: list[str] = []
    for entry in policy.entries:
        if entry.text not in found and match(denied, entry.text, folded) is None:
            found.append(entry.text)
    return found


def _enforced(
    data: Data,
    definition: Definition,
    policy: Policy,
    pool: list[str],
    effective: list[str],
    added: list[str],
    ceiling: frozenset[str] | None,
) -> list[str]:
    """What remit holds the agent to: of what Zeph hands over, that which the author meant and the starting agent has itself."""
    folded = data.folded
    names = None if ceiling is None else {name_of(tool, folded) for tool in ceiling}
    found = []
    for tool in effective:
        if names is not None and name_of(tool, folded) not in names:
            continue
        if tool in added:
            if definition.memory is not None:
                data.scopes[tool] = [f"{memory_path(definition.memory, definition.name)}/**"]
                found.append(tool)
            continue
        if policy.kind == ALLOW:
            patterns = [ToolPattern.parse(entry.text) for entry in policy.entries if match([entry], tool, folded) is not None]
            # A bracket that does not close names nothing for certain.
            sure = [pattern for pattern in patterns if pattern.specifier is not None or "(" not in pattern.text]
            if patterns and not sure:
                continue
            if sure and all(pattern.specifier not in (None, "", "*") for pattern in sure):
                data.scopes[tool] = [pattern.specifier or "" for pattern in sure]
        found.append(tool)
    return found


def _stop(data: Data, definition: Definition, session: Session) -> None:
    """Why Zeph would not start the agent, in the order of its own checks."""
    if session.version < CURRENT:
        return
    settings = data.settings

    def because(phrase: str, name: str | None = None, origin: Origin | None = None) -> None:
        data.stopped = phrase
        data.because = origin or (settings.origins.get(name) if settings is not None and name else None)

    if settings is not None and settings.broken is not None:
        because(settings.broken)
    elif settings is not None and settings.enabled is False:
        because("agents are switched off (`enabled = false` in the configuration)", "enabled")
    elif settings is not None and settings.delegation_mode == "disabled":
        because('agents are switched off (`delegation_mode = "disabled"` in the configuration)', "delegation_mode")
    elif session.depth > (settings.max_spawn_depth if settings is not None else 3):
        because(
            f"agents may not be nested deeper than {settings.max_spawn_depth if settings is not None else 3}", "max_spawn_depth"
        )
    elif data.mode == BYPASS and not (settings is not None and settings.allow_bypass_permissions):
        gate = "`bypass_permissions` is not allowed by the configuration (`allow_bypass_permissions`)"
        because(gate, "default_permission_mode", data.agent.place("permissions.permission_mode"))
    else:
        for pattern in (*definition.skills.include, *definition.skills.exclude):
            if "**" in pattern:
                because(f"the skill pattern `{pattern}` is refused")
                break


def _spawns(settings: Settings | None, session: Session) -> Callable[[str], bool] | None:
    """An agent may start any other by itself, unless the configuration keeps that for people or the depth is used up."""
    if session.version < CURRENT:
        return lambda name: True
    if settings is not None and settings.delegation_mode != "proactive":
        return None
    deepest = settings.max_spawn_depth if settings is not None else 3
    return (lambda name: True) if session.depth < deepest else None
