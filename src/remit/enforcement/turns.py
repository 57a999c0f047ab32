"""In which turn of an agent a call is made, told from the transcript that the host writes.

A turn is one answer of the model, with however many calls. Claude Code 2.1.332 writes a line for each part of an answer, all with the identity of
the message (recorded 2026-11-30). It writes them up to a tenth of a second late, also while a hook is at work, those of earlier turns as well as
those of the running one (recorded 2026-12-01, 2.1.197 too).
"""

from __future__ import annotations

from .json_text import loads
from .system import read_file

LIMIT = 256 << 20
_ANSWER = b'"assistant"'
_RESULT = b'"tool_result"'


def transcript_of(transcript: str | None, agent: str | None) -> str | None:
    """The transcript of an agent run, given that of its session."""
    if transcript is None or agent is None:
        return transcript
    if not transcript.endswith(".jsonl") or "/" in agent or "\\" in agent:
        return None
    return f"{transcript.removesuffix('.jsonl')}/subagents/agent-{agent}.jsonl"


class Turns:
    """What a transcript says of turns so far. `of(call)` is the turn (from 1) of a call that it has, `None` for one that it has not;
    `next` is the turn of a call that it has not yet, as far as can be told."""

    __slots__ = ("_calls", "_messages", "_open")

    def __init__(self, data: bytes) -> None:
        self._messages: list[object] = []
        self._calls: dict[object, int] = {}
        self._open: set[object] = set()
        for line in data.split(b"\n"):
            if _ANSWER in line or _RESULT in line:
                try:
                    row = loads(line)
                except ValueError:
                    continue
                self._take(row)

    def _take(self, row: object) -> None:
        message = row.get("message") if isinstance(row, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        if not isinstance(row, dict) or not isinstance(message, dict) or not isinstance(content, list):
            return
        if row.get("type") == "assistant":
            if message.get("id") not in self._messages[-1:]:
                self._messages.append(message.get("id"))
            for part in content:
                if isinstance(part, dict) and part.get("type") == "tool_use":
                    self._calls[part.get("id")] = len(self._messages)
                    self._open.add(part.get("id"))
        else:
            self._open -= {part.get("tool_use_id") for part in content if isinstance(part, dict)}

    def of(self, call: str | None) -> int | None:
        return self._calls.get(call) if call is not None else None

    @property
    def next(self) -> int:
        # A call beside others of the same answer that are still being worked on.
        return len(self._messages) if self._open and self._messages else len(self._messages) + 1


def turns_in(transcript: str) -> Turns | None:
    """The turns of a transcript, `None` where there is none to tell them."""
    try:
        data = read_file(transcript, LIMIT)
    except OSError:
        return None
    return Turns(data) if data is not None else None
