"""Which tools OpenCode hands to an agent: all of the session, but for those that the last rule about them denies as a whole.

Source: OpenCode 1.18.33, `debug agent` and the requests of spawned agents, 2026-11-30.
"""

from __future__ import annotations

from ...inventory import Inventory
from ...policy import ALLOW, ASK, DENY, Rule
from ...session import Reason, Resolution
from ..base import MAIN
from .deciding import Where, decide_rules, said
from .declaring import author_rules
from .folders import folders
from .globs import matches
from .layers import Merged, Settings, rules_of
from .permissions import PermissionMap, Setting, for_child
from .view import View
from .vocabulary import (
    BUILTIN_AGENTS,
    LISTED,
    SEARCH_SWITCHES,
    SESSION_TOOLS,
    permission_of,
    session_tools,
    tool_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...definition import Definition
    from ...session import Session


class Data:
    """What a resolution keeps for later questions: the client's rules in this session, the author's, and where the agent works."""

    __slots__ = ("author", "rules", "tools", "where")

    def __init__(self, rules: list[Rule], author: list[Rule], tools: list[str], where: Where) -> None:
        self.rules = rules
        self.author = author
        self.tools = tools
        self.where = where


def resolve(definition: Definition, session: Session) -> Resolution:
    """The client's answer for a definition in a session."""
    settings = session.settings if isinstance(session.settings, Settings) else None
    view, loaded, refused = _own(definition, session)
    name = view.name if view is not None else definition.name
    merged = settings.merged(name, view) if settings is not None else Merged([view] if view is not None else [])
    if merged.disabled:
        loaded = False
    home = settings.home if settings is not None else None
    environment = settings.environment if settings is not None else {}
    folder = settings.folders if settings is not None else folders(home, environment)
    worktree = settings.worktree if settings is not None else None
    own = merged.permission
    if view is None and definition.extra:
        own = {} if _is_builtin(definition) else of_plain(definition.extra.get("permission"), definition.extra.get("tools"))
    rules = rules_of(name, own, settings.permission if settings is not None else {}, folder, home, worktree or "/")
    if session.mode != MAIN:
        rules += for_child(rules, settings.primary_tools if settings is not None else ())

    model = merged.model or (settings.model if settings is not None else None)
    searches = any(environment.get(name) for name in SEARCH_SWITCHES)
    tools = pool_of(session.inventory, rules, session_tools(model, searches))
    effective: list[str] = []
    reasons: list[Reason] = []
    for tool in tools:
        granted, because, rule = verdict(rules, tool)
        reasons.append(Reason(tool, granted, because, rule.origin if rule is not None else None))
        if granted:
            effective.append(tool)

    base = rules_of(name if _is_builtin(definition) else "", {}, {}, folder, home, worktree or "/")
    author = base + (
        author_rules(view.author.fields, view.source, home) if view is not None and view.author is not None else []
    )
    declared = [tool for tool in tools if not _denied_as_a_whole(author, tool)]

    starts = _starts(merged, session, settings)
    depth = 0 if session.mode == MAIN else session.depth
    may_spawn = "task" in effective and depth < (settings.depth if settings is not None else 1)
    return Resolution(
        session,
        None if refused else declared,
        effective if loaded else None,
        enforced=None if refused else declared,
        reasons=reasons,
        spawnable=loaded and starts,
        spawns=_spawns(rules) if may_spawn and loaded else None,
        data=Data(rules, author, tools, _where(settings)),
    )


def _own(definition: Definition, session: Session) -> tuple[View | None, bool, bool]:
    """The definition's own layer, whether the client has it, and whether remit refuses it."""
    reading = definition.reading
    if reading is None:
        return None, True, False
    if not isinstance(reading.view, View):
        # Another host's definition, asked about here: the same file as this client takes it.
        reading = session.host.read(reading.document.source, session.version, reading.scope, stem=reading.stem)
    view = reading.view
    if not isinstance(view, View):
        return None, reading.loaded, reading.definition is None
    return view, reading.loaded or bool(view.disabled), reading.definition is None


def _is_builtin(definition: Definition) -> bool:
    return definition.reading is None and definition.path is None and definition.name in BUILTIN_AGENTS


def of_plain(permission: object, tools: object = None) -> PermissionMap:
    """The map of plain values: what a definition without a file says."""
    found: PermissionMap = {}
    if isinstance(tools, dict):
        for name, on in tools.items():
            found["edit" if name in ("write", "edit", "patch") else str(name)] = Setting(ALLOW if on else DENY)
    if isinstance(permission, str):
        found["*"] = Setting(permission)
    elif isinstance(permission, dict):
        for name, value in permission.items():
            inner = (
                {str(pattern): Setting(str(action)) for pattern, action in value.items()} if isinstance(value, dict) else None
            )
            found[str(name)] = inner if inner is not None else Setting(str(value))
    return found


def _where(settings: Settings | None) -> Where:
    if settings is None:
        return Where()
    return Where(settings.root, settings.worktree, settings.home)


def pool_of(inventory: Inventory | None, rules: Iterable[Rule] = (), builtin: tuple[str, ...] = SESSION_TOOLS) -> list[str]:
    """The tools of a session by the client's names: built-ins, then those of servers.

    A server whose tools are not known stands as `server_*`; single tools of it that a rule names stand beside that.
    """
    inventory = inventory or Inventory(None, {})
    names = list(dict.fromkeys(builtin if inventory.builtins is None else inventory.builtins))
    for server, known in inventory.servers.items():
        if known is None:
            prefix = tool_name(server, "*")[:-1]
            names.append(f"{prefix}*")
            for rule in rules:
                if rule.tool.startswith(prefix) and "*" not in rule.tool and "?" not in rule.tool and rule.tool not in names:
                    names.append(rule.tool)
        else:
            names += [name for name in (tool_name(server, tool) for tool in known) if name not in names]
    return names


def tool_map(rules: list[Rule], names: Iterable[str] = LISTED) -> dict[str, bool]:
    """Which tools the client leaves on: the map of `opencode debug agent`."""
    return {name: verdict(rules, name)[0] for name in names}


def about(rules: list[Rule], tool: str) -> Rule | None:
    """The last rule about a tool, whatever its pattern: by the permission it asks for, or in an author's rules by its own name."""
    permission = permission_of(tool)
    return next(
        (rule for rule in reversed(rules) if matches(rule.tool, permission) or (permission != tool and rule.tool == tool)), None
    )


def _denied_as_a_whole(rules: list[Rule], tool: str) -> bool:
    rule = about(rules, tool)
    return rule is not None and rule.pattern == "*" and rule.effect == DENY


def verdict(rules: list[Rule], tool: str) -> tuple[bool, str, Rule | None]:
    """Whether the client offers a tool, why, and by which rule."""
    permission = permission_of(tool)
    rule = next((rule for rule in reversed(rules) if matches(rule.tool, permission)), None)
    if rule is None:
        return True, "no rule is about it, so each call is asked for", None
    asks = f", as `{tool}` asks for `{permission}`" if permission != tool else ""
    if rule.pattern == "*" and rule.effect == DENY:
        if rule.label == "child":
            return False, f"a spawned agent has no `{tool}` unless a rule names it", rule
        return False, f"hidden by {said(rule)}{asks}", rule
    if rule.pattern != "*":
        return True, f"offered; each call is decided by the rules for `{permission}`{asks}", rule
    if rule.effect == ASK:
        return True, f"offered, and each call is asked for: {said(rule)}{asks}", rule
    return True, f"allowed by {said(rule)}{asks}", rule


def _starts(merged: Merged, session: Session, settings: Settings | None) -> bool:
    """Whether the client would start the agent: one for sub-agents never runs a session, and nothing starts where a file is in the way."""
    if session.mode == MAIN and merged.mode == "subagent":
        return False
    return settings is None or settings.problem is None


def _spawns(rules: list[Rule]) -> Callable[[str], bool]:
    def may(name: str) -> bool:
        rule = decide_rules(rules, "task", name)
        return rule is None or rule.effect != DENY

    return may
