"""A definition for claude-agent-sdk (`remit[claude]`): its `AgentDefinition`, and a hook that holds every agent to its remit.

    from remit.adapters.claude_agent_sdk import definition_of, hooks

    remits = {"reviewer": remit.resolve(definition)}
    options = ClaudeAgentOptions(agents={name: definition_of(one) for name, one in remits.items()}, hooks=hooks(remits))

The client gives a hook the agent's type with each call of a sub-agent. Where the hook fails the call is refused; the SDK does
not connect to a client too old for that (before 2.1.300). A call of the main session is not decided here.
"""

from __future__ import annotations

from claude_agent_sdk import AgentDefinition, HookMatcher

from ..enforcement.aliases import decide
from ..enforcement.narrowing import Narrowed
from ..policy import ALLOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resolving import Remit

SECONDS = 60.0


def definition_of(remit: Remit) -> AgentDefinition:
    """The agent as the SDK takes it."""
    definition = remit.definition
    return AgentDefinition(
        description=definition.description,
        prompt=definition.system_prompt,
        tools=None if definition.tools is None else [*definition.tools],
        disallowedTools=[*definition.disallowed_tools] or None,
        model=definition.model,
        skills=[*definition.skills.include] or None,
        maxTurns=definition.max_turns,
        background=definition.background,
    )


def hooks(remits: Mapping[str, Remit]) -> dict[str, list[HookMatcher]]:
    """The hook that decides each call of these agents, for `ClaudeAgentOptions(hooks=…)`."""

    async def before(data: Mapping[str, object], identity: str | None, context: object) -> dict[str, object]:
        name = data.get("agent_type")
        held = remits.get(name) if isinstance(name, str) else None
        if held is None:
            return {}
        remit = Narrowed(held.ruling)
        decision = decide(
            remit, str(data.get("tool_name")), data.get("tool_input"), str(data["cwd"]) if "cwd" in data else None
        )
        if decision.effect == ALLOW:
            return {}
        said = {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision.effect,
            "permissionDecisionReason": f"outside the remit of `{name}`: {decision.reason}",
        }
        return {"hookSpecificOutput": said}

    return {"PreToolUse": [HookMatcher(matcher=None, hooks=[before], timeout=SECONDS, on_failure="block")]}
