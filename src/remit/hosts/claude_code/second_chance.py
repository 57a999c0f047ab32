"""How Claude Code reads front matter that is not YAML: once more, with the values of odd lines in quotes.

Source: observed on the client 2.1.332 and 2.1.197, recorded 2026-11-30. Each line `key: value` at column 1 whose key is letters, `_` and
`-`, whose value is not wholly quoted and holds a character that YAML gives a meaning, becomes a double-quoted text, and each tab that a line
begins with becomes two blanks. Values in files with CRLF line ends are never quoted (the line's pattern does not match a carriage return), and
block scalars are lost (their `|` is quoted as well).
"""

from __future__ import annotations

import re

from ...syntax.nodes import DOUBLE, Mapping, Node, Scalar, Sequence, SyntaxFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# `.` and `$` as the client's regular expressions know them: they stop at every line terminator of JavaScript.
_LINE = re.compile(r"([a-zA-Z_-]+):[ \t\f\v\u00a0\ufeff]+([^\n\r\u2028\u2029]+)\Z").match
_SPECIAL = re.compile(r"[{}\[\]*&#!|>%@`]|: ").search


def rescue(text: str, offset: int, parse: Callable[[str, int], Node | None]) -> Node | None:
    """The tree of the rewritten text, with places in the text as it stands. Raises `SyntaxFault` where that is not YAML either."""
    rewritten: list[str] = []
    values: dict[int, tuple[str, int, int]] = {}
    lines: list[_Line] = []
    old = new = 0
    changed = False
    for line in text.split("\n"):
        out = line.lstrip("\t")
        tabs = len(line) - len(out)
        if tabs:
            out = "  " * tabs + out
            changed = True
        match = _LINE(line)
        if match and _odd(match[2], parse):
            value = match[2]
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            out = f'{match[1]}: "{escaped}"'
            values[new + len(match[1]) + 2] = (value, old + match.start(2), old + match.end(2))
            changed = True
        rewritten.append(out)
        lines.append((new, old, tabs))
        old += len(line) + 1
        new += len(out) + 1
    if not changed:
        raise SyntaxFault("not valid YAML, and nothing that Claude Code would quote", offset)
    try:
        root = parse("\n".join(rewritten), 0)
    except SyntaxFault as fault:
        raise SyntaxFault(fault.problem, offset + _back(fault.offset, lines), fault.kind) from None
    if root is not None:
        _place(root, lines, values, offset, set())
    return root


_Line = tuple[int, int, int]
"""Where a line begins in the rewritten text and in the text as it stands, and how many tabs it began with."""


def _odd(value: str, parse: Callable[[str, int], Node | None]) -> bool:
    for quote in "\"'":
        if value.startswith(quote) and value.endswith(quote):
            return False
    if not _SPECIAL(value):
        return False
    if value.startswith("[") and value.endswith("]"):
        try:
            return not isinstance(parse(value, 0), Sequence)
        except SyntaxFault:
            return True
    return True


def _back(offset: int, lines: list[_Line]) -> int:
    from bisect import bisect_right

    new, old, tabs = lines[bisect_right(lines, (offset, 1 << 60, 0)) - 1]
    column = offset - new
    return old + (column - tabs if column >= 2 * tabs else column // 2)


def _place(node: Node, lines: list[_Line], values: dict[int, tuple[str, int, int]], offset: int, seen: set[int]) -> None:
    """Moves every node of the tree to where it stands in the file."""
    if id(node) in seen:
        return
    seen.add(id(node))
    rewritten = values.get(node.start) if isinstance(node, Scalar) and node.style == DOUBLE else None
    if isinstance(node, Scalar) and rewritten is not None:
        node.text, start, end = rewritten
        node.start, node.end = offset + start, offset + end
        return
    node.start, node.end = offset + _back(node.start, lines), offset + _back(node.end, lines)
    if isinstance(node, Sequence):
        for item in node.items:
            _place(item, lines, values, offset, seen)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            _place(key, lines, values, offset, seen)
            _place(value, lines, values, offset, seen)
