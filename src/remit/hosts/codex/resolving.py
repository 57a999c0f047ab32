"""The remit of a Codex role: a role has no list of tools, only a sandbox, so it has what the session has."""

from __future__ import annotations

from ...policy import Origin
from ...session import Reason, Resolution, Session
from ...tools import MCP
from ..base import MAIN
from .accepting import Fields, index
from .config import Config
from .reading import limited_servers
from .vocabulary import COLLABORATION, MAX_DEPTH, SANDBOX_MODES, SESSION, WRITES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...inventory import Inventory

READ_ONLY = SANDBOX_MODES[0]
SPAWN = COLLABORATION[0]


class Data:
    """What a decision needs beside the resolution: the stricter sandbox of session and role, where the role says so, and
    the tools that the role disables. `enabled`: of servers that it limits to some tools, these."""

    __slots__ = ("disabled", "enabled", "mode", "origin")

    def __init__(
        self, mode: str | None, origin: Origin | None, disabled: frozenset[str], enabled: dict[str, list[str]]
    ) -> None:
        self.mode = mode
        self.origin = origin
        self.disabled = disabled
        self.enabled = enabled


def stricter_mode(parent: str | None, file: str | None) -> str | None:
    """The stricter of two sandboxes; an unknown word counts as the loosest."""
    known = [mode for mode in (parent, file) if mode]
    return min(known, key=lambda mode: SANDBOX_MODES.index(mode) if mode in SANDBOX_MODES else len(SANDBOX_MODES), default=None)


def names_of(inventory: Inventory) -> list[str]:
    """The tools of a session in its order; a server whose tools are not known stands as `mcp__server__*`."""
    names = list(dict.fromkeys(SESSION if inventory.builtins is None else inventory.builtins))
    for server, tools in inventory.servers.items():
        names += [f"{MCP}{server}__{tool}" for tool in (("*",) if tools is None else tools)]
    return names


def resolve(definition: Definition, session: Session) -> Resolution:
    reading = definition.reading
    inventory = session.inventory or session.host.inventory(None, session.version)
    config = session.settings if isinstance(session.settings, Config) else Config()
    loaded = reading is None or reading.loaded
    refused = reading is not None and reading.definition is None
    fields: Fields = {}
    if reading is not None and reading.document.root is not None:
        fields = index(reading.document.root)
    limit = MAX_DEPTH if config.max_depth is None else config.max_depth
    alone = session.mode != MAIN and session.depth >= limit
    reasons = []
    effective = []
    for name in names_of(inventory):
        if alone and name in COLLABORATION:
            reasons.append(Reason(name, False, f"agents nest {limit} deep here, so this one starts no other"))
        else:
            effective.append(name)
            reasons.append(Reason(name, True, "a role has no list of tools: it has those of the session"))
    mode, origin = _mode(definition, fields, reading is not None and not refused, session, config)
    limits = limited_servers(fields["mcp_servers"][1]) if "mcp_servers" in fields else {}
    enforced, disabled = _meant(effective, definition, limits, mode)
    return Resolution(
        session,
        None if refused else enforced,
        effective if loaded else None,
        enforced=None if refused else enforced,
        reasons=reasons,
        spawnable=loaded,
        spawns=(lambda name: True) if loaded and SPAWN in effective else None,
        data=Data(mode, origin, disabled, {server: tools for server, (tools, _) in limits.items() if tools is not None}),
    )


def _mode(
    definition: Definition, fields: Fields, placed: bool, session: Session, config: Config
) -> tuple[str | None, Origin | None]:
    own = definition.extra.get("sandbox_mode")
    mode = session.host.stricter_mode(config.sandbox_mode, own if isinstance(own, str) else None)
    if placed and definition.reading is not None and "sandbox_mode" in fields and mode == own:
        node = fields["sandbox_mode"][1]
        return mode, Origin(definition.reading.source, node.start, node.end)
    return mode, None


def _meant(
    effective: list[str], definition: Definition, limits: dict[str, tuple[list[str] | None, list[str]]], mode: str | None
) -> tuple[list[str], frozenset[str]]:
    """The tools that the author's text leaves the role, applied by the client or not, and those of its servers that it
    disables."""
    disabled = {f"{MCP}{server}__{tool}" for server, (_, off) in limits.items() for tool in off}
    meant: list[str] = []
    for name in effective:
        if (name in WRITES and mode == READ_ONLY) or (
            name == "web_search" and definition.extra.get("web_search") == "disabled"
        ):
            continue
        server, _, tool = name.removeprefix(MCP).partition("__") if name.startswith(MCP) else ("", "", "")
        enabled = limits[server][0] if server in limits else None
        if enabled is None:
            meant.append(name)
        elif tool == "*":
            meant += [f"{MCP}{server}__{one}" for one in enabled]
        elif tool in enabled:
            meant.append(name)
    return [name for name in meant if name not in disabled], frozenset(disabled)
