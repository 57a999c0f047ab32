"""What the values of a front matter are to Copilot: its YAML reader's types, in the words of its own messages.

The reader takes a number with digits that do not begin with 0, or `0x`, `0o`, `0b`; `017`, `1_000`, `yes` and dates are
text; a number that is not finite is null. Recorded from the client 1.0.102 on 2026-11-30.
"""

from __future__ import annotations

import re

from ...syntax.nodes import PLAIN, Mapping, Scalar, Sequence
from ...tools import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node

TEXT, NUMBER, BOOLEAN, NULL, LIST, MAP = "text", "a number", "true or false", "null", "a list", "a map"

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), NULL),
    **dict.fromkeys(("true", "True", "TRUE", "false", "False", "FALSE"), BOOLEAN),
    **dict.fromkeys(
        (*(sign + word for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")), ".nan", ".NaN", ".NAN"), NULL
    ),
}
_NUMBER = re.compile(
    r"[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|0|[1-9][0-9]*|(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?)"
).fullmatch


def kind(node: Node) -> str:
    """What the value is to the client."""
    if isinstance(node, Sequence):
        return LIST
    if isinstance(node, Mapping):
        return MAP
    tag = node.tag
    if tag is None or not tag.startswith("!!"):
        if node.style != PLAIN or tag is not None:
            return TEXT
    elif tag == "!!str":
        return TEXT
    return _plain(node.text)


def _plain(text: str) -> str:
    known = _WORDS.get(text)
    if known is not None:
        return known
    if text[0] not in "0123456789+-." or _NUMBER(text) is None:
        return TEXT
    return TEXT if "e" in text.lower() and "x" not in text and abs(float(text)) == float("inf") else NUMBER


def is_text(plain: str) -> bool:
    """Whether what stands without quotes is text to the client."""
    return _plain(plain) == TEXT


def text(node: Node | None) -> str | None:
    """The value of a node that is text, `None` for everything else."""
    if isinstance(node, Scalar) and kind(node) == TEXT:
        return node.text
    return None


def entries(node: Node | None, source_text: str) -> list[Entry] | None:
    """The entries of a list of tools with their places: items of a list as they stand, of a text the parts between commas,
    trimmed."""
    if isinstance(node, Sequence):
        return [
            Entry(item.text, item.start, item.end) for item in node.items if isinstance(item, Scalar) and text(item) is not None
        ]
    whole = text(node)
    if whole is None or not isinstance(node, Scalar):
        return None
    start = node.start + (node.style in ("'", '"'))
    written = source_text.startswith(whole, start)
    found = []
    at = 0
    for part in whole.split(","):
        name = part.strip()
        if name:
            begin = start + at + len(part) - len(part.lstrip())
            found.append(Entry(name, begin, begin + len(name)) if written else Entry(name, node.start, node.end))
        at += len(part) + 1
    return found
