"""What remit holds a Claude Code agent to: the author's lists with their scopes, and the session's permission rules."""

from __future__ import annotations

from ...policy import Origin
from ...ruling import UNREADABLE, Ruling, Said, SessionRule
from . import tools
from .client import text_of
from .resolving import Data, client_fields, denied_agents
from .vocabulary import ALIASES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...session import Resolution

SPAWN_FIELDS = ("subagent_type", "agent_type")
PLAN = "plan"


def ruling(definition: Definition, resolution: Resolution) -> Ruling:
    data = resolution.data
    assert isinstance(data, Data)
    settings = data.settings
    found = Ruling(settings.root if settings is not None else "/project", settings.home if settings is not None else None)
    if resolution.enforced is None:
        found.refused = Said(UNREADABLE)
        return found
    inventory = resolution.session.inventory
    found.granted = resolution.enforced
    found.known = tuple(dict.fromkeys([reason.tool for reason in resolution.reasons] + data.pool.names))
    found.open = data.open and (inventory is None or not inventory.complete)
    found.taken = tuple(tools.canonical(pattern.tool) for pattern in data.gone)
    found.names = ALIASES
    found.why = {
        reason.tool: Said(reason.because, reason.origin) for reason in reversed(resolution.reasons) if not reason.granted
    }
    found.scopes = data.scopes
    found.denied = [(tools.canonical(pattern.tool), pattern.specifier or "", pattern.text) for pattern in data.denied]
    found.spawn = (resolution.session.host.spawn_tool, SPAWN_FIELDS)
    found.never = tuple(sorted(denied_agents(settings)))
    if definition.permission_mode == PLAN:
        found.quiet = Said("in mode `plan` nothing is written", _mode_origin(definition))
    if settings is not None:
        found.session = tuple(SessionRule(rule.effect, rule.text, rule.root, rule.origin) for rule in settings.rules)
        found.folders = tuple(settings.additional)
    return found


def _mode_origin(definition: Definition) -> Origin | None:
    reading = definition.reading
    entry = client_fields(reading).get("permissionMode") if reading is not None else None
    if reading is None or entry is None or text_of(entry[1]) != PLAN:
        return None
    return Origin(reading.document.source, entry[1].start, entry[1].end)
