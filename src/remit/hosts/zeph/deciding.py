"""May a Zeph agent make this call? The policy by names, then the calls that the author allows of a tool."""

from __future__ import annotations

from ...policy import ALLOW, DENY, Decision
from ...tools import MCP
from .agent import Data
from .policy import match, name_of
from .vocabulary import PLAN, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...session import Resolution

_SHELLS = ("shell", "sh")


def decide(resolution: Resolution, tool: str, value: object) -> Decision:
    """The decision for a call. `value` is a table of arguments, or the text of the main one."""
    data = resolution.data
    assert isinstance(data, Data)
    if resolution.enforced is None:
        return Decision(DENY, "the definition cannot be read for certain, so nothing is allowed")
    if data.stopped is not None:
        return Decision(DENY, data.stopped, data.because)
    if data.mode == PLAN:
        origin = data.agent.place("permissions.permission_mode")
        if origin is None and data.settings is not None:
            origin = data.settings.origins.get("default_permission_mode")
        return Decision(DENY, "in mode `plan` every call is blocked", origin)
    name = name_of(tool, data.folded)
    denied = match(data.agent.policy.denied, tool, data.folded)
    granted = next((own for own in resolution.enforced if _is(own, name, data.folded)), None)
    if denied is not None or granted is None:
        for reason in resolution.reasons:
            if not reason.granted and name_of(reason.tool, data.folded) == name:
                return Decision(DENY, reason.because, reason.origin)
        if denied is not None:
            return Decision(DENY, f"denied by `{denied.text}`", data.agent.origin(denied))
        return Decision(DENY, f"`{tool}` is not in the agent's remit")
    scopes = data.scopes.get(granted)
    if scopes is not None and not _within(data, scopes, granted, value):
        shown = " or ".join(f"`{granted}({scope})`" for scope in scopes)
        return Decision(DENY, f"outside {shown}, the only calls of `{granted}` in the agent's remit")
    return Decision(ALLOW, "within the agent's remit")


def _is(own: str, name: str, folded: bool) -> bool:
    if own.startswith(MCP) and own.endswith("__*"):
        return name.startswith(own[:-1])
    return name_of(own, folded) == name


def _within(data: Data, scopes: list[str], tool: str, value: object) -> bool:
    """Whether the call is one of those the scopes describe, with the rules that remit has for the tool's like in Claude
    Code."""
    from ...permissions.declared import within_any
    from ...permissions.paths import Where

    settings = data.settings
    where = Where(settings.root if settings is not None else "/project", settings.home if settings is not None else None)
    name = "Bash" if tool in _SHELLS else TOOLS.get(name_of(tool), tool)
    if isinstance(value, dict) and "file_path" not in value and "path" in value and name in ("Read", "Write", "Edit"):
        value = {**value, "file_path": value["path"]}
    return within_any(scopes, name, value, where=where)
