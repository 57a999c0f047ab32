"""Where the front matter of a Markdown file begins and ends, by remit's own strict reading.

The first line is `---` or `+++` and nothing but blanks after it; the block ends at the next line that is the same fence at column 1,
trailing blanks allowed, the end of the file too. Hosts have rules of their own (Claude Code ends the block at the first `---`
anywhere); those stand with the host and are compared with this one, as this is what an author means.
"""

from __future__ import annotations

import re

from ..source import BOM

YAML = "yaml"
TOML = "toml"

_OPEN = re.compile(rb"(---|\+\+\+)[ \t]*(?:\n|\Z)").match
_FENCE_LIKE = re.compile(rb"(?:---|\+\+\+)[^\n]*").match


Split = tuple[str, int, int, int, int]
"""The parts of a file: kind, start and end of the text between the fences and start of the body in bytes, and the number of characters
before that text."""

NO_FENCE = "none"
UNCLOSED = "unclosed"
EMPTY = "empty"
PLUS = "+++"
FOREIGN_FENCE = "foreign"
"""The first line only looks like a fence: `---js`, `----`, `--- # comment`."""


def split(data: bytes) -> Split | str:
    """The front matter of a file, or why there is none."""
    start = 3 if data.startswith(BOM) else 0
    if data.startswith(b"---\n", start):
        kind, inner, view = b"---", start + 4, data
    else:
        # One line end each, at the same place: CRLF and lone CR count as they do in every editor.
        view = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n") if b"\r" in data else data
        opening = _OPEN(view, start)
        if opening is None:
            if _FENCE_LIKE(view, start):
                return FOREIGN_FENCE
            return NO_FENCE if data[start:].strip() else EMPTY
        kind, inner = opening[1], opening.end()
    close = view.find(b"\n" + kind, inner - 1)
    while close >= 0:
        stop = view.find(b"\n", close + 4)
        if stop < 0:
            stop = len(view)
        if stop == close + 4 or not view[close + 4 : stop].strip(b" \t\r"):
            end = max(close + 1, inner)
            return (YAML if kind == b"---" else TOML, inner, end, min(stop + 1, len(data)), inner - 2 if start else inner)
        close = view.find(b"\n" + kind, close + 4)
    return UNCLOSED


_BEFORE = re.compile(r"(?:[ \t\r\n\ufeff]|<!--.*?-->)*(?=---[ \t]*\r?\n)", re.DOTALL).match
_FENCE = re.compile(r"---[ \t]*\r?\n").match
_NAMED = re.compile(r"(?:[A-Za-z_][\w-]*[ \t]*:[^\n]*\n){0,6}?(?:name|description)[ \t]*:").match
_TEXT_BEFORE = 12
"""Lines of text above a front matter that somebody may have put there."""


def late(text: str, first: int = 0) -> int | None:
    """Where a front matter begins that does not begin on the first line: after blanks and comments, or below a few lines of text where it
    holds a name or a description, which no two rules of a plain document do. `None` where there is none."""
    found = _BEFORE(text, first)
    if found is not None:
        return found.end()
    position = first
    for _ in range(_TEXT_BEFORE):
        if text.startswith(("```", "~~~"), position):
            return None
        fence = _FENCE(text, position)
        if fence is not None and _NAMED(text, fence.end()):
            return position
        newline = text.find("\n", position)
        if newline < 0:
            return None
        position = newline + 1
    return None


_FIELD_LINE = re.compile(r"(?:[A-Za-z_][\w-]*[ \t]*:(?=[ \t\r\n])|[ \t]|- |#)[^\n]*\n").match
_NEARLY_CLOSED = re.compile(r"(?:\.{3}|--|[\u2013\u2014]+-?|_{3,}|\*{3,}|={3,}|\+{3}|~{3}|`{3})(?=[ \t]*\r?(?:\n|\Z))").match


def meant_to_close(text: str, start: int) -> tuple[int, int] | None:
    """The line that ends the fields of a block without a closing fence, where it looks as if it were to be one: `...`, `--`, a long dash.
    `start` is where the block begins."""
    position = start
    while (line := _FIELD_LINE(text, position)) is not None:
        position = line.end()
    found = _NEARLY_CLOSED(text, position) if position > start else None
    return found.span() if found is not None else None


def bare(text: str, first: int = 0) -> bool:
    """Whether a file begins with the fields of a definition and has no fence above them."""
    return _NAMED(text, first) is not None
