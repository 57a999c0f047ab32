"""Which agents stand above a run and which ones a message reaches, as Claude Code writes it down beside the transcript (2.1.332, recorded
2026-11-30).

`<session>/subagents/agent-<id>.meta.json` names the run's `agentType`, its `name` where it was given one and, below the first generation,
`parentAgentId`.
"""

from __future__ import annotations

from ..ruling import loose
from .json_text import loads
from .system import listdir, read_file

LIMIT = 1 << 20
_BEFORE, _AFTER = "agent-", ".meta.json"


def parents(transcript: str, agent: str, deepest: int) -> list[str]:
    """The names of the agents above a run, the nearest first, at most `deepest`. What is not written down is not known."""
    return [name for _, name in _above(transcript, agent, deepest)]


def _above(transcript: str, agent: str, deepest: int) -> list[tuple[str, str]]:
    """The runs above a run with the names of their agents."""
    found: list[tuple[str, str]] = []
    seen = {agent}
    current = _meta(transcript, agent).get("parentAgentId")
    while isinstance(current, str) and current not in seen and len(found) < deepest:
        seen.add(current)
        data = _meta(transcript, current)
        name = data.get("agentType")
        if isinstance(name, str):
            found.append((current, name))
        current = data.get("parentAgentId")
    return found


def addressed(transcript: str, agent: str | None, to: str, deepest: int) -> list[str] | None:
    """The names of the agents of all runs that a message to `to`, a run's identity or name, may reach; `None` where nobody knows of one.
    Those above `agent` do not count: they are told what it finds anyway."""
    try:
        runs = [file[len(_BEFORE) : -len(_AFTER)] for file in listdir(_folder(transcript)) if file.endswith(_AFTER)]
    except OSError:
        return None
    above = {run for run, _ in _above(transcript, agent, deepest)} if agent is not None else set()
    found: list[str] | None = None
    wanted = loose(to)
    for run in runs:
        data = _meta(transcript, run)
        name = data.get("name")
        if run != to and not (isinstance(name, str) and loose(name) == wanted):
            continue
        found = found or []
        if run not in above:
            found.append(str(data.get("agentType")))
    return found


def _folder(transcript: str) -> str:
    return f"{transcript.removesuffix('.jsonl')}/subagents"


def _meta(transcript: str, agent: str) -> dict[str, object]:
    if not transcript.endswith(".jsonl") or "/" in agent or "\\" in agent:
        return {}
    path = f"{_folder(transcript)}/{_BEFORE}{agent}{_AFTER}"
    try:
        value = loads(read_file(path, LIMIT) or b"")
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
