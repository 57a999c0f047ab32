"""YAML: the tree of a front matter, and the one place that knows PyYAML.

PyYAML and the client's own reader (`yaml_bun`) are imported on first use: a file that the subset scanner reads needs neither.
"""

from __future__ import annotations

import re

from .nodes import FOLDED, LITERAL, PLAIN, Composed, Mapping, Scalar, Sequence, SyntaxFault, measure
from .schema import merged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .nodes import Node

    HAS_LIBYAML: bool
    """Whether PyYAML's C parser is there. The pure one is ten times slower and refuses some tabs that C takes."""

# What YAML does not print. Said as what it does print, the expression takes ten times as long to compile.
_control = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]").search
_property = re.compile(r"(?:&[\w-]*+|!(?:<[^>]*+>|[^\s,\[\]{}]*+))").match
_between = re.compile(r"(?:\s|(?<=\s)#[^\n\r\x85\u2028\u2029]*+)*+").match

# What the parser says, in either of its builds, and what is said instead.
_PROBLEMS = (
    ("mapping values are not allowed", "colon", "a colon where no key can stand"),
    ("tab character", "tab", "a tab cannot indent"),
    ("nesting depth", "depth", "nested too deeply"),
    ("unexpected end of stream", "unclosed", "a quote that is never closed"),
    ("did not find expected ',' or", "flow", "an entry of a flow collection that does not end"),
    ("expected ',' or", "flow", "an entry of a flow collection that does not end"),
    ("could not find expected ':'", "syntax", "a line that is neither a key with its colon nor part of a value"),
    ("did not find expected key", "syntax", "a line that belongs to nothing above it"),
    ("expected <block end>", "syntax", "a line that belongs to nothing above it"),
    ("did not find expected '-' indicator", "syntax", "a line that belongs to nothing above it"),
    ("cannot start any token", "start", "a sign that cannot begin a value"),
    ("<document start>", "document", "text after the end of the document"),
)


def compose_client(text: str, offset: int = 0, early: bool = False) -> Node | None:
    """The tree that Claude Code's YAML parser makes of the text between the fences. See `yaml_bun`, also for `early`."""
    from . import yaml_bun

    return yaml_bun.compose(text, offset, early=early).node


def compose(text: str, offset: int = 0, *, max_depth: int = 64, max_nodes: int = 20_000) -> Composed:
    """Read a front matter's inner text with PyYAML's parser; `offset` is where it begins in the file.

    Raises `SyntaxFault` for what is not one YAML document, and for bombs: deeper than `max_depth`, more nodes than `max_nodes`
    with aliases expanded, a value that holds itself.
    """
    found = _control(text)
    if found:
        raise SyntaxFault("a character that YAML does not allow", found.start() + offset, "control")
    library = _library()
    # The C parser counts from behind a byte order mark.
    skipped = 1 if library.fast and text.startswith("\ufeff") else 0
    builder = _Builder(text, offset, skipped, max_depth, max_nodes)
    try:
        node = builder.build(library)
    except library.error as error:
        raise _fault(error, text, offset, skipped) from None
    return Composed(node, builder.aliases, builder.tags)


class _Library:
    """The names of PyYAML that are used here."""

    __slots__ = ("alias", "error", "fast", "loader", "map_end", "map_start", "scalar", "seq_end", "seq_start", "stream_end")

    def __init__(self) -> None:
        import yaml

        self.fast = hasattr(yaml, "CBaseLoader")
        self.loader: type[yaml.CBaseLoader | yaml.BaseLoader] = yaml.CBaseLoader if self.fast else yaml.BaseLoader
        self.error = yaml.YAMLError
        self.scalar = yaml.ScalarEvent
        self.alias = yaml.AliasEvent
        self.map_start = yaml.MappingStartEvent
        self.map_end = yaml.MappingEndEvent
        self.seq_start = yaml.SequenceStartEvent
        self.seq_end = yaml.SequenceEndEvent
        self.stream_end = yaml.StreamEndEvent


_loaded: list[_Library] = []


def _library() -> _Library:
    if not _loaded:
        _loaded.append(_Library())
    return _loaded[0]


def __getattr__(name: str) -> bool:
    if name == "HAS_LIBYAML":
        return _library().fast
    raise AttributeError(name)


