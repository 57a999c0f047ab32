"""The tree a front matter is read into: every node knows its characters in the file.

A node keeps what was written, not what a host makes of it: a scalar is its text and its style, and the meaning of `5` or
`no` is left to the schema of the reader (`remit.syntax.schema`). Offsets are characters from the start of the file's text
(a byte order mark counts as one), `end` is exclusive.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLAIN = ""
SINGLE = "'"
DOUBLE = '"'
LITERAL = "|"
FOLDED = ">"


class Scalar:
    """One value without parts: its text after unescaping and folding, and how it was written.

    `style` is one of `PLAIN`, `SINGLE`, `DOUBLE`, `LITERAL`, `FOLDED`. The span of a quoted scalar includes its quotes, that of a
    block scalar its indicator. An absent value (`tools:`) is a plain scalar with empty text, its span empty at the place where the
    value would stand. `tag` is the tag as written (`!!str`, `!x`) or `None`. `typed` is the value where the format itself gives it
    a type (TOML, JSON); YAML leaves it at `UNTYPED`.
    """

    __slots__ = ("end", "start", "style", "tag", "text", "typed")

    def __init__(
        self, text: str, start: int, end: int, style: str = PLAIN, tag: str | None = None, typed: object = ...
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.style = style
        self.tag = tag
        self.typed = typed

    def __repr__(self) -> str:
        return f"Scalar({self.text!r}, {self.start}, {self.end}, {self.style!r})"


class Sequence:
    """A list: its items in order. `flow` tells `[a, b]` from a block list."""

    __slots__ = ("end", "flow", "items", "start", "tag")

    def __init__(self, items: list[Node], start: int, end: int, flow: bool = False, tag: str | None = None) -> None:
        self.items = items
        self.start = start
        self.end = end
        self.flow = flow
        self.tag = tag

    def __repr__(self) -> str:
        return f"Sequence({self.items!r}, {self.start}, {self.end})"


class Mapping:
    """A map: its entries in the order written, duplicate keys included. Keys are nodes, as hosts meet keys that are not text."""

    __slots__ = ("end", "entries", "flow", "start", "tag")

    def __init__(
        self, entries: list[tuple[Node, Node]], start: int, end: int, flow: bool = False, tag: str | None = None
    ) -> None:
        self.entries = entries
        self.start = start
        self.end = end
        self.flow = flow
        self.tag = tag

    def __repr__(self) -> str:
        return f"Mapping({self.entries!r}, {self.start}, {self.end})"

    def keys(self) -> Iterator[str]:
        """The text of every scalar key, in the order written."""
        for key, _ in self.entries:
            if isinstance(key, Scalar):
                yield key.text

    def get(self, name: str) -> Node | None:
        """The value of the last entry whose key has this text, or `None`."""
        found = None
        for key, value in self.entries:
            if isinstance(key, Scalar) and key.text == name:
                found = value
        return found


Node = Scalar | Sequence | Mapping


class SyntaxFault(Exception):
    """Text that its format does not allow: what is wrong and at which character of the file.

    `kind` is a short name that a rule can be found by (`"tab"`, `"colon"`, `"unclosed"`, `"duplicate"`, `"depth"`, `"alias"`,
    `"control"`, `"syntax"`); `problem` is one phrase for people.
    """

    def __init__(self, problem: str, offset: int, kind: str = "syntax") -> None:
        super().__init__(problem)
        self.problem = problem
        self.offset = offset
        self.kind = kind


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with a blank for each character of the spans; its lines stay."""
    for start, end in spans:
        text = text[:start] + "".join(char if char in "\r\n" else " " for char in text[start:end]) + text[end:]
    return text


class Composed:
    """What a front matter was read into: the tree, and where the text used the parts of YAML that few readers expect.

    `node` is `None` for a text without content. `aliases` are the offsets of anchors and aliases, `tags` those of explicit
    tags. An alias is the same node object as its anchor's value.
    """

    __slots__ = ("aliases", "node", "tags")

    def __init__(self, node: Node | None, aliases: list[int], tags: list[int]) -> None:
        self.node = node
        self.aliases = aliases
        self.tags = tags


def measure(node: Node) -> tuple[int, int]:
    """The number of nodes of a tree, aliases expanded, and how many levels of collections it has."""
    if isinstance(node, Scalar):
        return 1, 0
    parts = node.items if isinstance(node, Sequence) else [part for entry in node.entries for part in entry]
    size, height = 1, 0
    for part in parts:
        inner = measure(part)
        size += inner[0]
        height = max(height, inner[1])
    return size, height + 1
