"""Claude Code's hooks.

Source: what the client 2.1.332 gave to a hook and did with its answers, recorded 2026-11-30 (a sub-agent that starts a sub-agent, parallel
calls). `agent_id` and `agent_type` come with the calls of a sub-agent since 2.1.69, `agent_type` alone with those of a session started with
`--agent`. Exit code 2 refuses with the text on standard error; any other failure lets the call pass, unless the hook is registered with
`"onFailure": "block"` (seen in 2.1.300 and newer, not in 2.1.294). `SendMessage` starts an agent that has ended once more, whoever started it
(2.1.332 by its name or identity, 2.1.197 by its identity; recorded 2026-12-01); `main` is the session.
"""

from __future__ import annotations

from ..event import AFTER, BEFORE, START, STOP, Answer, Event
from . import _claude_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

IDENTITY = True
ASKS = True
EVENTS = {"PreToolUse": "*", "PostToolUse": "*", "PostToolUseFailure": "*", "SubagentStart": None, "SubagentStop": None}

_KINDS = {"PreToolUse": BEFORE, "PostToolUse": AFTER, "PostToolUseFailure": AFTER, "SubagentStart": START, "SubagentStop": STOP}


def event(data: Mapping[str, object]) -> Event:
    found = _claude_shape.event(data, _KINDS)
    found.to = _addressee(data) if found.kind == BEFORE else None
    found.plan = data.get("permission_mode") == "plan"
    found.skill = _skill(data) if found.kind == BEFORE else None
    return found


def _addressee(data: Mapping[str, object]) -> str | None:
    value = data.get("tool_input")
    if data.get("tool_name") != "SendMessage":
        return None
    to = value.get("to") if isinstance(value, dict) else None
    return None if to == "main" else to if isinstance(to, str) else ""


def _skill(data: Mapping[str, object]) -> tuple[str, str] | None:
    """The skill that a call starts, and its arguments. Older versions had a tool for commands, which takes both in one text."""
    value = data.get("tool_input")
    given = value if isinstance(value, dict) else {}
    if data.get("tool_name") == "Skill":
        return str(given.get("skill", "")), str(given.get("args", ""))
    if data.get("tool_name") == "SlashCommand":
        name, _, arguments = str(given.get("command", "")).strip().partition(" ")
        return name, arguments
    return None


def answer(event: Event, answer: Answer) -> tuple[str, str, int]:
    if answer.effect is None:
        return "", "", 0
    said = _claude_shape.decision(event, answer, answer.effect)
    if answer.stop:
        said["continue"] = False
        said["stopReason"] = answer.reason
    return _claude_shape.line(said), "", 0


def sample(tool: str, agent: str | None) -> dict[str, object]:
    return _claude_shape.sample(tool, agent, "PreToolUse")
