"""The shape of Claude Code's hooks, which other hosts took over: JSON with `hook_event_name`, `tool_name`, `tool_input`, and who makes the call."""

from __future__ import annotations

from ..event import BEFORE, OTHER, Answer, Event, Malformed, text
from ..json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def event(data: Mapping[str, object], kinds: Mapping[str, str]) -> Event:
    """What the host said; `kinds` are the names of its events."""
    name = text(data, "hook_event_name", needed=True) or ""
    kind = kinds.get(name, OTHER)
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
    )


def decision(event: Event, answer: Answer, effect: str) -> dict[str, object]:
    """The answer to a call, as the host wants it."""
    return {
        "hookSpecificOutput": {
            "hookEventName": event.name,
            "permissionDecision": effect,
            "permissionDecisionReason": answer.reason,
        }
    }


def line(value: dict[str, object]) -> str:
    return dumps(value) + "\n"


def sample(tool: str, agent: str | None, name: str) -> dict[str, object]:
    """A call as the host would tell of it, for a proof."""
    data: dict[str, object] = {"hook_event_name": name, "session_id": "remit-selftest", "tool_name": tool, "tool_input": {}}
    return data if agent is None else {**data, "agent_type": agent, "agent_id": f"remit-selftest-{agent}"}
