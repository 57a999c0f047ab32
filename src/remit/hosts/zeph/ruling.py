"""What remit holds a Zeph agent to: the author's policy with the scopes that Zeph cuts off, and its mode."""

from __future__ import annotations

from ...policy import Origin
from ...ruling import UNREADABLE, Ruling, Said
from ...tools import MCP
from .agent import Data
from .policy import ALLOW, name_of
from .vocabulary import PLAN, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...session import Resolution

_SHELLS = ("shell", "sh")


def ruling(definition: Definition, resolution: Resolution) -> Ruling:
    data = resolution.data
    assert isinstance(data, Data)
    settings = data.settings
    found = Ruling(settings.root if settings is not None else "/project", settings.home if settings is not None else None)
    stopped = _stopped(data, resolution)
    if stopped is not None:
        found.refused = stopped
        return found
    inventory = resolution.session.inventory
    found.folded = data.folded
    found.granted = tuple(_name(name, data.folded) for name in resolution.enforced or ())
    found.known = tuple(dict.fromkeys(name_of(reason.tool, data.folded) for reason in resolution.reasons))
    narrowed = data.agent.policy.kind == ALLOW or resolution.session.ceiling is not None
    found.open = not narrowed and (inventory is None or not inventory.complete)
    # Zeph knows no wildcard: an entry is a whole name or nothing.
    denied = [name_of(entry.text, data.folded) for entry in data.agent.policy.denied]
    found.taken = tuple(name for name in denied if "*" not in name and (not name.startswith(MCP) or name.count("__") > 1))
    found.why = {
        name_of(entry.text, data.folded): Said(f"denied by `{entry.text}`", data.agent.origin(entry))
        for entry in data.agent.policy.denied
    }
    for reason in reversed(resolution.reasons):
        if not reason.granted:
            found.why[name_of(reason.tool, data.folded)] = Said(reason.because, reason.origin)
    found.scopes = {name_of(tool, data.folded): scopes for tool, scopes in data.scopes.items()}
    found.kinds = {**TOOLS, **dict.fromkeys(_SHELLS, "Bash")}
    return found


def _stopped(data: Data, resolution: Resolution) -> Said | None:
    """Why nothing at all is allowed."""
    if resolution.enforced is None:
        return Said(UNREADABLE)
    if data.stopped is not None:
        return Said(data.stopped, data.because)
    if data.mode != PLAN:
        return None
    origin: Origin | None = data.agent.place("permissions.permission_mode")
    if origin is None and data.settings is not None:
        origin = data.settings.origins.get("default_permission_mode")
    return Said("in mode `plan` every call is blocked", origin)


def _name(tool: str, folded: bool) -> str:
    return tool if tool.startswith(MCP) and tool.endswith("__*") else name_of(tool, folded)
