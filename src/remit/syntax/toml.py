"""TOML as a tree with places: what `tomllib` reads, with the characters each part was written at.

`tomllib` alone decides what is TOML and what a value means. The reader here runs after it, over text that is known to be valid,
and only looks for where things begin and end; the values are then copied over from what `tomllib` gave.
"""

from __future__ import annotations

import re

from .nodes import PLAIN, Mapping, Node, Scalar, Sequence, SyntaxFault

# The one bound on how deep values, tables and dotted keys may lie in each other. `tomllib` takes two calls of its own for each
# level, so a larger one could meet the recursion limit, and where that happened would depend on the caller.
MAX_DEPTH = 200

_SHORT_BASIC = r'"(?:[^"\\\n]++|\\[^\n]?)*+'
_SHORT_LITERAL = r"'[^'\n]*+"
_LONG_BASIC = r'"""(?:[^"\\]++|\\.?|"(?!""))*+'
_LONG_LITERAL = r"'''(?:[^']++|'(?!''))*+"
_COMMENT = r"#[^\n]*+"

_BLANK = re.compile(r"[ \t]*+")
# A carriage return stands only before a line feed in valid text, so it needs no care of its own.
_GAP = re.compile(rf"(?:[ \t\r\n]++|{_COMMENT})*+")
_KEY = re.compile(rf"[A-Za-z0-9_-]++|{_SHORT_BASIC}\"|{_SHORT_LITERAL}'")
# Up to two quotes may touch the closing three: they belong to the text.
_STRING = re.compile(rf"{_LONG_BASIC}\"{{3,5}}|{_LONG_LITERAL}'{{3,5}}|{_SHORT_BASIC}\"|{_SHORT_LITERAL}'", re.DOTALL)
# A date and its time may be parted by one space: the only value that is not a string and holds one.
_BARE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[^ \t\r\n,\]}#]*+|[^ \t\r\n,\]}#]++")

# From here on patterns are compiled on their first use, as most texts need none of them.

# For text that may be invalid: strings that are not closed reach to the end of their line or of the text, so that none of it is
# looked at twice.
_TOKEN = (
    rf"(?s:{_LONG_BASIC}(?:\"{{3,5}}|\Z)|{_LONG_LITERAL}(?:'{{3,5}}|\Z)|{_SHORT_BASIC}\"?|{_SHORT_LITERAL}'?|{_COMMENT}"
    r"|[0-9_]++|[\[\]{}.=,\n])"
)
_PLACE = r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)\Z"
_KEY_TUPLE = r"(?s:\(['\"].*\))"
_DUPLICATE = ("Cannot declare", "Cannot overwrite", "Cannot redefine", "Cannot mutate", "Duplicate")
_UNCLOSED = ("Unterminated", "Unclosed", "Expected ']", "Expected \"'")
_NO_QUOTE = 'Expected "\'"'
_CONTROLS = frozenset(map(chr, [*range(9), *range(11, 32), 127]))
_CONTROL = ("Illegal character", "Found invalid character")


def read(text: str, offset: int = 0) -> Mapping:
    """The tree of a TOML text that begins at character `offset` of its file.

    Raises `SyntaxFault` for whatever `tomllib` refuses, and for nesting beyond `MAX_DEPTH`. Line ends may be LF or CRLF.

    The span of a table with a header begins at the header's bracket, that of one made by a dotted key at the next part of this
    key; both reach through the last entry. The span of a node holds those of all its entries, so where a table is continued
    after another one, the spans of the two overlap. `flow` is set on what stands in brackets or braces of its own.
    """
    import tomllib  # not needed by most runs

    try:
        # `tomllib` itself takes time that grows with the square of a key's parts, so this comes first.
        if text.count("[") + text.count("{") + text.count(".") > MAX_DEPTH:
            open_brackets(text, offset)
        try:
            plain = tomllib.loads(text)
        except ValueError as error:
            raise _fault(text, offset, str(error)) from None
        root = _document(text)
        _settle(root, plain, offset, 0)
    except RecursionError:  # the caller had already used up most of what Python allows
        raise _too_deep(offset) from None
    return root


def values(mapping: Mapping) -> dict[str, object]:
    """The Python values of a tree: typed ones where nodes have them, else their text."""
    return {key.text: value_of(value) for key, value in mapping.entries if isinstance(key, Scalar)}


def value_of(node: Node) -> object:
    """The Python value of a node."""
    if isinstance(node, Scalar):
        return node.text if node.typed is ... else node.typed
    if isinstance(node, Sequence):
        return [value_of(item) for item in node.items]
    return values(node)


