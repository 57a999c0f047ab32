"""Edits of one value: another text in the same quotes, quotes around a bare one, none around a number."""

from __future__ import annotations

import re

from ...diagnostic import Edit
from ..nodes import DOUBLE, PLAIN, SINGLE, Mapping, Scalar, SyntaxFault

_PRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]").search
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*").fullmatch


def reads_as(written: str, value: str) -> bool:
    """Whether a YAML reader takes `written`, after a key, for the text `value`."""
    if _WORD(written):
        from ..schema import core

        return written == value and isinstance(core(Scalar(written, 0, len(written))), str)
    from ..schema import core
    from ..yaml import compose

    try:
        node = compose(f"k: {written}\n", 0).node
    except SyntaxFault:
        return False
    found = node.get("k") if isinstance(node, Mapping) and len(node.entries) == 1 else None
    return isinstance(found, Scalar) and found.tag is None and core(found) == value


def quoted(value: str) -> str | None:
    """A text in the quotes that need no escape where there are such, in double quotes otherwise; `None` where none can hold it."""
    if _PRINTABLE(value):
        return None
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    if "'" not in value:
        return f"'{value}'"
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def respelt(text: str, scalar: Scalar, value: str) -> list[Edit] | None:
    """Another value in the quoting of the present one; a bare one gets quotes where it needs them."""
    start, end = scalar.start, scalar.end
    if text[start:end] == f"{scalar.style}{scalar.text}{scalar.style}" and scalar.style in (SINGLE, DOUBLE):
        # What is between the quotes is the value itself: no escapes, nothing folded.
        if scalar.style in value or "\\" in value or "\n" in value or _PRINTABLE(value):
            return None
        return [Edit(start + 1, end - 1, value)]
    if scalar.style != PLAIN or text[start:end] != scalar.text or end <= start:
        return None
    if isinstance(scalar.typed, str) or reads_as(value, value):
        return [Edit(start, end, value)]
    written = quoted(value)
    return None if written is None else [Edit(start, end, written)]


def requoted(text: str, start: int, end: int) -> list[Edit] | None:
    """Quotes around the characters from `start` to `end`, which are one line and are meant as they stand."""
    value = text[start:end]
    written = quoted(value)
    if written is None or not reads_as(written, value):
        return None
    if written[1:-1] == value:
        return [Edit(start, start, written[0]), Edit(end, end, written[0])]
    return [Edit(start, end, written)]


def with_line_ends(text: str, start: int, end: int) -> list[Edit] | None:
    r"""Double quotes around a bare text, so that the two characters `\n` in it become line ends and all others stay as they are."""
    value = text[start:end]
    if _PRINTABLE(value):
        return None
    edits = [Edit(start, start, '"')]
    edits += [Edit(start + found.start(), start + found.start(), "\\") for found in re.finditer(r'"|\\(?!n)', value)]
    edits.append(Edit(end, end, '"'))
    return edits


def bare(text: str, scalar: Scalar, word: str) -> list[Edit] | None:
    """A number or truth value without the quotes around it, where `word` is how it is written."""
    if scalar.style not in (SINGLE, DOUBLE) or scalar.text.strip() != word or reads_as(word, word):
        return None
    return [Edit(scalar.start, scalar.end, word)]
