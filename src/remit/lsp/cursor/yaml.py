"""The cursor in YAML: a line, the lines above it that are less indented, and brackets."""

from __future__ import annotations

import re

from .flow import Flow, entries
from .slot import KEY, Slot

_KEY = re.compile(
    r"""[ \t]*(?:-[ \t]+)*(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s#:\-\[\]{},"'&*!|>%@`][^:#\n]*?|-[^\s:#][^:#\n]*?)[ \t]*:(?=[ \t]|$)"""
)
LONGEST = 400
"""Characters of a line in which its key is looked for."""
_BLOCK = re.compile(r"[|>][+\-0-9]*[ \t]*(?:#.*)?$")


class Lines:
    """The lines of a front matter, each with where it begins."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.rows: list[tuple[int, str]] = []
        at = start
        for match in re.finditer(r"[^\r\n]*(\r\n|\r|\n|\Z)", text[start:end]):
            if match.end() == match.start() and at > start and text[at - 1] not in "\r\n":
                break
            row = match[0].rstrip("\r\n")
            self.rows.append((start + match.start(), row))
            at = start + match.end()

    def of(self, offset: int) -> int:
        number = 0
        for index, (start, _) in enumerate(self.rows):
            if start > offset:
                break
            number = index
        return number


def key_of(row: str) -> re.Match[str] | None:
    """The key that a line begins with."""
    return _KEY.match(row, 0, LONGEST)


def _in_comment(head: str) -> bool:
    """Whether a line's text up to the cursor ends in a comment."""
    last = max(head.rfind('"'), head.rfind("'")) + 1
    return any((head.startswith("#", last) and last == 0) or f"{blank}#" in head[last:] for blank in " \t")


def indent(row: str) -> int:
    return len(row) - len(row.lstrip(" \t"))


def blank(row: str) -> bool:
    content = row.lstrip(" \t")
    return not content or content[0] == "#"


def slot_at(text: str, start: int, end: int, cursor: int) -> Slot | None:
    """The slot at the cursor in the YAML between `start` and `end`; `None` inside a block of text or a comment."""
    lines = Lines(text, start, end)
    if not lines.rows:
        return Slot(KEY, (), "yaml", text, cursor, cursor, cursor)
    number = lines.of(cursor)
    begin, row = lines.rows[number]
    head = row[: cursor - begin]
    if _in_comment(head):
        return None
    above = _above(lines, number, indent(row) if row.strip() else len(head))
    if above is not None and above.block:
        return None
    key = key_of(row)
    if key is not None and cursor - begin > key.end() - 1:
        route = (*_route(lines, number), _bare(key["key"]))
        return _value(text, begin + key.end(), cursor, route)
    if key is None and above is not None and above.open:
        return _value(text, above.value, cursor, above.route)
    content = head.lstrip(" \t")
    if content.startswith("-") and (content[1:2] in ("", " ", "\t")):
        return _item(lines, number, cursor, above) if content[1:2] else None
    if above is not None and above.filled and indent(row) > above.indent:
        return _value(text, above.value, cursor, above.route)
    if above is not None and above.item:
        return None
    return _key(lines, number, cursor, key)


class Above:
    """The key that a line belongs to: the nearest line above that is less indented."""

    def __init__(self, lines: Lines, number: int, key: re.Match[str], cursor_row: int) -> None:
        begin, row = lines.rows[number]
        rest = row[key.end() :].strip()
        self.number = number
        self.indent = indent(row)
        self.value = begin + key.end()
        self.route = (*_route(lines, number), _bare(key["key"]))
        self.block = _BLOCK.match(rest) is not None
        self.filled = bool(rest) and not rest.startswith("#")
        self.item = row.lstrip(" \t").startswith("- ")
        stop = lines.rows[cursor_row][0]
        self.open = self.filled and rest[0] in "[{" and len(Flow(lines.text, self.value, stop, ":", "#").frames) > 1


def _above(lines: Lines, number: int, depth: int) -> Above | None:
    content = lines.rows[number][1].lstrip(" \t")
    dash = content.startswith("-") and content[1:2] in ("", " ", "\t")
    for index in range(number - 1, -1, -1):
        row = lines.rows[index][1]
        key = None if blank(row) else key_of(row)
        if key is None:
            continue
        own = indent(row)
        if own < depth or (dash and own == depth):
            return Above(lines, index, key, number)
        if own == 0 and depth == 0:
            return None
    return None


def _route(lines: Lines, number: int, depth: int | None = None) -> tuple[str, ...]:
    """The keys above a line, the outermost first. `depth` is the line's indentation where it is not what is written."""
    if depth is None:
        depth = indent(lines.rows[number][1])
    found: list[str] = []
    for index in range(number - 1, -1, -1):
        if depth == 0:
            break
        row = lines.rows[index][1]
        key = None if blank(row) else key_of(row)
        if key is not None and indent(row) < depth:
            depth = indent(row)
            found.append(_bare(key["key"]))
    return tuple(reversed(found))


def _value(text: str, start: int, cursor: int, route: tuple[str, ...]) -> Slot | None:
    flow = Flow(text, start, cursor, ":", "#")
    return flow.slot(route, "yaml", flow.after)


def _item(lines: Lines, number: int, cursor: int, above: Above | None) -> Slot | None:
    """An item of a list whose items stand on lines of their own."""
    if above is None or above.filled:
        return None
    begin, row = lines.rows[number]
    depth = indent(row)
    there: list[str] = []
    for index in range(above.number + 1, len(lines.rows)):
        other = lines.rows[index][1]
        if blank(other) or index == number:
            continue
        content = other.lstrip(" \t")
        if indent(other) < depth or not content.startswith("-"):
            break
        if indent(other) == depth:
            there += entries(_bare(content[1:].strip()))
    slot = _value(lines.text, begin + depth + 1, cursor, above.route)
    if slot is not None:
        slot.there = slot.there | frozenset(there)
    return slot


def _key(lines: Lines, number: int, cursor: int, key: re.Match[str] | None) -> Slot | None:
    begin, row = lines.rows[number]
    depth = indent(row) if row.strip() else cursor - begin
    if cursor - begin < depth:
        return None
    start = begin + depth
    end = begin + key.end("key") if key is not None else begin + len(row.rstrip())
    # Blanks without a colon are text that goes on, not a key.
    if key is None and re.search(r"\s", lines.text[start:cursor]):
        return None
    there = []
    for step in (range(number - 1, -1, -1), range(number + 1, len(lines.rows))):
        for index in step:
            other = lines.rows[index][1]
            if blank(other):
                continue
            if indent(other) < depth:
                break
            found = key_of(other)
            if found is not None and indent(other) == depth:
                there.append(_bare(found["key"]))
    route = _route(lines, number, depth)
    return Slot(KEY, route, "yaml", lines.text, start, cursor, max(end, start), there=frozenset(there), closed=key is not None)


def _bare(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