# The reader. Each function takes the text and a position, and gives the position after what it read, and that.

# What a table's name stands for, by the identity of the table: a tree's own entries would have to be searched.
_Known = dict[tuple[int, str], Node]


def _document(src: str) -> Mapping:
    root = Mapping([], 0, len(src))
    table = root
    known: _Known = {}
    pos = _after(_GAP, src, 0)
    while pos < len(src):
        if src[pos] == "[":
            pos, table = _header(src, pos, root, known)
        else:
            pos, parts, value = _pair(src, pos)
            _put(table, parts, value, known)
        pos = _after(_GAP, src, pos)
    return root


def _header(src: str, start: int, root: Mapping, known: _Known) -> tuple[int, Mapping]:
    brackets = 2 if src.startswith("[[", start) else 1
    pos, parts = _key(src, _after(_BLANK, src, start + brackets))
    end = pos + brackets
    table = root
    for part in parts[:-1]:
        table = _enter(table, part, start, known)
    name = parts[-1]
    if brackets == 1:
        table = _enter(table, name, start, known)
        # It may have been made before, by the header of a table inside it.
        table.start = min(table.start, start)
        table.end = max(table.end, end)
        return end, table
    item = Mapping([], start, end)
    found = known.get((id(table), name.text))
    if found is None:
        _add(table, name, Sequence([item], start, end), known)
    else:
        assert isinstance(found, Sequence)
        found.items.append(item)
    return end, item


def _put(table: Mapping, parts: list[Scalar], value: Node, known: _Known) -> None:
    for index in range(len(parts) - 1):
        table = _enter(table, parts[index], parts[index + 1].start, known)
    _add(table, parts[-1], value, known)


def _enter(table: Mapping, part: Scalar, start: int, known: _Known) -> Mapping:
    """The table that one part of a key leads to: made here on its first mention, the latest one of an array of tables."""
    found = known.get((id(table), part.text))
    if found is None:
        found = Mapping([], start, start)
        _add(table, part, found, known)
    elif isinstance(found, Sequence):
        found = found.items[-1]
    assert isinstance(found, Mapping)
    return found


def _add(table: Mapping, key: Scalar, value: Node, known: _Known) -> None:
    table.entries.append((key, value))
    known[id(table), key.text] = value


def _pair(src: str, pos: int) -> tuple[int, list[Scalar], Node]:
    pos, parts = _key(src, pos)
    pos, value = _value(src, _after(_GAP, src, pos + 1))
    return pos, parts, value


def _key(src: str, pos: int) -> tuple[int, list[Scalar]]:
    """The parts of a key, and the position after it and the blanks that follow."""
    parts = []
    while True:
        end = _after(_KEY, src, pos)
        written = src[pos:end]
        style = written[0] if written[0] in "\"'" else PLAIN
        name = _name(written) if style else written
        parts.append(Scalar(name, pos, end, style, typed=name))
        pos = _after(_BLANK, src, end)
        if src[pos] != ".":
            return pos, parts
        pos = _after(_BLANK, src, pos + 1)


def _name(quoted: str) -> str:
    if "\\" not in quoted or quoted[0] == "'":
        return quoted[1:-1]
    import tomllib

    # Escapes in keys are rare enough to leave them to the one who knows them.
    return next(iter(tomllib.loads(f"{quoted} = 0")))


def _value(src: str, pos: int) -> tuple[int, Node]:
    first = src[pos]
    if first == "[":
        return _array(src, pos)
    if first == "{":
        return _inline_table(src, pos)
    style = first if first in "\"'" else PLAIN
    end = _after(_STRING if style else _BARE, src, pos)
    return end, Scalar(src[pos:end], pos, end, style)


def _array(src: str, start: int) -> tuple[int, Sequence]:
    items = []
    pos = _after(_GAP, src, start + 1)
    while src[pos] != "]":
        pos, item = _value(src, pos)
        items.append(item)
        pos = _after(_GAP, src, pos)
        if src[pos] == ",":
            pos = _after(_GAP, src, pos + 1)
    return pos + 1, Sequence(items, start, pos + 1, flow=True)


