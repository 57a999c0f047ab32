"""Claude Code's hooks.

Source: what the client 2.1.332 gave to a hook and did with its answers, recorded 2026-11-30 (a sub-agent that starts a sub-agent, parallel calls).
`agent_id` and `agent_type` come with the calls of a sub-agent since 2.1.69, `agent_type` alone with those of a session started with `--agent`.
Exit code 2 refuses with the text on standard error; any other failure lets the call pass, unless the hook is registered with
`"onFailure": "block"` (seen in 2.1.300 and newer, not in 2.1.294). `SendMessage` starts an agent that has ended once more, whoever started it
(2.1.332 by its name or identity, 2.1.197 by its identity; recorded 2026-12-01); `main` is the session.
"""

from __future__ import annotations

from ..event import AFTER, BEFORE, OTHER, START, STOP, Answer, Event, Malformed, text
from ..json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

IDENTITY = True
EVENTS = {"PreToolUse": "*", "PostToolUse": "*", "PostToolUseFailure": "*", "SubagentStart": None, "SubagentStop": None}

_KINDS = {"PreToolUse": BEFORE, "PostToolUse": AFTER, "PostToolUseFailure": AFTER, "SubagentStart": START, "SubagentStop": STOP}


def event(data: Mapping[str, object]) -> Event:
    name = text(data, "hook_event_name", needed=True) or ""
    kind = _KINDS.get(name, OTHER)
    before = kind == BEFORE
    if before and "tool_input" in data and not isinstance(data["tool_input"], dict):
        raise Malformed("`tool_input` is no object")
    return Event(
        kind,
        name,
        session=text(data, "session_id", needed=kind != OTHER),
        agent=text(data, "agent_id"),
        agent_type=text(data, "agent_type"),
        tool=text(data, "tool_name", needed=before),
        input=data.get("tool_input"),
        call=text(data, "tool_use_id"),
        cwd=text(data, "cwd"),
        transcript=text(data, "transcript_path"),
        to=_addressee(data) if before else None,
    )


def _addressee(data: Mapping[str, object]) -> str | None:
    value = data.get("tool_input")
    if data.get("tool_name") != "SendMessage":
        return None
    to = value.get("to") if isinstance(value, dict) else None
    return None if to == "main" else to if isinstance(to, str) else ""


def answer(event: Event, answer: Answer) -> tuple[str, str, int]:
    if answer.effect is None:
        return "", "", 0
    said: dict[str, object] = {
        "hookSpecificOutput": {
            "hookEventName": event.name,
            "permissionDecision": answer.effect,
            "permissionDecisionReason": answer.reason,
        }
    }
    if answer.stop:
        said["continue"] = False
        said["stopReason"] = answer.reason
    return dumps(said) + "\n", "", 0
