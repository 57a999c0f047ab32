"""Codex's hooks.

Source: what the client 0.171.0 (`codex exec`, offline) gave to a hook and did with its answers, recorded 2026-12-01. The calls of a sub-agent
carry `agent_id` and `agent_type`, those of the session neither. `exec_command` is told as `Bash`, a tool of a namespace with that before its
name (`multi_agent_v1wait_agent`), `spawn_agent` without. The hook is not asked about `write_stdin`. JSON as Claude Code's refuses, and so does
exit code 2 with the text on standard error; a field too many in the answer, exit code 1, a crash and a timeout let the call pass. It cannot be
told to ask, as remit would for the commands of a `read-only` role; the client's sandbox is the session's, whatever the role says, so that there
only those pass that certainly read and no more. A hook that its user has not trusted is passed over without a word.
"""

from __future__ import annotations

from ...policy import DENY
from ..event import AFTER, BEFORE, START, STOP, Answer, Event
from . import _claude_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

IDENTITY = True
ASKS = False
EVENTS = {"PreToolUse": None, "PostToolUse": None, "SubagentStart": None, "SubagentStop": None}

TELL = "send_input"
"""The tool that sends a message to an agent, which may have been started by anybody. Nothing says which agent that is."""

_KINDS = {"PreToolUse": BEFORE, "PostToolUse": AFTER, "SubagentStart": START, "SubagentStop": STOP}
_SHELL, _TOLD = "exec_command", "Bash"
_NAMESPACE = "multi_agent_v1"


def event(data: Mapping[str, object]) -> Event:
    found = _claude_shape.event(data, _KINDS)
    found.transcript = None  # it is in a form of its own, and says nothing of turns
    if found.tool is not None:
        found.tool = _SHELL if found.tool == _TOLD else found.tool.removeprefix(_NAMESPACE)
        if found.tool == TELL and found.kind == BEFORE:
            found.to = ""
    return found


def answer(event: Event, answer: Answer) -> tuple[str, str, int]:
    if answer.effect != DENY:
        return "", "", 0
    return _claude_shape.line(_claude_shape.decision(event, answer, DENY)), "", 0


def sample(tool: str, agent: str | None) -> dict[str, object]:
    return _claude_shape.sample(tool, agent, "PreToolUse")