class _Builder:
    """A tree from the parser's events: unlike the library's own nodes they tell aliases, tags and the depth in time."""

    __slots__ = ("aliases", "anchors", "max_depth", "max_nodes", "nodes", "offset", "skipped", "tags", "text")

    def __init__(self, text: str, offset: int, skipped: int, max_depth: int, max_nodes: int) -> None:
        self.text = text
        self.offset = offset
        self.skipped = skipped
        self.max_depth = max_depth
        self.max_nodes = max_nodes
        self.nodes = 0
        self.anchors: dict[str, tuple[Node, int, int]] = {}
        self.aliases: list[int] = []
        self.tags: list[int] = []

    def build(self, library: _Library) -> Node | None:
        text = self.text
        offset = self.offset
        shift = offset + self.skipped
        next_event = library.loader(text).get_event
        scalar_event, map_start, map_end = library.scalar, library.map_start, library.map_end
        seq_start, seq_end, alias_event = library.seq_start, library.seq_end, library.alias
        event: Any
        node: Node
        root: Node | None = None
        # The children of the collection that is open and whether it is a map; on the stack those around it, each with the
        # anchor, tag, start and style of the collection in it.
        parts: list[Node] = []
        mapping = False
        stack: list[tuple[list[Node], bool, str | None, str | None, int, bool]] = []
        while True:
            event = next_event()
            kind = event.__class__
            anchor: str | None = None
            tag: str | None = None
            if kind is scalar_event:
                start = event.start_mark.index + shift
                end = event.end_mark.index + shift
                style = event.style or PLAIN
                if event.anchor is not None or event.tag is not None:
                    anchor = event.anchor
                    start, tag = self.properties(start, end, anchor is not None, event.tag is not None)
                elif start == end and mapping and len(parts) & 1:
                    start = end = self.absent(parts[-1].end, start)
                if style in (LITERAL, FOLDED):
                    end = start + len(text[start - offset : end - offset].rstrip(" \t\r\n"))
                node = Scalar(event.value, start, end, style, tag)
            elif kind is map_start or kind is seq_start:
                start = event.start_mark.index + shift
                if len(stack) >= self.max_depth:
                    raise SyntaxFault("nested too deeply", start, "depth")
                if event.anchor is not None or event.tag is not None:
                    anchor = event.anchor
                    start, tag = self.properties(start, -1, anchor is not None, event.tag is not None)
                stack.append((parts, mapping, anchor, tag, start, bool(event.flow_style)))
                parts = []
                mapping = kind is map_start
                continue
            elif kind is map_end:
                pairs = iter(parts)
                entries = list(zip(pairs, pairs, strict=True))
                parts, mapping, anchor, tag, start, flow = stack.pop()
                # A pair in a flow list is a map without braces.
                if flow and text.startswith("{", start - offset):
                    end = event.end_mark.index + shift
                else:
                    end = max(entries[-1][0].end, entries[-1][1].end)
                node = Mapping(entries, start, end, flow, tag)
            elif kind is seq_end:
                items = parts
                parts, mapping, anchor, tag, start, flow = stack.pop()
                node = Sequence(items, start, event.end_mark.index + shift if flow else items[-1].end, flow, tag)
            elif kind is alias_event:
                node = self.alias(event.anchor, event.start_mark.index + shift, len(stack))
            elif kind is library.stream_end:
                return root
            else:
                continue
            self.nodes += 1
            if self.nodes > self.max_nodes:
                at = event.start_mark.index + shift
                raise SyntaxFault("more values than any definition needs", at, "alias" if self.aliases else "size")
            if anchor is not None:
                self.anchors[anchor] = (node, *measure(node))
            if stack:
                parts.append(node)
            elif root is not None:
                raise SyntaxFault("a second document", node.start, "document")
            else:
                root = node

    def absent(self, key_end: int, at: int) -> int:
        """Where a value would stand: behind its colon, or behind a key without one. The parser may name a later place."""
        colon = self.text.find(":", key_end - self.offset, at - self.offset)
        bare = colon < 0 or self.text[key_end - self.offset : colon].strip()
        return key_end if bare else colon + 1 + self.offset

    def properties(self, start: int, end: int, anchored: bool, tagged: bool) -> tuple[int, str | None]:
        """Note the anchor and the tag before a value; return where the value itself starts, and the tag as written.

        `end` is that of a scalar, which may have no characters of its own.
        """
        text = self.text
        at = stop = start - self.offset
        tag = None
        for _ in range(anchored + tagged):
            found = _property(text, at)
            if found is None:
                break
            if text[at] == "!":
                tag = found[0]
                self.tags.append(at + self.offset)
            else:
                self.aliases.append(at + self.offset)
            stop = found.end()
            gap = _between(text, stop)
            at = gap.end() if gap else stop
        return min(at + self.offset, end) if end >= 0 else at + self.offset, tag

    def alias(self, name: str, at: int, depth: int) -> Node:
        self.aliases.append(at)
        known = self.anchors.get(name)
        if known is None:
            raise SyntaxFault("an alias to an anchor that is not there", at, "alias")
        node, size, height = known
        self.nodes += size - 1
        if depth + height > self.max_depth:
            raise SyntaxFault("nested too deeply", at, "depth")
        return node


def _fault(error: Exception, text: str, offset: int, skipped: int) -> SyntaxFault:
    """The parser's error in our words. A quote or bracket that is never closed is told where it opens."""
    problem = str(getattr(error, "problem", None) or error)
    mark = getattr(error, "problem_mark", None)
    at = mark.index + skipped if mark is not None else 0
    for needle, kind, phrase in _PROBLEMS:
        if needle not in problem:
            continue
        if kind == "flow":
            kind, phrase = ("syntax", phrase) if text[at:].strip() else ("unclosed", "a bracket that is never closed")
        elif kind == "start":
            kind, phrase = ("tab", "a tab cannot indent") if text.startswith("\t", at) else ("syntax", phrase)
        opening = getattr(error, "context_mark", None)
        if kind == "unclosed" and opening is not None:
            at = opening.index + skipped
        return SyntaxFault(phrase, at + offset, kind)
    return SyntaxFault(problem, at + offset)


__all__ = ["HAS_LIBYAML", "Composed", "compose", "compose_client", "measure", "merged"]
