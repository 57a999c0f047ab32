"""The shapes of Gemini CLI's fields, beyond plain ones."""

from __future__ import annotations

from ...shapes import TEXT, Shape, list_of, map_of, names, text_like
from .vocabulary import ALIASES, BUILTINS, DISCOVERED

_SERVER_TOOL = r"mcp_[A-Za-z0-9_-]*(?:[A-Za-z0-9_-]+|\*)"

NAME = text_like("^[a-z0-9_-]+$", "text of small letters, digits, `-` and `_`")
FILLED = text_like(r"\S", "text that is not empty")
_OTHERS = rf"^(?:{DISCOVERED}.*|{_SERVER_TOOL}|[A-Za-z0-9_-]+__[A-Za-z0-9_-]+|mcp_\*|\*)$"
TOOLS = list_of(names((*BUILTINS, *ALIASES), _OTHERS), "a list of tool names")
_TEXTS: dict[str, object] = {"type": "array", "items": {"type": "string"}}
_MAP: dict[str, object] = {"type": "object", "additionalProperties": {"type": "string"}}


def _login(*kinds: str) -> dict[str, object]:
    return {"type": "object", "required": ["type"], "properties": {"type": {"enum": list(kinds)}}}


LOGIN = Shape("a map", _login("apiKey", "http", "google-credentials", "oauth"))
SERVERS = map_of(
    Shape(
        "",
        {
            "type": "object",
            "properties": {
                **dict.fromkeys(("command", "cwd", "url", "http_url", "tcp", "description"), TEXT.schema),
                **dict.fromkeys(("args", "include_tools", "exclude_tools"), _TEXTS),
                **dict.fromkeys(("env", "headers"), _MAP),
                "timeout": {"type": "number"},
                "trust": {"type": "boolean"},
                "type": {"enum": ["sse", "http"]},
                "auth": _login("google-credentials", "oauth"),
            },
        },
    ),
    "a map of servers",
)
URL = text_like(r"^https?://[^\s/?#]+\S*$|^(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:\S+$", "a URL")

_HAS_LOCAL: list[object] = [
    {"required": [name]} for name in ("tools", "mcp_servers", "model", "temperature", "max_turns", "timeout_mins")
]
_HAS_REMOTE: list[object] = [{"required": [name]} for name in ("agent_card_url", "auth", "agent_card_json")]
_SAYS_REMOTE: dict[str, object] = {"required": ["kind"], "properties": {"kind": {"const": "remote"}}}
ONE_KIND: dict[str, object] = {
    "if": {"anyOf": [_SAYS_REMOTE, {"not": {"anyOf": [{"required": ["kind"]}, *_HAS_LOCAL]}, "anyOf": _HAS_REMOTE}]},
    "then": {
        "not": {"anyOf": _HAS_LOCAL},
        "oneOf": [{"required": ["agent_card_url"]}, {"required": ["agent_card_json"]}],
    },
    "else": {"required": ["description"], "not": {"anyOf": _HAS_REMOTE}},
}
"""An agent runs here or on another machine, and has the fields of that kind alone."""
