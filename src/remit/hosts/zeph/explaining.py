"""Why an agent has a tool or not, tool by tool, with the line that says so."""

from __future__ import annotations

from ...session import Reason, Session
from ...tools import Entry
from .agent import Agent
from .policy import Policy, granted
from .settings import Settings
from .vocabulary import CHDIR, CURRENT


def reasons_for(
    agent: Agent,
    settings: Settings | None,
    hosts: Policy,
    policy: Policy,
    pool: list[str],
    session: Session,
    added: list[str],
    memory: str | None,
) -> list[Reason]:
    """Tool by tool, why it is in or out."""
    folded = not session.version < CURRENT
    reasons: list[Reason] = []
    for tool in pool:
        free, entry = granted(hosts, tool, folded)
        own, own_entry = granted(policy, tool, folded)
        if tool in added:
            field = "memory" if agent.memory else "default_memory_scope"
            origin = agent.place("memory") or (settings.origins.get("default_memory_scope") if settings is not None else None)
            reasons.append(Reason(tool, True, f"added by `{field}: {memory}`", origin))
        elif free:
            named = (
                f"named by `{own_entry.text}` in `tools.allow`"
                if own_entry is not None
                else "inherited, as nothing takes it away"
            )
            reasons.append(Reason(tool, True, named, agent.origin(own_entry)))
        elif own:
            reasons.append(Reason(tool, False, "the agent that starts it does not have it"))
        elif entry is None and own_entry is None:
            reasons.append(Reason(tool, False, "not named in `tools.allow`", agent.place("tools.allow")))
        else:
            reasons.append(_denial(agent, settings, policy, tool, own_entry or entry))
    return reasons


def _denial(agent: Agent, settings: Settings | None, policy: Policy, tool: str, entry: Entry | None) -> Reason:
    text = entry.text if entry is not None else tool
    if entry in policy.entries:
        return Reason(tool, False, f"denied by `{text}` in `tools.deny`", agent.origin(entry))
    if settings is not None and entry is not None and any(entry is other for other in settings.denied):
        return Reason(
            tool, False, f"denied by `{text}` in `default_disallowed_tools` of the configuration", settings.origin(entry)
        )
    if text == CHDIR and agent.worktree and (entry is None or entry.start < 0):
        return Reason(tool, False, "kept from an agent with a worktree of its own", agent.place("permissions.worktree"))
    where = "tools.except" if agent.reading is not None else "the denylist"
    return Reason(tool, False, f"denied by `{text}` in `{where}`", agent.origin(entry))