def _inline_table(src: str, start: int) -> tuple[int, Mapping]:
    # TOML 1.1 has line ends, comments and a last comma in here. Whether that is allowed was settled before.
    table = Mapping([], start, start, flow=True)
    known: _Known = {}
    pos = _after(_GAP, src, start + 1)
    while src[pos] != "}":
        pos, parts, value = _pair(src, pos)
        _put(table, parts, value, known)
        pos = _after(_GAP, src, pos)
        if src[pos] == ",":
            pos = _after(_GAP, src, pos + 1)
    table.end = pos + 1
    return table.end, table


def _after(pattern: re.Pattern[str], src: str, pos: int) -> int:
    match = pattern.match(src, pos)
    assert match is not None
    return match.end()


def _settle(node: Node, plain: object, offset: int, depth: int) -> None:
    """Gives a tree the values that `tomllib` read, its places in the file, and spans that hold those of the entries."""
    node.start += offset
    node.end += offset
    if isinstance(node, Scalar):
        node.typed = plain
        if isinstance(plain, str):
            node.text = plain
        return
    if depth > MAX_DEPTH:
        raise _too_deep(node.start)
    if isinstance(node, Sequence):
        assert isinstance(plain, list)
        for item, value in zip(node.items, plain, strict=True):
            _settle(item, value, offset, depth + 1)
        parts = node.items
    else:
        assert isinstance(plain, dict)
        for key, child in node.entries:
            assert isinstance(key, Scalar)
            key.start += offset
            key.end += offset
            _settle(child, plain[key.text], offset, depth + 1)
        parts = [child for _, child in node.entries]
    for part in parts:
        node.start = min(node.start, part.start)
        node.end = max(node.end, part.end)


# Faults.


def _too_deep(offset: int) -> SyntaxFault:
    return SyntaxFault(f"Nested more than {MAX_DEPTH} levels deep", offset, "depth")


def open_brackets(text: str, offset: int) -> list[int]:
    """Where the brackets stand that the text, valid or not, leaves open. Too many of them, or of a key's parts, are a fault."""
    opened: list[int] = []
    dots = 0
    for match in re.finditer(_TOKEN, text):
        mark = match.group()
        if mark == ".":
            dots += 1
        elif mark in ("[", "{"):
            opened.append(match.start())
            dots = 0
        elif mark in ("]", "}"):
            if opened:
                opened.pop()
        elif mark in ("=", ",", "\n"):
            dots = 0
        if len(opened) > MAX_DEPTH or dots > MAX_DEPTH:
            raise _too_deep(offset + match.start())
    return opened


def _fault(text: str, offset: int, message: str) -> SyntaxFault:
    """The fault for a message of `tomllib`, which ends in the place as a line and a column."""
    place = re.search(_PLACE, message)
    if place is None:
        # The only refusal without a place is Python's own, of a number with thousands of digits.
        numbers = (match for match in re.finditer(_TOKEN, text) if match.group()[0].isdigit())
        longest = max(numbers, key=lambda match: match.end() - match.start(), default=None)
        return SyntaxFault("Integer has too many digits", offset + (longest.start() if longest else 0))
    problem = message[: place.start()]
    at = len(text)
    if place[1]:
        # Columns are counted after CRLF was made LF, and lines end in LF in both: each line begins where it does in the text.
        at = 0
        for _ in range(int(place[1]) - 1):
            at = text.index("\n", at) + 1
        at += int(place[2]) - 1
    if problem == _NO_QUOTE:
        # The quote was looked for beyond the end of its line. What comes before this string is valid.
        cut = (match for match in re.finditer(_TOKEN, text) if re.fullmatch(_SHORT_LITERAL, match.group()))
        at = next((match.end() for match in cut), at)
        at -= text[at - 1] == "\r"
        problem = "Unterminated string"
    kind = "syntax"
    if problem.startswith(_DUPLICATE):
        kind = "duplicate"
        if problem.startswith("Cannot"):
            problem = re.sub(_KEY_TUPLE, _dotted, problem)
    elif problem.startswith(_UNCLOSED):
        kind = "unclosed"
    elif text.startswith(("\n", "\r\n"), at):
        if problem.startswith(_CONTROL):
            kind, problem = "unclosed", "Unterminated string"
    elif problem.startswith(_CONTROL) or text[at : at + 1] in _CONTROLS:
        kind = "control"
    elif at == len(text) and (opened := open_brackets(text, offset)):
        kind, problem = "unclosed", f"Unclosed {text[opened[-1]]!r}"
    return SyntaxFault(problem, offset + at, kind)


def _dotted(match: re.Match[str]) -> str:
    # The message shows a key as a Python tuple.
    from ast import literal_eval

    return ".".join(literal_eval(match.group()))
