"""The hooks of the Copilot CLI.

Source: what the client 1.0.102 (offline) gave to a hook and did with its answers, recorded 2026-12-01; its reference at docs.github.com. The
name of the event is not told: `preToolUse` has `toolName` and `toolArgs`, `postToolUse` also `toolResult`, `subagentStart` an `agentName`. The
calls of a sub-agent carry `agentId`, `agentType` and `parentAgentId`, and their `sessionId` is the agent's; those of a session that was started
with `--agent` carry no name. `permissionDecision` `deny` refuses with the reason; exit code 2 and any other but 0 refuse without it; a timeout
lets the call pass.
"""

from __future__ import annotations

from ..event import AFTER, BEFORE, OTHER, START, Answer, Event, Malformed, text
from ..json_text import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

IDENTITY = True
ASKS = True
TELL = "write_agent"
"""The tool that sends a message to an agent, which may have been started by anybody. Nothing says which agent that is."""
EVENTS = {"preToolUse": None, "postToolUse": None, "subagentStart": None}


def event(data: Mapping[str, object]) -> Event:
    tool = text(data, "toolName")
    if tool is not None:
        kind = AFTER if "toolResult" in data else BEFORE
    elif "toolArgs" in data:
        raise Malformed("`toolName` is missing")
    else:
        kind = START if "agentName" in data else OTHER
    if not data:
        raise Malformed("it is empty")
    given = _arguments(data) if kind == BEFORE else None
    return Event(
        kind,
        kind,
        session=text(data, "sessionId", needed=kind != OTHER),
        agent=text(data, "agentId"),
        agent_type=text(data, "agentType"),
        tool=tool,
        input=given,
        cwd=text(data, "cwd"),
        to=str(given.get("agent_id", "")) if tool == TELL and isinstance(given, dict) else None,
    )


def _arguments(data: Mapping[str, object]) -> object:
    """What the tool is called with; versions before 1.0 told it as JSON within a text."""
    value = data.get("toolArgs")
    if isinstance(value, str):
        try:
            value = loads(value)
        except ValueError:
            raise Malformed("`toolArgs` is no JSON") from None
    if value is not None and not isinstance(value, dict):
        raise Malformed("`toolArgs` is no object")
    return value


def answer(event: Event, answer: Answer) -> tuple[str, str, int]:
    if answer.effect is None:
        return "", "", 0
    return dumps({"permissionDecision": answer.effect, "permissionDecisionReason": answer.reason}) + "\n", "", 0


def sample(tool: str, agent: str | None) -> dict[str, object]:
    data: dict[str, object] = {"sessionId": "remit-selftest", "toolName": tool, "toolArgs": {}}
    return data if agent is None else {**data, "agentType": agent, "agentId": f"remit-selftest-{agent}"}
