"""JSON as a tree with places, with the comments and trailing commas that tools allow in their settings.

The reader keeps its own stack and never looks at a character more than a few times, so neither deep nor large text troubles it.
"""

from __future__ import annotations

import re

from .nodes import DOUBLE, PLAIN, Mapping, Node, Scalar, Sequence, SyntaxFault

MAX_DEPTH = 200

_BOM = "\ufeff"
_BLANK = re.compile(r"[ \t\n\r]*+")
_GAP = re.compile(r"(?:[ \t\n\r]++|//[^\n\r]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
# The valid part of a string from its quote on: where it ends there is the closing quote, or what is wrong.
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)((?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


def read(text: str, offset: int = 0, *, strict: bool = False, max_depth: int = MAX_DEPTH) -> Node:
    """The tree of a JSON text that begins at character `offset` of its file.

    Raises `SyntaxFault` for text that is not JSON, and for nesting beyond `max_depth`. A fault of kind `"unclosed"` is at the
    character that opened what is not closed. `strict` refuses comments and trailing commas. One byte order mark may lead the
    text. Duplicate keys are kept: all of them are entries.
    """
    gap = (_BLANK if strict else _GAP).match
    stack: list[Mapping | Sequence] = []
    key: Scalar | None = None

    def skip(pos: int) -> int:
        found = gap(text, pos)
        return found.end() if found else pos

    def place(node: Node) -> None:
        """Makes a node part of the container that is open, as soon as the node is begun."""
        if stack:
            parent = stack[-1]
            if isinstance(parent, Sequence):
                parent.items.append(node)
            elif key is not None:
                parent.entries.append((key, node))

    def fault(expected: str, pos: int) -> SyntaxFault:
        """What is wrong with the character at `pos`, where `expected` should stand."""
        char = text[pos : pos + 1]
        if not char and stack:
            return SyntaxFault(f"Unclosed '{_brackets(stack[-1])[0]}'", stack[-1].start, "unclosed")
        if text.startswith(("//", "/*"), pos):
            if strict:
                return SyntaxFault("Comments are not allowed here", offset + pos)
            return SyntaxFault("Unclosed comment", offset + pos, "unclosed")
        kind = "colon" if expected == "':'" else "control" if char and char < " " else "syntax"
        shown = repr(char) if char else "the end"
        return SyntaxFault(f"Expected {expected}, found {shown}", offset + pos, kind)

    def read_key(pos: int) -> tuple[int, Scalar]:
        """A key and its colon, with the position where the value should stand."""
        if text[pos : pos + 1] != '"':
            raise fault("a key in double quotes", pos)
        pos, name = _string(text, pos, offset)
        pos = skip(pos)
        if text[pos : pos + 1] != ":":
            raise fault("':'", pos)
        return skip(pos + 1), name

    pos = skip(1 if text.startswith(_BOM) else 0)
    while True:
        # Here a value has to begin.
        node: Node
        char = text[pos : pos + 1]
        if char == "{" or char == "[":
            if len(stack) >= max_depth:
                raise SyntaxFault(f"Nested more than {max_depth} levels deep", offset + pos, "depth")
            start = offset + pos
            container = Mapping([], start, start, flow=True) if char == "{" else Sequence([], start, start, flow=True)
            place(container)
            stack.append(container)
            pos = skip(pos + 1)
            if text[pos : pos + 1] != _brackets(container)[1]:
                if isinstance(container, Mapping):
                    pos, key = read_key(pos)
                continue
        else:
            if char == '"':
                pos, node = _string(text, pos, offset)
            elif char and char in "-0123456789":
                pos, node = _number(text, pos, offset)
            else:
                word = _WORD.match(text, pos)
                if word is None or word.group() not in _WORDS:
                    raise fault("a value", pos)
                pos = word.end()
                node = Scalar(word.group(), offset + word.start(), offset + pos, PLAIN, typed=_WORDS[word.group()])
            if not stack:
                break
            place(node)
            pos = skip(pos)
        # Here a value is complete, and may be the last one of what it stands in, and this of what that stands in.
        while stack:
            parent = stack[-1]
            closing = _brackets(parent)[1]
            char = text[pos : pos + 1]
            if char == ",":
                comma = pos
                pos = skip(pos + 1)
                char = text[pos : pos + 1]
                if char != closing:
                    if isinstance(parent, Mapping):
                        pos, key = read_key(pos)
                    break
                if strict:
                    raise SyntaxFault("A trailing comma is not allowed here", offset + comma)
            if char != closing:
                raise fault(f"',' or '{closing}'", pos)
            pos += 1
            parent.end = offset + pos
            node = stack.pop()
            if stack:
                pos = skip(pos)
        else:
            break
    pos = skip(pos)
    if pos < len(text):
        raise fault("the end", pos)
    return node


def values(text: str, *, strict: bool = False) -> object:
    """The Python values of a JSON text; of duplicate keys the last one's. Refuses what `read` refuses, as it does.

    Plain JSON takes the way through `json`, many times as fast; for anything else the tree is read.
    """
    import json  # not needed by most runs

    try:
        plain: object = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return _value_of(read(text, strict=strict))
    if text.count("[") + text.count("{") > MAX_DEPTH and _deeper(plain, MAX_DEPTH):
        return _value_of(read(text, strict=strict))
    return plain


def _value_of(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.typed
    if isinstance(node, Sequence):
        return [_value_of(item) for item in node.items]
    return {key.text: _value_of(value) for key, value in node.entries if isinstance(key, Scalar)}


def _refuse(word: str) -> object:
    # `json` takes NaN and Infinity, which are not JSON.
    raise ValueError(word)


def _deeper(plain: object, depth: int) -> bool:
    """Whether values lie in each other deeper than `depth`: one pass for each level, over what stands on it."""
    level = [plain] if isinstance(plain, (dict, list)) else []
    for _ in range(depth):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return False
    return True


def _brackets(node: Mapping | Sequence) -> str:
    return "{}" if isinstance(node, Mapping) else "[]"


def _string(text: str, start: int, offset: int) -> tuple[int, Scalar]:
    match = _STRING.match(text, start)
    assert match is not None
    pos = match.end()
    char = text[pos : pos + 1]
    if char != '"':
        if char == "\\" and pos + 1 < len(text):
            raise SyntaxFault("String has an escape that JSON does not know", offset + pos)
        if char and char not in "\\\n\r":
            raise SyntaxFault(f"String has the control character {char!r}", offset + pos, "control")
        raise SyntaxFault("Unclosed string", offset + start, "unclosed")
    value = text[start + 1 : pos]
    pos += 1
    if "\\" in value:
        import json

        value = json.loads(text[start:pos])
    return pos, Scalar(value, offset + start, offset + pos, DOUBLE, typed=value)


def _number(text: str, start: int, offset: int) -> tuple[int, Scalar]:
    match = _NUMBER.match(text, start)
    if match is None:
        raise SyntaxFault("Expected a digit after '-'", offset + start + 1)
    written = match.group()
    try:
        value = float(written) if match[1] else int(written)
    except ValueError:
        # Python reads no integer of more than some thousand digits, as reading it takes the square of their number.
        raise SyntaxFault("Integer has too many digits", offset + start) from None
    return match.end(), Scalar(written, offset + start, offset + match.end(), PLAIN, typed=value)
