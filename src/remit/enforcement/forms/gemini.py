"""Gemini CLI's hooks.

Source: its reference at geminicli.com/docs/hooks/reference, and the code of @google/gemini-cli-core 0.61.0, of which the part that starts hooks
and reads their answers was run with this one on 2026-12-01; the program itself was not. No field tells which agent makes a call.
`decision: "deny"` refuses with the reason, and so does any exit code but 0 and 1 with the text on standard error; exit code 1 and a timeout let
the call pass.
"""

from __future__ import annotations

from ..event import AFTER, BEFORE, Answer, Event
from ..json_text import dumps
from . import _claude_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

IDENTITY = False
ASKS = False
EVENTS = {"BeforeTool": None, "AfterTool": None}

_KINDS = {"BeforeTool": BEFORE, "AfterTool": AFTER}


def event(data: Mapping[str, object]) -> Event:
    found = _claude_shape.event(data, _KINDS)
    found.agent = found.agent_type = found.transcript = None
    return found


def answer(event: Event, answer: Answer) -> tuple[str, str, int]:
    if answer.effect is None:
        return "", "", 0
    return dumps({"decision": "deny", "reason": answer.reason}) + "\n", "", 0


def sample(tool: str, agent: str | None) -> dict[str, object]:
    return _claude_shape.sample(tool, agent, "BeforeTool")
