"""What the client does with the remaining fields when it starts an agent: model, effort, background, memory, worktree, cache.

Source: requests of the client 2.1.332 to its API, recorded 2026-11-30. The table of models is that day's.
"""

from __future__ import annotations

from ...syntax.nodes import Mapping, Scalar
from ...syntax.schema import core, plain
from ..base import Version
from .client import Fields, text_of
from .values import client_text, is_effort, is_true, whole_number
from .vocabulary import EFFORTS

SESSION_MODEL = "claude-opus-5-5"

ALIAS_MODELS = {
    "opus": "claude-opus-5-5",
    "sonnet": "claude-sonnet-5-5",
    "haiku": "claude-haiku-5-5",
    "fable": "claude-fable-5-2",
    "best": "claude-opus-5-5",
    "opusplan": "claude-sonnet-5-5",
}
DEFAULT_EFFORT = {
    "claude-opus-5-5": "medium",
    "claude-sonnet-5-5": "medium",
    "claude-fable-5-2": "medium",
    "claude-haiku-5-5": "medium",
}
_WITHOUT_EFFORT = ("claude-sonnet-4-5", "claude-haiku-4-5")


FILE_BEFORE_ENVIRONMENT = Version("2.1.251")
_MODES = ("plan", "default", "dontAsk", "acceptEdits", "auto", "bypassPermissions")
"""From the strictest to the loosest. `dontAsk` refuses what `default` would ask for, but allows what a rule allows: it is no looser."""


def stricter_mode(parent: str | None, file: str | None) -> str | None:
    """The stricter of two permission modes; an unknown word counts as the loosest."""
    known = [mode for mode in (parent, file) if mode]
    names = ["default" if mode == "manual" else mode for mode in known]
    return min(names, key=lambda mode: _MODES.index(mode) if mode in _MODES else len(_MODES), default=None)


def choose_model(
    version: Version, call: str | None, file: str | None, environment: str | None, parent: str | None
) -> tuple[str | None, str]:
    """The model and what decided: the call's, the file's, `CLAUDE_CODE_SUBAGENT_MODEL`, the session's. Until 2.1.251 the variable came
    first."""
    order = [(call, "call"), (file, "file"), (environment, "environment")]
    if version < FILE_BEFORE_ENVIRONMENT:
        order.insert(0, order.pop())
    for value, source in order:
        if value and value.strip().lower() != "inherit":
            return value, source
    return parent, "parent"


class Run:
    """How an agent runs. `model` is what the API is asked for, `effort` the word sent with it or `None`."""

    __slots__ = ("background", "cache_ttl", "claude_md", "effort", "max_turns", "memory", "model", "worktree")

    def __init__(self, fields: Fields, session_model: str = SESSION_MODEL) -> None:
        self.model = model_of(fields, session_model)
        self.effort = effort_of(fields, self.model)
        self.background = _true(fields, "background")
        self.memory = _word(fields, "memory", ("user", "project", "local"))
        self.worktree = _word(fields, "isolation", ("worktree", "remote")) is not None
        self.claude_md = not _true(fields, "omitClaudeMd")
        self.cache_ttl = _cache_ttl(fields)
        entry = fields.get("maxTurns")
        self.max_turns = whole_number(entry[1]) if entry is not None else None


def model_of(fields: Fields, session_model: str) -> str:
    entry = fields.get("model")
    text = text_of(entry[1]) if entry is not None else None
    name = (text or "").strip()
    base, bracket, window = name.partition("[")
    lower = base.lower()
    if not name or name.lower() == "inherit":
        return session_model
    if lower in ALIAS_MODELS:
        return ALIAS_MODELS[lower]
    return base if bracket and window.endswith("]") else name


def effort_of(fields: Fields, model: str) -> str | None:
    if any(name in model for name in _WITHOUT_EFFORT):
        return None
    entry = fields.get("effort")
    if entry is not None and is_effort(entry[1]):
        word = (client_text(entry[1]) or "").lower()
        return word if word in EFFORTS else None
    return DEFAULT_EFFORT.get(model, "high")


def _true(fields: Fields, name: str) -> bool:
    entry = fields.get(name)
    return entry is not None and isinstance(entry[1], Scalar) and is_true(core(entry[1]))


def _word(fields: Fields, name: str, words: tuple[str, ...]) -> str | None:
    entry = fields.get(name)
    text = text_of(entry[1]) if entry is not None else None
    return text if text in words else None


def _cache_ttl(fields: Fields) -> str | None:
    entry = fields.get("experimental")
    if entry is None or not isinstance(entry[1], Mapping):
        return None
    node = entry[1].get("cacheTtl")
    value = plain(node) if node is not None else None
    return "1h" if value == "1h" else None
