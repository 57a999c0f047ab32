"""In which turn of an agent a call is made, told from the transcript that the host writes.

A turn is one answer of the model, with however many calls. Claude Code 2.1.332 writes a line for each part of an answer, all with the identity of
the message; the lines of the running turn may not be there yet, those of earlier turns and the results of their calls are (recorded 2026-11-30).
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


def turn_of(transcript: str, call: str | None) -> int | None:
    """The turn (from 1) in which the model makes this call, `None` where there is no transcript to tell it."""
    try:
        data = read_file(transcript, LIMIT)
    except OSError:
        return None
    if data is None:
        return None
    messages: list[object] = []
    calls: dict[object, int] = {}
    open_calls: set[object] = set()
    for line in data.split(b"\n"):
        if _ANSWER not in line and _RESULT not in line:
            continue
        try:
            row = loads(line)
        except ValueError:
            continue
        message = row.get("message") if isinstance(row, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        if not isinstance(row, dict) or not isinstance(message, dict) or not isinstance(content, list):
            continue
        if row.get("type") == "assistant":
            if message.get("id") not in messages[-1:]:
                messages.append(message.get("id"))
            for part in content:
                if isinstance(part, dict) and part.get("type") == "tool_use":
                    calls[part.get("id")] = len(messages)
                    open_calls.add(part.get("id"))
        else:
            open_calls -= {part.get("tool_use_id") for part in content if isinstance(part, dict)}
    if call in calls:
        return calls[call]
    # A call beside others of the same answer that are still being worked on.
    return len(messages) if open_calls and messages else len(messages) + 1
