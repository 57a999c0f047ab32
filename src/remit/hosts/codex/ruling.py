"""What remit holds a Codex role to: its sandbox, and the tools of its servers that it enables or disables."""

from __future__ import annotations

from ...ruling import MCP, UNREADABLE, Ruling, Said
from .resolving import READ_ONLY, SPAWN, Data
from .vocabulary import SHELL, WRITES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...session import Resolution

SPAWN_FIELDS = ("agent_type", "role")


def ruling(definition: Definition, resolution: Resolution) -> Ruling:
    """What a command may do is the sandbox's to say, so in a `read-only` one remit asks."""
    data = resolution.data
    assert isinstance(data, Data)
    found = Ruling()
    if resolution.enforced is None:
        found.refused = Said(UNREADABLE)
        return found
    inventory = resolution.session.inventory
    found.granted = resolution.enforced
    found.known = tuple(reason.tool for reason in resolution.reasons)
    found.open = inventory is None or not inventory.complete
    found.taken = tuple(data.disabled)
    for server, tools in data.enabled.items():
        # Of a server that the session did not name, too, only these.
        found.known += (f"{MCP}{server}__*",)
        found.granted += tuple(name for tool in tools if (name := f"{MCP}{server}__{tool}") not in found.granted)
    found.why = {
        reason.tool: Said(reason.because, reason.origin) for reason in reversed(resolution.reasons) if not reason.granted
    }
    found.why |= dict.fromkeys(data.disabled, Said("the role disables this tool of its server"))
    found.spawn = (SPAWN, SPAWN_FIELDS)
    if data.mode == READ_ONLY:
        found.why |= dict.fromkeys(WRITES, Said("`sandbox_mode` is `read-only`: nothing is written", data.origin))
        asked = Said("`sandbox_mode` is `read-only`, and whether a command writes cannot be told from it", data.origin)
        found.asked = dict.fromkeys(SHELL, asked)
        found.kinds = dict.fromkeys(SHELL, "Bash")
    return found
