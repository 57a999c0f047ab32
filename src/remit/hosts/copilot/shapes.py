"""The shapes of Copilot's fields, beyond plain ones."""

from __future__ import annotations

from ...shapes import MAP, NOTHING, TEXT, Shape, list_of, map_of, names, text_like
from .accepting import EVENTS
from .vocabulary import ALIASES, FURTHER, SESSION

_ENTRY = r"(?!mcp__)(?:[^\n,(*/]+|[^\n,/]+/[^\n,]+|\*)"
"""Another product may have a tool of any name; what is written as for Claude Code is none."""

TOOLS = (
    list_of(names((*ALIASES, *SESSION, *FURTHER), rf"^{_ENTRY}$"), "")
    | text_like(rf"^[\s,]*(?:{_ENTRY}(?:\s*,\s*{_ENTRY})*[\s,]*)?$")
).called("a list of texts, or one text with commas")
MODEL = (TEXT | list_of(TEXT, "", 1)).called("text, or a list of texts that is not empty")
SERVERS = (
    map_of(
        Shape(
            "",
            {
                "type": "object",
                "required": ["tools"],
                "properties": {
                    "type": {"enum": ["local", "stdio", "http", "sse"]},
                    "command": {"type": "string"},
                    "args": {"type": "array", "items": {"type": "string"}},
                    "url": {"type": "string"},
                    "env": {"additionalProperties": {"type": "string"}},
                    "tools": {"type": "array", "items": {"type": "string"}},
                },
                "if": {"required": ["type"], "properties": {"type": {"enum": ["http", "sse"]}}},
                "then": {"required": ["url"]},
                "else": {"required": ["command", "args"]},
            },
        ),
        "",
    )
    | NOTHING
).called("a map of servers, each with `tools`")
_EVENTS = "|".join(f"[{event[0].upper()}{event[0]}]{event[1:]}" for event in sorted(EVENTS))
HOOKS = Shape(
    "a map of events to lists of actions",
    {
        "type": "object",
        "properties": dict.fromkeys(sorted(EVENTS), list_of(MAP, "").schema),
        "patternProperties": {f"^(?:{_EVENTS})$": list_of(MAP, "").schema},
        "additionalProperties": False,
    },
)
