"""Edits of a list: an entry replaced or taken out, in a flow list, a block list, or a text with commas."""

from __future__ import annotations

import re
from itertools import pairwise

from ...diagnostic import Edit
from ..nodes import DOUBLE, PLAIN, SINGLE, Mapping, Node, Scalar, Sequence
from .lines import blank, line_start, line_stop, newline_at, next_line, skip_blanks

_SEPARATOR = ", \t\r\n"
_COMMENT = re.compile(r"#[^\r\n]*|//[^\r\n]*|/\*.*?\*/", re.DOTALL).match

Span = tuple[int, int]


def content(text: str, scalar: Scalar) -> Span:
    """Where the text of a value stands, without its quotes or the sign of its block."""
    if scalar.style in (SINGLE, DOUBLE) and text[scalar.start : scalar.start + 1] == scalar.style:
        return scalar.start + 1, scalar.end - 1
    if scalar.style == PLAIN or scalar.style in (SINGLE, DOUBLE):
        return scalar.start, scalar.end
    return next_line(text, scalar.start), scalar.end


def without(text: str, node: Node, spans: list[Span]) -> list[Edit] | None:
    """A list without the entries at these places. `None` where nothing would be left: an empty list means something else."""
    if isinstance(node, Scalar):
        return _without_words(text, *content(text, node), sorted(spans))
    parts = _parts(node)
    gone = [index for index, part in enumerate(parts) if any(part[0] <= start and end <= part[1] for start, end in spans)]
    if len(gone) == len(parts) or not gone:
        return None
    if node.flow:
        return _without_flow(text, node, parts, gone)
    if not isinstance(node, Sequence):
        return None
    edits: list[Edit] = []
    for index in gone:
        found = _without_line(text, parts[index])
        if found is None:
            return None
        edits.append(found)
    return edits


def _parts(node: Sequence | Mapping) -> list[Span]:
    if isinstance(node, Sequence):
        return [(item.start, item.end) for item in node.items]
    return [(key.start, max(key.end, value.end)) for key, value in node.entries]


def _without_words(text: str, low: int, high: int, spans: list[Span]) -> list[Edit] | None:
    """A text with commas or blanks between its entries, without some of them."""
    edits: list[Edit] = []
    for start, end in spans:
        if not low <= start < end <= high:
            return None
        after = end
        while after < high and text[after] in _SEPARATOR:
            after += 1
        if edits and edits[-1].end == start:
            edits[-1] = Edit(edits[-1].start, after, "")
        else:
            edits.append(Edit(start, after, ""))
    last = edits[-1]
    if last.end >= high:
        # Nothing follows: the separator before it goes as well, and what stands behind the last entry stays.
        start, end = last.start, spans[-1][1]
        while start > low and text[start - 1] in _SEPARATOR:
            start -= 1
        if start == low:
            return None
        edits[-1] = Edit(start, end, "")
    return edits


def _without_line(text: str, part: Span) -> Edit | None:
    """A block list without the line of one item; a comment on it stays."""
    start = line_start(text, part[0])
    if text[start : part[0]].strip(" \t") != "-":
        return None
    stop = line_stop(text, part[1])
    if blank(text, part[1], stop):
        return Edit(start, next_line(text, part[1]), "")
    dash = start + text[start : part[0]].index("-")
    return Edit(dash, skip_blanks(text, part[1]), "")


def _without_flow(text: str, node: Sequence | Mapping, parts: list[Span], gone: list[int]) -> list[Edit] | None:
    edits: list[Edit] = []
    kept = max((one for one in range(len(parts)) if one not in gone), default=-1)
    tail = (parts[kept][1], parts[-1][1])
    if kept < len(parts) - 1 and not re.search(r"[\r\n#]|//|/\*", text[slice(*tail)]):
        edits.append(Edit(*tail, ""))
        gone = [index for index in gone if index < kept]
    for index in gone:
        start, end = parts[index]
        comma = skip_blanks(text, end)
        if text[comma : comma + 1] == ",":
            edits.append(_with_line(text, start, skip_blanks(text, comma + 1)))
            continue
        kept = max((one for one in range(index) if one not in gone), default=-1)
        if kept < 0:
            return None
        if index and index - 1 in gone:
            # The comma behind the entry before goes with that one; the one behind the last kept entry has to go too.
            comma = _comma(text, parts[kept][1], parts[kept + 1][0])
        else:
            comma = _comma(text, parts[index - 1][1], start)
        if comma < 0:
            return None
        if blank(text, comma + 1, start):
            edits.append(Edit(comma, end, ""))
        else:
            edits += [Edit(comma, comma + 1, ""), _with_line(text, start, end)]
    edits.sort(key=lambda edit: edit.start)
    return edits if all(a.end <= b.start for a, b in pairwise(edits)) else None


def _with_line(text: str, start: int, end: int) -> Edit:
    """The removal of some characters, with their line where nothing else stands on it."""
    first, stop = line_start(text, start), line_stop(text, end)
    if blank(text, first, start) and blank(text, end, stop) and stop < len(text):
        return Edit(first, next_line(text, end), "")
    return Edit(start, end, "")


def _comma(text: str, start: int, end: int) -> int:
    """The comma between two parts, not one in a comment; -1 where there is none."""
    while start < end:
        if text[start] == ",":
            return start
        comment = _COMMENT(text, start)
        start = comment.end() if comment is not None else start + 1
    return -1


def as_items(text: str, scalar: Scalar, names: list[str]) -> list[Edit] | None:
    """A text turned into a list, one name an item: a block list where the text is a block, a flow list otherwise."""
    if not names or any(not name or name != name.strip() for name in names):
        return None
    from .scalars import quoted, reads_as

    written = [name if reads_as(name, name) and not set(name) & set(",[]{}") else quoted(name) for name in names]
    if any(name is None for name in written):
        return None
    listed = [name for name in written if name is not None]
    if scalar.style in (PLAIN, SINGLE, DOUBLE):
        return [Edit(scalar.start, scalar.end, f"[{', '.join(listed)}]")]
    low, high = content(text, scalar)
    newline = newline_at(text, scalar.start)
    while high > low and text[high - 1] in "\r\n":
        high -= 1
    indent = text[low : skip_blanks(text, low)]
    if not indent or "#" in text[scalar.start : low]:
        return None
    start = scalar.start
    while text[start - 1] in " \t":
        start -= 1
    return [Edit(start, high, newline + newline.join(f"{indent}- {name}" for name in listed))]
