"""The shapes of Zeph's fields."""

from __future__ import annotations

from ...shapes import FILLED, MAP, NOTHING, TEXT, TRUTH, list_of, names, one_of, text_like, whole
from .vocabulary import MODES, SCOPES, TOOLS

NAME = FILLED.called("text")
MODEL = (TEXT | NOTHING).called("text")
TABLE = MAP.called("a table")
POLICY = MAP.called("a table with `allow`, `deny` or `except`")
SKILLS = MAP.called("a table with `include` or `exclude`")
HOOKS = MAP.called("a table with `PreToolUse` and `PostToolUse`")
TOOL_NAMES = list_of(names(TOOLS, "."), "a list of texts")
SECRETS = list_of(text_like("."), "a list of texts")
PATTERNS = list_of(text_like(r"^[^*]*\*?[^*]*$"), "a list of texts with one `*` each")
COUNT = whole(0, (1 << 32) - 1)
SIZE = whole(0)
FLAG = TRUTH.called("`true` or `false`")
MODE = one_of(MODES)
MEMORY = (one_of(SCOPES) | NOTHING).called("one of the words")
