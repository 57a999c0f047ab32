"""A scanner for the YAML that nearly every definition is written in, faster than a full parser and without loading one.

It answers where the full parsers (`yaml.compose`, `yaml.compose_client`) give the same tree: maps of plain keys; plain, quoted
and block text; lists of either style. Everything else (anchors, tags, tabs, rare escapes, control characters, flow maps, and
all that is invalid) it leaves to them. It never guesses: another answer than theirs would be a hole in every check built on it.
"""

from __future__ import annotations

import re

from .nodes import DOUBLE, SINGLE, Mapping, Scalar, Sequence
from .scan_marks import FIRST, FLOW_ITEM, KEY, ODD, TEXT, odd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Node

# An entry at the left edge that is all on its line, or is a list of simple items, before another such entry or the end.
_entry = re.compile(
    rf"({KEY}):(?: ++(?:({FIRST}{TEXT})|\"([^\"\\{ODD}]*+)\"|'([^'{ODD}]*+)'|\[ *+({FLOW_ITEM}(?: *+, *+{FLOW_ITEM})*+) *+\])"
    rf" *+(?:\n(?=[A-Za-z_]|\Z)|\Z)"
    rf"| *+\n((?: *+- ++(?:{FIRST}{TEXT}|\"[^\"\\{ODD}]*+\" *+|'[^'{ODD}]*+' *+)\n)++)(?=[A-Za-z_]|\Z))"
).match
_item = re.compile(r"( *+)- ++([^\n]++)\n").finditer
# A definition is never so long; the limit keeps the number of nodes within what the full parser takes.
_LONGEST = 30_000


def scan(text: str, offset: int = 0) -> Mapping | None:
    """The tree of a front matter's inner text, or `None` where a full parser must be asked. `offset` is added to each place."""
    size = len(text)
    if size > _LONGEST or (not text.isascii() and odd(text)):
        return None
    entries: list[tuple[Node, Node]] = []
    value: Node
    pos = 0
    while pos < size:
        found = _entry(text, pos)
        if found is None:
            from .scan_parts import further

            part = further(text, pos, offset)
            if isinstance(part, int):
                if part < size:
                    return None
                break
            pos, name, value = part
            entries.append((name, value))
            continue
        key, plain, double, single, items, block = found.groups()
        start = pos + offset
        name = Scalar(key, start, start + len(key))
        if plain is not None:
            start = found.start(2) + offset
            if plain[-1] == " ":
                plain = plain.rstrip(" ")
            value = Scalar(plain, start, start + len(plain))
        elif double is not None:
            start = found.start(3) + offset
            value = Scalar(double, start - 1, start + len(double) + 1, DOUBLE)
        elif single is not None:
            start = found.start(4) + offset
            value = Scalar(single, start - 1, start + len(single) + 1, SINGLE)
        elif items is not None:
            start = text.index("[", pos) + offset
            parts, end = _flow_list(items, found.start(5) + offset)
            value = Sequence(parts, start, text.index("]", end - offset) + 1 + offset, True)
        else:
            listed = _block_list(block, found.start(6) + offset)
            if listed is None:
                return None
            value = listed
        entries.append((name, value))
        pos = found.end()
    if not entries:
        return None
    last, value = entries[-1]
    return Mapping(entries, entries[0][0].start, max(last.end, value.end))


def _flow_list(body: str, start: int) -> tuple[list[Node], int]:
    """The items between two brackets, where no comma is part of one, and the end of the last."""
    items: list[Node] = []
    parts = body.split(", ")
    if body.count(",") == len(parts) - 1 and "  " not in body and " ," not in body:
        for item in parts:
            end = start + len(item)
            sign = item[0]
            items.append(Scalar(item[1:-1], start, end, sign) if sign in "'\"" else Scalar(item, start, end))
            start = end + 2
        return items, start - 2
    end = start
    for part in body.split(","):
        item = part.lstrip(" ")
        first = start + len(part) - len(item)
        item = item.rstrip(" ")
        end = first + len(item)
        sign = item[0]
        items.append(Scalar(item[1:-1], first, end, sign) if sign in "'\"" else Scalar(item, first, end))
        start += len(part) + 1
    return items, end


def _block_list(body: str, start: int) -> Sequence | None:
    """The list of these lines, if all have the same indentation."""
    items: list[Node] = []
    indent = None
    for line in _item(body):
        spaces, item = line.groups()
        if spaces != indent:
            if indent is not None:
                return None
            indent = spaces
        if item[-1] == " ":
            item = item.rstrip(" ")
        first = start + line.start(2)
        sign = item[0]
        last = first + len(item)
        items.append(Scalar(item[1:-1], first, last, sign) if sign in "'\"" else Scalar(item, first, last))
    return Sequence(items, start + len(indent or ""), items[-1].end)
