"""The part of the scanner that reads values of more than one line: nested maps and lists, block text, lists over lines.

Apart from `scan`, as most files need none of it and a process that reads one file would feel its patterns being compiled.
"""

from __future__ import annotations

import re

from .nodes import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE, Mapping, Scalar, Sequence
from .scan_marks import FIRST, FLOW_ITEM, KEY, ODD, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Node

_COMMENT = rf"#[^{ODD}]*+"
_gap = re.compile(rf"(?: *+(?:{_COMMENT})?\n)*+(?: *+(?:{_COMMENT})?\Z)?").match
_spaces = re.compile(r" *+").match
_key = re.compile(rf"(?:({KEY})|'([^'{ODD}]{{0,99}}+)'|\"([^\"\\{ODD}]{{0,99}}+)\"):(?=[ \n]|\Z)").match
_end = re.compile(rf"(?: ++(?:{_COMMENT})?)?(?:\n|\Z)").match
_plain = re.compile(rf"{FIRST}{TEXT}").match
_more = re.compile(rf"\n((?: *+\n)*+)( ++)((?!#){TEXT})").match
_double = re.compile(rf"\"([^\"\\{ODD}]*+(?:\\[nt\"\\/][^\"\\{ODD}]*+)*+)\"").match
_single = re.compile(rf"'([^'{ODD}]*+(?:''[^'{ODD}]*+)*+)'").match
_LISTED = rf"(?:{FLOW_ITEM}|'[^'{ODD}]*+'(?!'))"
_flow = re.compile(rf"\[[ \n]*+{_LISTED}(?:[ \n]*+,[ \n]*+{_LISTED})*+[ \n]*+,?[ \n]*+\]|\[ *+\]").match
_flow_part = re.compile(r"'[^']*+'|\"[^\"]*+\"|[^ \n,](?:[^\n,]*[^ \n,])?").finditer
_header = re.compile(r"([|>])(-?) *+\n").match
_line = re.compile(rf"( *+)([^{ODD}]*+)\n").match
_escape = re.compile(r"\\(.)")
_escapes = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/"}
_DEEPEST = 30


def further(text: str, pos: int, offset: int) -> tuple[int, Scalar, Node] | int:
    """The next entry of the top-level map: the start of the line after it, its key and its value.

    Without an entry the place where that was seen: the end of the text where only blanks and comments follow.
    """
    gap = _gap(text, pos)
    assert gap is not None
    pos = gap.end()
    found = _key(text, pos)
    if found is None:
        return pos
    try:
        value, end = _Parts(text, offset).value(found.end(), 0, 1)
    except _StrangeError:
        return pos
    return end, _name(found, offset), value


def _name(found: re.Match[str], offset: int) -> Scalar:
    """The key of a match of `_key`."""
    kind = found.lastindex
    start, end = found.start() + offset, found.end() - 1 + offset
    return Scalar(found[kind or 1], start, end, PLAIN if kind == 1 else SINGLE if kind == 2 else DOUBLE)


def _flow_items(text: str, start: int, end: int, offset: int) -> list[Node]:
    """The items between two brackets that may stand on several lines."""
    items: list[Node] = []
    for found in _flow_part(text, start, end):
        first, last = found.span()
        sign = text[first]
        if sign in "\"'":
            items.append(Scalar(text[first + 1 : last - 1], first + offset, last + offset, sign))
        else:
            items.append(Scalar(found[0], first + offset, last + offset))
    return items


class _StrangeError(Exception):
    """The text holds something that the scanner does not read."""


