"""What the nodes of a front matter mean: the YAML 1.2 core schema as the JavaScript parsers that hosts use read it."""

from __future__ import annotations

import re

from .nodes import PLAIN, Mapping, Scalar, Sequence, SyntaxFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Node

_words: dict[str, object] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    ".nan": float("nan"), ".NaN": float("nan"), ".NAN": float("nan"),
    ".inf": float("inf"), ".Inf": float("inf"), ".INF": float("inf"),
    "+.inf": float("inf"), "+.Inf": float("inf"), "+.INF": float("inf"),
    "-.inf": float("-inf"), "-.Inf": float("-inf"), "-.INF": float("-inf"),
}  # fmt: skip
_number = re.compile(
    r"([-+]?)(?:0o([0-7]+)|0x([0-9a-fA-F]+)|([0-9]+)|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
).fullmatch
# Longer than any number a double can hold; Python refuses to read an int of more than 4300 digits.
_LONGEST_INT = 400
_DEEPEST = 200


def core(scalar: Scalar) -> object:
    """The value of a scalar: `None`, a bool, an int, a float or a str.

    A quoted or block scalar is its text. A tag can hold a plain scalar to text or to one kind of value, it never converts: a
    text that is not of its kind stays text.
    """
    if scalar.typed is not ...:
        return scalar.typed
    text = scalar.text
    if scalar.style != PLAIN:
        return text
    tag = scalar.tag
    if tag is not None:
        return _tagged(text, tag)
    return _resolve(text)


def _resolve(text: str) -> object:
    if text in _words:
        return _words[text]
    if text[0] not in "0123456789.-+":
        return text
    found = _number(text)
    if found is None:
        return text
    sign, octal, hexadecimal, whole = found.groups()
    if octal or hexadecimal:
        value = int(octal, 8) if octal else int(hexadecimal, 16)
        # What does not fit into 64 bits stays text in Claude Code.
        return text if value >> 64 else -value if sign == "-" else value
    if whole and len(whole) < _LONGEST_INT and not (sign == "-" and not int(whole)):
        return int(text)
    return float(text)


def _tagged(text: str, tag: str) -> object:
    if tag in ("!", "!!str"):
        return text
    if not text:
        return None
    value = _resolve(text)
    if tag == "!!null":
        fits = value is None
    elif tag == "!!bool":
        fits = isinstance(value, bool)
    else:
        fits = tag in ("!!int", "!!float") and isinstance(value, int | float) and not isinstance(value, bool)
    return value if fits else text


def plain(node: Node, *, merge: bool = False) -> object:
    """The Python value of a tree: maps as dicts by the text of their keys, of duplicates the last.

    With `merge` the entries of `<<` are taken in first. Raises `SyntaxFault` for a tree deeper than `compose` makes one.
    """
    return _plain(node, merge, 0)


def _plain(node: Node, merge: bool, depth: int) -> object:
    if isinstance(node, Scalar):
        return core(node)
    if depth > _DEEPEST:
        raise SyntaxFault("nested too deeply", node.start, "depth")
    if isinstance(node, Sequence):
        return [_plain(item, merge, depth + 1) for item in node.items]
    if merge:
        node = merged(node)
    return {key_text(_plain(key, merge, depth + 1)): _plain(value, merge, depth + 1) for key, value in node.entries}


def key_text(value: object) -> str:
    """A map key as JavaScript writes it, for which every key is text."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number_text(value)
    if isinstance(value, list):
        return ",".join("" if item is None else key_text(item) for item in value)
    return "[object Object]"


def _number_text(value: int | float) -> str:
    if isinstance(value, int):
        if -(1 << 53) <= value <= 1 << 53:
            return str(value)
        value = float(value)
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    sign = "-" if value < 0 else ""
    digits, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, part = digits.partition(".")
    part = part if part.strip("0") else ""
    point = len(whole) + int(exponent or 0)
    figures = (whole + part).lstrip("0")
    point -= len(whole + part) - len(figures)
    figures = figures.rstrip("0")
    if not figures:
        return "0"
    if len(figures) <= point <= 21:
        return sign + figures.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{figures[:point]}.{figures[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    fraction = f".{figures[1:]}" if len(figures) > 1 else ""
    return f"{sign}{figures[0]}{fraction}e{point - 1:+d}"


def merged(mapping: Mapping) -> Mapping:
    """The map with the entries of its `<<` keys put in: its own win, and of several merged ones the first.

    `<<` with a value that is neither a map nor a list stays an entry.
    """
    if not any(isinstance(key, Scalar) and key.text == "<<" for key, _ in mapping.entries):
        return mapping
    return _merged(mapping, 0)


def _merged(mapping: Mapping, depth: int) -> Mapping:
    if depth > _DEEPEST:
        raise SyntaxFault("nested too deeply", mapping.start, "depth")
    entries: list[tuple[Node, Node]] = []
    known: set[object] = set()
    for key, value in mapping.entries:
        if not (isinstance(key, Scalar) and core(key) == "<<") or isinstance(value, Scalar):
            known.add(_identity(key))
            entries.append((key, value))
            continue
        for source in value.items if isinstance(value, Sequence) else [value]:
            if isinstance(source, Mapping):
                for other, inner in reversed(_merged(source, depth + 1).entries):
                    name = _identity(other)
                    if name not in known:
                        known.add(name)
                        entries.append((other, inner))
    return Mapping(entries, mapping.start, mapping.end, mapping.flow, mapping.tag)


def _identity(key: Node) -> object:
    """What makes two keys the same for a merge: type and value of a scalar, otherwise the very node."""
    if isinstance(key, Scalar):
        value = core(key)
        return type(value) is bool, type(value) is str, value
    return id(key)
