"""The comments of a file that speak to remit: in its front matter, its body or, where the file is data as a whole, in the data.

Only what is a comment for the format counts. The same words inside quotes, in a block of text or in a code block are the author's.
"""

from __future__ import annotations

import re

from .document import JSON
from .syntax.fences import YAML
from .syntax.nodes import FOLDED, LITERAL, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .document import Document
    from .syntax.nodes import Mapping, Node

MARK = "remit:"
SIGN = b"remit:"
"""What a file has somewhere that speaks to remit: everything else here is for such files alone."""

MOST = 1_000
"""Comments of one file at most that are looked at; the time for each may grow with the file."""

_FENCE = re.compile(r"(?m)^ {0,3}(`{3,}|~{3,})([^\n]*)")
_TICKS = re.compile(r"`+")
_BEFORE = 2_000
"""Characters of a line before a comment that are searched for backticks."""
_BEYOND = 200
"""Blank lines and comments at most between a comment and the line that it is about."""
_BLANKS = " \t\r\n"
_ALONE = {
    "#": re.compile(r"\s*(?:#.*)?$").match,
    "/": re.compile(r"\s*(?://.*|/\*(?:[^*]|\*(?!/))*\*/\s*)?$").match,
    "<": re.compile(r"\s*(?:<!--(?:(?!-->).)*-->\s*)?$").match,
}
"""Lines without anything to say, by the first sign of a comment."""


class Comment:
    """One comment: its text after `remit:`, with the characters where the comment and this text begin and end. `line` is the line that it
    is about: its own where something stands before it, else the next that has something to say."""

    __slots__ = ("end", "line", "start", "text", "text_start")

    def __init__(self, text: str, text_start: int, start: int, end: int, line: int) -> None:
        self.text = text
        self.text_start = text_start
        self.start = start
        self.end = end
        self.line = line


def comments(document: Document) -> Iterator[Comment]:
    """The comments of a document that begin with `remit:`, from the top."""
    source = document.source
    if SIGN not in source.data:
        return
    text = source.text
    first, last = _front(document)
    inside = _Inside(document)
    body = document.body_offset if not document.whole else len(text)
    at, count = text.find(MARK), 0
    while at >= 0 and count < MOST:
        found = None
        if first <= at < last:
            found = _in_data(document.kind == JSON, text, at, first, last, inside)
        elif at >= body:
            found = _in_markdown(text, at, body, inside)
        if found is not None:
            count += 1
            start, stop, end = found
            begin = at + len(MARK)
            yield Comment(text[begin:stop], begin, start, end, _line(document, text[start], start, end))
        at = text.find(MARK, at + 1)


def _front(document: Document) -> tuple[int, int]:
    """The characters between which the file is data."""
    if not document.has_front_matter:
        return 0, 0
    return document.offset, document.offset + len(document.front)


_Place = tuple[int, int, int]
"""Where a comment begins, where its text ends and where it ends itself."""


def _in_data(json: bool, text: str, at: int, first: int, last: int, inside: _Inside) -> _Place | None:
    sign = _sign(text, at, first, ("//", "/*") if json else ("#",), " \t")
    if sign is None:
        return None
    start = sign
    if inside.yaml and start > first and text[start - 1] not in _BLANKS:
        return None
    if inside.scalar(start):
        return None
    if text.startswith("/*", start):
        stop = text.find("*/", at, last)
        return (start, stop, stop + 2) if stop >= 0 else None
    stop = _line_end(text, at, last)
    return start, stop, stop


def _in_markdown(text: str, at: int, body: int, inside: _Inside) -> _Place | None:
    start = _sign(text, at, body, ("<!--",), _BLANKS)
    if start is None or inside.code(start):
        return None
    stop = text.find("-->", at)
    return (start, stop, stop + 3) if stop >= 0 else None


def _sign(text: str, at: int, first: int, signs: tuple[str, ...], blanks: str) -> int | None:
    """Where the sign of a comment stands that nothing but blanks parts from the mark at `at`."""
    end = at
    while end > first and text[end - 1] in blanks:
        end -= 1
    start = end - len(signs[0])
    return start if start >= first and text.startswith(signs, start) else None


def _line_end(text: str, at: int, last: int) -> int:
    newline = text.find("\n", at, last)
    stop = newline if newline >= 0 else last
    lone = text.find("\r", at, stop)
    return lone if lone >= 0 else stop


def _line(document: Document, sign: str, start: int, end: int) -> int:
    """The line that a comment is about."""
    source = document.source
    number, column = source.position(start)
    if source.line(number)[: column - 1].strip():
        return number
    last, stop = source.position(end)
    if source.line(last)[stop - 1 :].strip():
        return last  # the line goes on after the comment
    alone = _ALONE[sign]
    following = last + 1
    while following <= min(source.line_count, last + _BEYOND) and alone(source.line(following)):
        following += 1
    return following


class _Inside:
    """Which parts of a document are no place for comments: values of its data, code of its body. Worked out when asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.yaml = document.kind == YAML
        self._scalars: list[tuple[int, int]] | None = None
        self._blocks: list[tuple[int, int]] | None = None

    def scalar(self, at: int) -> bool:
        """Whether a character belongs to a value or a key."""
        if self._scalars is None:
            root = self.document.root
            self._scalars = sorted(_scalars(root, self.document.source.text)) if root is not None else []
        return _among(self._scalars, at)

    def code(self, at: int) -> bool:
        """Whether a character of the body stands in a code block or between backticks."""
        text = self.document.source.text
        if self._blocks is None:
            self._blocks = list(_code_blocks(text, self.document.body_offset))
        if _among(self._blocks, at):
            return True
        line = text[max(text.rfind("\n", 0, at) + 1, at - _BEFORE) : at]
        opened = ""
        for ticks in _TICKS.findall(line):
            opened = "" if ticks == opened else opened or ticks
        return bool(opened) and opened in text[at : min(_line_end(text, at, len(text)), at + _BEFORE)]


def _among(spans: list[tuple[int, int]], at: int) -> bool:
    """Whether a character stands in one of these spans, which are sorted and do not overlap."""
    from bisect import bisect_right

    before = bisect_right(spans, at, key=_start) - 1
    return before >= 0 and spans[before][0] <= at < spans[before][1]


def _start(span: tuple[int, int]) -> int:
    return span[0]


def _scalars(root: Mapping, text: str) -> Iterator[tuple[int, int]]:
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Scalar):
            block = node.style in (LITERAL, FOLDED)  # a comment may follow the indicator
            yield (_line_end(text, node.start, node.end) if block else node.start), node.end
        elif isinstance(node, Sequence):
            pending += node.items
        else:
            for pair in node.entries:
                pending += pair


def _code_blocks(text: str, first: int) -> Iterator[tuple[int, int]]:
    """The fenced code blocks from character `first` on, each with its fences; one that is not closed reaches to the end."""
    opened: re.Match[str] | None = None
    for found in _FENCE.finditer(text, first):
        if opened is None:
            if found[1][0] == "~" or "`" not in found[2]:
                opened = found
        elif found[1][0] == opened[1][0] and len(found[1]) >= len(opened[1]) and not found[2].strip():
            yield opened.start(), found.end()
            opened = None
    if opened is not None:
        yield opened.start(), len(text)