class _Parts:
    """The slower reader of one top-level value. Positions it returns are the start of the line after what it read."""

    __slots__ = ("offset", "text")

    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset

    def next_line(self, pos: int) -> tuple[int, int]:
        """The start of the next line with content and its indentation; -1 at the end of the text."""
        gap = _gap(self.text, pos)
        assert gap is not None
        pos = gap.end()
        if pos >= len(self.text):
            return pos, -1
        spaces = _spaces(self.text, pos)
        assert spaces is not None
        return pos, spaces.end() - pos

    def value(self, pos: int, column: int, depth: int, dash: bool = True) -> tuple[Node, int]:
        """The value after a colon or dash at `pos` in a collection at `column`; with `dash` a list may begin at that column."""
        text = self.text
        if depth > _DEEPEST:
            raise _StrangeError
        end = _end(text, pos)
        if end is not None:
            at, indent = self.next_line(end.end())
            begin = at + indent
            if indent > column or (dash and indent == column):
                if text.startswith("- ", begin):
                    return self.block_list(begin, indent, depth + 1)
                if indent > column:
                    if _key(text, begin):
                        return self.block_map(begin, indent, depth + 1)
                    return self.inline(begin, column)
            if not dash:
                raise _StrangeError
            return Scalar("", pos + self.offset, pos + self.offset), end.end()
        spaces = _spaces(text, pos)
        assert spaces is not None
        at = spaces.end()
        if text[at] in "|>":
            return self.block_text(at, column)
        return self.inline(at, column)

    def inline(self, at: int, column: int) -> tuple[Node, int]:
        """A quoted text, a flow list or a plain text that begins at `at`."""
        text = self.text
        sign = text[at]
        node: Node
        if sign == '"':
            found = _double(text, at)
            if found is None:
                raise _StrangeError
            raw = found[1]
            if "\\" in raw:
                raw = _escape.sub(lambda part: _escapes[part[1]], raw)
            stop = found.end()
            node = Scalar(raw, at + self.offset, stop + self.offset, DOUBLE)
        elif sign == "'":
            found = _single(text, at)
            if found is None:
                raise _StrangeError
            stop = found.end()
            node = Scalar(found[1].replace("''", "'"), at + self.offset, stop + self.offset, SINGLE)
        elif sign == "[":
            found = _flow(text, at)
            if found is None:
                raise _StrangeError
            stop = found.end()
            self.check_indents(at, stop, column)
            node = Sequence(_flow_items(text, at + 1, stop - 1, self.offset), at + self.offset, stop + self.offset, True)
        else:
            node, stop = self.plain(at, column)
        end = _end(text, stop)
        if end is None:
            raise _StrangeError
        return node, end.end()

    def check_indents(self, start: int, end: int, column: int) -> None:
        """Parsers agree on a flow list over several lines only where all but its end is indented."""
        text = self.text
        line = text.find("\n", start, end)
        while line >= 0:
            spaces = _spaces(text, line + 1)
            assert spaces is not None
            if spaces.end() - line - 1 <= column and spaces.end() != end - 1 and text[spaces.end()] != "\n":
                raise _StrangeError
            line = text.find("\n", line + 1, end)

    def plain(self, at: int, column: int) -> tuple[Scalar, int]:
        text = self.text
        found = _plain(text, at)
        if found is None:
            raise _StrangeError
        raw = found[0].rstrip(" ")
        stop = at + len(raw)
        more = _more(text, found.end())
        while more is not None and more[3] and len(more[2]) > column:
            line = more[3].rstrip(" ")
            raw += ("\n" * more[1].count("\n") or " ") + line
            stop = more.start(3) + len(line)
            more = _more(text, more.end())
        return Scalar(raw, at + self.offset, stop + self.offset), stop

    def block_text(self, at: int, column: int) -> tuple[Scalar, int]:
        text = self.text
        header = _header(text, at)
        if header is None:
            raise _StrangeError
        pos = header.end()
        lines: list[str] = []
        indent = 0
        stop = pos
        while True:
            line = _line(text, pos)
            if line is None:
                # A last line without its end: parsers differ about the end of the text.
                if pos < len(text):
                    raise _StrangeError
                break
            spaces = len(line[1])
            if not line[2]:
                if spaces > (indent or column + 1):
                    raise _StrangeError
                lines.append("")
            else:
                if not indent:
                    if spaces <= column:
                        break
                    indent = spaces
                if spaces < indent:
                    break
                lines.append(line[0][indent:-1])
                stop = line.end() - 1
            pos = line.end()
        while lines and not lines[-1]:
            lines.pop()
        if not lines:
            raise _StrangeError
        if header[1] == "|":
            raw = "\n".join(lines)
        else:
            raw = ""
            empty = 0
            for content in lines:
                if not content:
                    empty += 1
                    continue
                if content[0] == " ":
                    raise _StrangeError
                raw += ("\n" * empty or (" " if raw else "")) + content
                empty = 0
        stop = at + len(text[at:stop].rstrip(" "))
        node = Scalar(
            raw if header[2] else raw + "\n", at + self.offset, stop + self.offset, LITERAL if header[1] == "|" else FOLDED
        )
        return node, pos

    def block_list(self, pos: int, column: int, depth: int) -> tuple[Sequence, int]:
        text = self.text
        begin = pos
        items: list[Node] = []
        while True:
            spaces = _spaces(text, pos + 1)
            assert spaces is not None
            at = spaces.end()
            item: Node
            if _key(text, at):
                item, pos = self.block_map(at, column + at - pos, depth + 1)
            else:
                item, pos = self.value(pos + 1, column, depth, False)
            items.append(item)
            at, indent = self.next_line(pos)
            if indent == column and text.startswith("- ", at + indent):
                pos = at + indent
                continue
            if indent > column:
                raise _StrangeError
            return Sequence(items, begin + self.offset, items[-1].end), at

    def block_map(self, pos: int, column: int, depth: int) -> tuple[Mapping, int]:
        text = self.text
        if depth > _DEEPEST:
            raise _StrangeError
        entries: list[tuple[Node, Node]] = []
        begin = pos
        while True:
            found = _key(text, pos)
            if found is None:
                raise _StrangeError
            key = _name(found, self.offset)
            value, pos = self.value(found.end(), column, depth)
            entries.append((key, value))
            at, indent = self.next_line(pos)
            if indent == column:
                pos = at + indent
                continue
            if indent > column:
                raise _StrangeError
            return Mapping(entries, begin + self.offset, max(key.end, value.end)), at
