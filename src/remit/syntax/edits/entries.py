"""Edits of a map: a key renamed, an entry taken out with its lines."""

from __future__ import annotations

from ...diagnostic import Edit
from ..nodes import DOUBLE, PLAIN, SINGLE, Mapping, Node, Scalar
from .lines import blank, line_start, next_line
from .lists import without


def renamed(text: str, key: Scalar, name: str) -> list[Edit] | None:
    """The key by another name, in the quotes it has."""
    written = text[key.start : key.end]
    if key.style in (SINGLE, DOUBLE) and written == f"{key.style}{key.text}{key.style}":
        return [Edit(key.start + 1, key.end - 1, name)]
    if key.style == PLAIN and written == key.text:
        return [Edit(key.start, key.end, name)]
    return None


def without_entry(text: str, mapping: Mapping, key: Node) -> list[Edit] | None:
    """A map without one entry. `None` where it is the only one: an empty map means something else."""
    value = next((value for one, value in mapping.entries if one is key), None)
    if value is None or len(mapping.entries) < 2:
        return None
    if mapping.flow:
        return without(text, mapping, [(key.start, max(key.end, value.end))])
    start = line_start(text, key.start)
    if not blank(text, start, key.start):
        return None  # behind a dash, or in a table's head
    end = entry_end(key, value)
    if value.start and isinstance(value, Mapping) and value.start < key.start:
        return None  # a table of TOML begins before its key
    return [Edit(start, next_line(text, end), "")]


def entry_end(key: Node, value: Node) -> int:
    """The last character of an entry, so that its line is the entry's last."""
    return max(key.end, value.end - 1 if value.end > value.start else key.end)
