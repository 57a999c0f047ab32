"""Which agents stand above a run, as Claude Code writes it down beside the transcript (2.1.332, recorded 2026-11-30).

`<session>/subagents/agent-<id>.meta.json` names the run's `agentType` and, below the first generation, `parentAgentId`.
"""

from __future__ import annotations

from .json_text import loads
from .system import read_file

LIMIT = 1 << 20


def parents(transcript: str, agent: str, deepest: int) -> list[str]:
    """The names of the agents above a run, the nearest first, at most `deepest`. What is not written down is not known."""
    found: list[str] = []
    seen = {agent}
    current = _meta(transcript, agent).get("parentAgentId")
    while isinstance(current, str) and current not in seen and len(found) < deepest:
        seen.add(current)
        data = _meta(transcript, current)
        name = data.get("agentType")
        if isinstance(name, str):
            found.append(name)
        current = data.get("parentAgentId")
    return found


def _meta(transcript: str, agent: str) -> dict[str, object]:
    if not transcript.endswith(".jsonl") or "/" in agent or "\\" in agent:
        return {}
    path = f"{transcript.removesuffix('.jsonl')}/subagents/agent-{agent}.meta.json"
    try:
        value = loads(read_file(path, LIMIT) or b"")
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
