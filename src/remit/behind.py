"""The text behind a fault: a file once more with what cannot be read taken out of it, so that the rest is checked in the same run.

What is taken out becomes blanks, and a fence is set where one is missing, so every character of the rest stands where it stood, or `shift`
characters further on. Nothing is ever loaded from such a text: a host is only asked what else it would say about the file.
"""

from __future__ import annotations

import re

from .source import Source, encode
from .syntax import fences
from .syntax.nodes import blanked
from .syntax.recovery import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .document import Document

# What goes on below an unclosed fence as fields do: a key, what is indented or listed under it, and in TOML a table's name.
_YAML_LINE = re.compile(r"[A-Za-z_][\w.-]*[ \t]*:(?:[ \t]|\r?$)|[ \t]+\S|-[ \t]|#[^# ]").match
_TOML_LINE = re.compile(r"[A-Za-z_\"'][\w.\"'-]*[ \t]*=|\[|[ \t]+\S|[\]}]|#|\r?$").match


_ENDS = ("---", "+++", "...")


class Behind:
    """A text without its faults: `source` with `shift`, and the names of the fields that are `gone` with them."""

    __slots__ = ("gone", "shift", "source")

    def __init__(self, text: str, path: str | None, shift: int = 0) -> None:
        self.source = Source(encode(text), path)
        self.shift = shift
        self.gone: frozenset[str] = frozenset()

    def lacks(self, rule: str) -> bool:
        """Whether the field that a rule `missing-…` speaks of may have stood in what was taken out."""
        what = rule.removeprefix("missing-")
        return any(name == ANY or name.endswith(what) for name in self.gone)


def behind(document: Document) -> Behind | None:
    """What can be read of a document once its faults are taken out, `None` where it has none of that kind or nothing is left."""
    if document.kind == fences.UNCLOSED:
        return _closed(document)
    if document.kind == fences.NO_FENCE:
        return _from_late_fence(document)
    if document.kind == fences.TOML and document.root is None:
        return _without_statements(document)
    if document.unread:
        return _without_pieces(document)
    return None


def _closed(document: Document) -> Behind | None:
    """A block that is never closed ends where the lines no longer look like fields."""
    text = document.source.text
    first = 1 if document.source.bom else 0
    fence = text[first : first + 3]
    goes_on = _TOML_LINE if fence == "+++" else _YAML_LINE
    position = start = text.find("\n") + 1
    while 0 < position < len(text):
        newline = text.find("\n", position)
        end = newline + 1 if newline >= 0 else len(text)
        if not goes_on(text, position, end) or text[position:end].strip() in _ENDS:
            break
        position = end
    if position <= start:
        return None
    return Behind(text[:position] + fence + "\n" + text[position:], document.source.path)


def _from_late_fence(document: Document) -> Behind | None:
    """Blank lines, comments or a few lines of text before the fence."""
    text = document.source.text
    first = 1 if document.source.bom else 0
    late = fences.late(text, first)
    if late is None or late == first:
        return None
    return Behind(text[late:], document.source.path, late)


def _without_pieces(document: Document) -> Behind:
    text = document.source.text
    found = Behind(blanked(text, ((start, end) for start, end, _ in document.unread)), document.source.path)
    found.gone = frozenset(name for _, _, name in document.unread)
    return found


def _without_statements(document: Document) -> Behind | None:
    from .syntax.toml_recovery import recover

    text = document.source.text
    start = len(document.source.data[: document.front_bytes[0]].decode("utf-8", "surrogateescape"))
    front = document.front
    recovered = recover(front, start)
    if not recovered.text.strip():
        return None
    whole = text[:start] + recovered.text + text[start + len(front) :]
    found = Behind(whole, document.source.path)
    found.gone = recovered.gone
    return found


__all__ = ["Behind", "behind"]
