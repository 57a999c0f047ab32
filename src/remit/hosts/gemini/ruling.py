"""What remit holds a Gemini CLI agent to: its list, without the tools that its servers add unasked."""

from __future__ import annotations

from ...ruling import UNREADABLE, Ruling, Said
from ...tools import MCP as CANONICAL
from .resolving import STAR, Data
from .vocabulary import ALIASES, FINISH, NOT_FOR_AGENTS, TOOL_NAMES, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...session import Resolution

SPAWN_FIELDS = ("agent_name",)


def ruling(definition: Definition, resolution: Resolution) -> Ruling:
    data = resolution.data
    assert isinstance(data, Data)
    session, pool = resolution.session, data.pool
    found = Ruling()
    if resolution.enforced is None:
        found.refused = Said(UNREADABLE)
        return found
    found.granted = tuple(dict.fromkeys((*resolution.enforced, FINISH)))
    found.known = tuple(dict.fromkeys([reason.tool for reason in resolution.reasons] + pool.names + list(NOT_FOR_AGENTS)))
    listed = definition.tools is not None and STAR not in definition.tools
    remote = resolution.declared == ()
    found.open = not listed and not remote and (session.inventory is None or not session.inventory.complete)
    found.names = {**{old: pool.known.get(new, new) for old, new in ALIASES.items()}, **pool.known}
    found.prefixes = {
        shown(server, ""): f"{CANONICAL}{server}__"
        for server, names in pool.servers.items()
        if any(name.endswith(f"__{STAR}") for name in names)
    }
    found.kinds = TOOL_NAMES
    found.why = {
        reason.tool: Said(reason.because, reason.origin) for reason in reversed(resolution.reasons) if not reason.granted
    }
    for name in resolution.added:
        if name != FINISH:
            said = f"`{name}` is not in `tools`; {session.host.title} adds it because the agent starts the server"
            found.why[name] = Said(said)
    found.spawn = (session.host.spawn_tool, SPAWN_FIELDS)
    return found
