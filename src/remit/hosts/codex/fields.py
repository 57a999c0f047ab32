"""The fields of a Codex role that people write. Every key of `config.toml` is allowed beside them (`vocabulary.KEYS`)."""

from __future__ import annotations

from ...shapes import FILLED, TEXT, one_of
from ..base import Field
from .shapes import NICKNAMES, SERVERS
from .vocabulary import SANDBOX_MODES, WORDS

_SEEN = "client 0.171.0, recorded 2026-11-30"
_SKIPPED = "the role is skipped"

_OWN = (
    Field(
        "name",
        FILLED.called("text"),
        "How the role is called. Trimmed; the file's name does not matter.",
        default="required",
        bad=_SKIPPED,
        evidence=_SEEN,
    ),
    Field(
        "description",
        FILLED,
        "When the role should be picked.",
        default="required, or that of a weaker role of the name",
        bad=_SKIPPED,
        evidence=_SEEN,
    ),
    Field(
        "developer_instructions",
        FILLED,
        "The role's prompt.",
        default="required",
        bad=_SKIPPED,
        evidence=_SEEN,
    ),
    Field(
        "nickname_candidates",
        NICKNAMES,
        "Names for single agents of the role.",
        bad=_SKIPPED,
        evidence=_SEEN,
    ),
    Field(
        "model",
        TEXT,
        "The model by its ID; the parent is told that it cannot be changed.",
        default="the session's",
        bad=_SKIPPED,
        evidence=_SEEN,
        holds="models",
    ),
    Field("model_reasoning_effort", TEXT, "How hard the model thinks.", default="the session's", bad=_SKIPPED, evidence=_SEEN),
    Field(
        "sandbox_mode",
        one_of(SANDBOX_MODES),
        "What commands and edits may do. Not applied to a role that `codex exec` starts.",
        default="the session's",
        bad=_SKIPPED,
        security=True,
        evidence=_SEEN,
    ),
    Field(
        "web_search",
        one_of(WORDS["web_search"]),
        "Searching the web. Not applied to a role that `codex exec` starts.",
        default="the session's",
        bad=_SKIPPED,
        security=True,
        evidence=_SEEN,
    ),
    Field(
        "mcp_servers",
        SERVERS,
        "MCP servers; `enabled_tools` and `disabled_tools` limit what they offer. "
        "Not applied to a role that `codex exec` starts.",
        default="the session's",
        bad=_SKIPPED,
        security=True,
        evidence=_SEEN,
    ),
)

FIELDS: dict[str, Field] = {field.name: field for field in _OWN}
