"""The shapes of OpenCode's fields, beyond plain ones."""

from __future__ import annotations

from ...shapes import TRUTH, Shape, map_of, one_of, text_like
from .vocabulary import FURTHER_PERMISSIONS, PERMISSIONS, WORD_ONLY

MODES = ("subagent", "primary", "all")
COLORS = ("primary", "secondary", "accent", "success", "warning", "error", "info")

MODEL = text_like("/|^$", "text: `provider/model`")
TOOLS = map_of(TRUTH, "a map of tool names or patterns to true or false")
COLOR = (one_of(COLORS) | text_like("^#[0-9a-fA-F]{6}$")).called("`#RRGGBB` or one of the words")
_ACTION = one_of(("allow", "ask", "deny"))
_RULES = _ACTION | map_of(_ACTION, "")
_KNOWN = {name: _ACTION if name in WORD_ONLY else _RULES for name in (*PERMISSIONS, *FURTHER_PERMISSIONS)}
PERMISSION = Shape(
    "`allow`, `ask` or `deny`, or a map of permissions to an action or to a map of patterns to actions",
    (_ACTION | map_of(_RULES, "", _KNOWN)).schema,
)
