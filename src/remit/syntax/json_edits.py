"""Edits of a JSON text that leave every other character alone: comments, order, indentation and line ends stay as they are.

Each function takes a text and gives the new one. `route` leads to a value by keys. What is written takes the indentation and the line ends that
the text has. Raises `SyntaxFault` for text that is not JSON.
"""

from __future__ import annotations

import json
import re

from .jsonc import read
from .nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from .schema import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Route = tuple[str, ...]

_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n\r]*|/\*.*?\*/", re.DOTALL)


def put(text: str, route: Route, value: object) -> str:
    """The text with `value` under the last key of `route`, in place of what is there; maps on the way are made."""
    *above, last = route
    text, mapping = _mapping(text, tuple(above))
    for key, node in mapping.entries:
        if isinstance(key, Scalar) and key.text == last:
            return text[: node.start] + _written(text, value, _indent(text, key.start)) + text[node.end :]
    return _with_member(text, mapping, last, value)


def append(text: str, route: Route, value: object) -> str:
    """The text with `value` at the end of the list at `route`, which is made where there is none."""
    *above, last = route
    text, mapping = _mapping(text, tuple(above))
    for key, node in mapping.entries:
        if isinstance(key, Scalar) and key.text == last:
            if not isinstance(node, Sequence):
                raise SyntaxFault(f"`{last}` is no list", node.start)
            return _with_item(text, node, value)
    return _with_member(text, mapping, last, [value])


def take(text: str, route: Route, unwanted: Callable[[object], bool]) -> str:
    """The text without the items of the list at `route` that `unwanted` is true of. A list that is left empty goes as well, and so do the
    maps on the way that hold nothing else."""
    while True:
        root = _root(text)
        found = _at(root, route)
        if not isinstance(found, Sequence):
            return text
        position = next((index for index, item in enumerate(found.items) if unwanted(plain(item))), None)
        if position is None:
            return text
        if len(found.items) > 1:
            text = _without(text, found.start, found.end, [(item.start, item.end) for item in found.items], position)
            continue
        shorter = route
        while len(shorter) > 1:
            holder = _at(root, shorter[:-1])
            assert isinstance(holder, Mapping)
            if len(holder.entries) > 1:
                break
            shorter = shorter[:-1]
        holder = _at(root, shorter[:-1])
        assert isinstance(holder, Mapping)
        spans = [(key.start, value.end) for key, value in holder.entries]
        return _without(text, holder.start, holder.end, spans, [_text(key) for key, _ in holder.entries].index(shorter[-1]))


def _root(text: str) -> Mapping:
    root = read(text)
    if not isinstance(root, Mapping):
        raise SyntaxFault("no JSON object", root.start)
    return root


def _text(key: Node) -> str | None:
    return key.text if isinstance(key, Scalar) else None


def _at(node: Node, route: Route) -> Node | None:
    found: Node | None = node
    for name in route:
        if not isinstance(found, Mapping):
            return None
        found = next((value for key, value in found.entries if _text(key) == name), None)
    return found


def _mapping(text: str, route: Route) -> tuple[str, Mapping]:
    """The map at a route, made where there is none, and the text with it."""
    for end in range(1, len(route) + 1):
        if _at(_root(text), route[:end]) is None:
            text = put(text, route[:end], {})
    found = _at(_root(text), route)
    if not isinstance(found, Mapping):
        raise SyntaxFault(f"`{route[-1]}` is no object", found.start if found is not None else 0)
    return text, found


def _unit(text: str) -> str:
    found = _INDENT.search(text)
    return found.group(1) if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _indent(text: str, at: int) -> str:
    """The indentation of the line that a character is on."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return text[start : start + len(text[start:at]) - len(text[start:at].lstrip(" \t"))]


def _written(text: str, value: object, indent: str) -> str:
    lines = json.dumps(value, indent=_unit(text), ensure_ascii=False).split("\n")
    return (_newline(text) + indent).join(lines)


def _with_member(text: str, mapping: Mapping, name: str, value: object) -> str:
    inner = _inner(text, mapping)
    member = f"{json.dumps(name, ensure_ascii=False)}: {_written(text, value, inner)}"
    return _added(text, mapping, [node.end for _, node in mapping.entries], inner, member)


def _with_item(text: str, sequence: Sequence, value: object) -> str:
    inner = _inner(text, sequence)
    return _added(text, sequence, [node.end for node in sequence.items], inner, _written(text, value, inner))


def _inner(text: str, node: Mapping | Sequence) -> str:
    """The indentation of what a container holds."""
    first = (
        node.entries[0][0]
        if isinstance(node, Mapping) and node.entries
        else node.items[0]
        if isinstance(node, Sequence) and node.items
        else None
    )
    if first is not None and "\n" in text[node.start : first.start]:
        return _indent(text, first.start)
    return _indent(text, node.start) + _unit(text)


def _added(text: str, node: Mapping | Sequence, ends: list[int], inner: str, written: str) -> str:
    newline = _newline(text)
    close = node.end - 1
    filled = node.start + 1 + len(text[node.start + 1 : close].rstrip())
    if not ends:
        outer = _indent(text, node.start)
        return f"{text[:filled]}{newline}{inner}{written}{newline}{outer}{text[close:]}"
    several = "\n" in text[node.start : node.end]
    comma = "" if "," in _COMMENT.sub("", text[ends[-1] : filled]) else ","
    gap = f"{newline}{inner}" if several else " "
    return text[: ends[-1]] + comma + text[ends[-1] : filled] + gap + written + text[filled:]


def _without(text: str, start: int, end: int, spans: list[tuple[int, int]], position: int) -> str:
    """The text without one of several parts of a container."""
    low, high = spans[position]
    if len(spans) == 1:
        return text[: start + 1] + text[high : end - 1].strip() + text[end - 1 :]
    if position + 1 < len(spans):
        return text[:low] + text[spans[position + 1][0] :]
    before = spans[position - 1][1]
    filled = len(text[:low].rstrip())
    between = text[before:filled]
    comma = _comma(between)
    return text[:before] + between[:comma] + between[comma + 1 :] + text[high:]


def _comma(between: str) -> int:
    """The first comma outside comments."""
    at = 0
    for comment in _COMMENT.finditer(between):
        found = between.find(",", at, comment.start())
        if found >= 0:
            return found
        at = comment.end()
    return between.index(",", at)
