"""The shapes of Claude Code's fields, beyond plain ones. What the client takes for something and remit warns of is none of them."""

from __future__ import annotations

from ...shapes import (
    FILLED,
    MAP,
    NOTHING,
    NUMBER,
    TEXT,
    Shape,
    caseless,
    list_of,
    map_of,
    names,
    one_of,
    text_like,
    whole,
)
from .vocabulary import ALIASES, COLORS, EFFORTS, EVENTS, MODEL_ALIASES, PERMISSION_MODES, TOOLS

_SCOPE = r"\((?:[^()]|\([^()]*\))*\)"
_ENTRY = rf"(?:(?:{'|'.join(sorted((*TOOLS, *ALIASES)))})(?:{_SCOPE})?|mcp__[^\s,()]+(?:{_SCOPE})?|\*)"
_ENTRIES = rf"^[\s,]*{_ENTRY}(?:[\s,]+{_ENTRY})*[\s,]*$"

_PASSED_OVER = Shape("", {"not": {"type": "string"}})
"""What the client passes over in a list of names."""

NAME = text_like(r"^[^-:][^:]*$")
WRITTEN = FILLED.called("text")
LIST = (text_like(_ENTRIES) | list_of(names((*TOOLS, *ALIASES), rf"{_ENTRIES}|^$") | _PASSED_OVER, "")).called(
    "text, or a list of texts, split at commas and blanks outside parentheses"
)
_ALIAS = "|".join(caseless(alias) for alias in MODEL_ALIASES)
_ID = rf"(?:[A-Za-z0-9.-]+[./:])*(?:[Aa]nthropic[./])?{caseless('claude')}[A-Za-z0-9@._:-]*"
MODEL = (one_of(MODEL_ALIASES) | text_like(rf"^\s*(?:(?:{_ALIAS}|{_ID})(?:\[[A-Za-z0-9]+\])?)?\s*$|[/:]") | NOTHING).called(
    "an alias or a full model ID"
)
MODE = (one_of(PERMISSION_MODES) | text_like(r"^$") | NOTHING).called("one of the words")
SKILLS = (TEXT | list_of(TEXT | NOTHING, "") | NOTHING).called("text or a list of texts")
SERVERS = (list_of(TEXT | Shape("", {"type": "object", "minProperties": 1, "maxProperties": 1}), "") | NOTHING).called(
    "a list of server names and one-key maps"
)
_GROUPS = list_of(MAP, "a list of groups")
HOOKS = (map_of(Shape("", {}), "", dict.fromkeys(sorted(EVENTS), _GROUPS)) | NOTHING).called("a map as in settings")
_WORD = text_like("^(?:" + "|".join(map(caseless, EFFORTS)) + r"|\s*[+-]?[0-9.]+\s*)$") | NUMBER
EFFORT = (one_of(EFFORTS) | _WORD | Shape("", {"type": "array", "items": _WORD.schema, "minItems": 1, "maxItems": 1})).called(
    "one of the words or a number"
)
TOKENS = (whole(100_000) | text_like(r"^\s*\+?[0-9]{6,}")).called("a whole number of tokens, 100000 or more")
COLOR = (one_of(COLORS) | text_like("^(?:" + "|".join(map(caseless, COLORS)) + ")$") | NOTHING).called("one of the words")
SAID = (TEXT | NOTHING).called("text")
