"""What remit holds a Copilot agent to: its list, and agents that keep themselves from being started."""

from __future__ import annotations

from ...ruling import UNREADABLE, Ruling, Said
from .pool import STAR
from .resolving import SPAWN, Data, denied
from .vocabulary import TOOL_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...session import Resolution

SPAWN_FIELDS = ("agent_type",)


def ruling(definition: Definition, resolution: Resolution) -> Ruling:
    data = resolution.data
    assert isinstance(data, Data)
    session, pool = resolution.session, data.pool
    found = Ruling()
    if resolution.enforced is None:
        found.refused = Said(UNREADABLE)
        return found
    found.granted = tuple(name for name in resolution.enforced if name != SPAWN or resolution.spawns is not None)
    found.known = tuple(dict.fromkeys([reason.tool for reason in resolution.reasons] + pool.names))
    listed = definition.tools is not None and STAR not in definition.tools
    found.open = not listed and (session.inventory is None or not session.inventory.complete)
    found.taken = tuple(dict.fromkeys(name for entry in definition.disallowed_tools for name in (entry, *denied(pool, entry))))
    found.caseless = True
    found.names = dict(pool.shown)
    for server, names in pool.servers.items():
        for name in names:
            prefix, _, tool = name.rpartition("__")
            if tool == STAR:
                found.prefixes = {**found.prefixes, f"{server}-": f"{prefix}__", f"{server}/": f"{prefix}__"}
            else:
                found.names[f"{server}/{tool.lower()}"] = name
    found.kinds = TOOL_NAMES
    found.why = {
        reason.tool: Said(reason.because, reason.origin) for reason in reversed(resolution.reasons) if not reason.granted
    }
    for name in resolution.added:
        found.why[name] = Said(f"`{name}` is not in the agent's list; {session.host.title} adds it to every agent")
    found.spawn = (SPAWN, SPAWN_FIELDS)
    if session.catalog is not None and resolution.spawns is not None:
        others = [name for pair in session.catalog.agents(session.host.name) for name in (pair[0], pair[1].name)]
        found.never = tuple(sorted({name for name in others if not resolution.spawns(name)}))
    return found
