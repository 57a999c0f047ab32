"""The YAML reader of OpenCode: js-yaml 3 as its front matter library calls it, with the place of every value.

Its ways differ from a strict parser's: a tab counts as a blank without width, a key that stands twice or a tag it does not know
fails the whole text, `<<` merges, keys are text. The order of the steps below is that reader's own, as what it accepts follows from it.
Source: js-yaml 3.14.2 (MIT) as it lies in OpenCode 1.18.33; compared with it on random texts on 2026-11-30.
"""

from __future__ import annotations

import re

from ...syntax.nodes import Mapping, Scalar, Sequence
from .js_maps import MERGE, Pairs
from .js_text import FLOW, GAP, WS, Text
from .js_values import Date, is_real, is_whole, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node

MAX_DEPTH = 100
"""Levels of nesting; the client's own limit is its stack, some thousands."""

MAX_NODES = 50_000
"""Values of one text, aliases counted as what they stand for. The client has no such limit; no definition comes near it."""

_FLOW_IN, _FLOW_OUT, _BLOCK_IN, _BLOCK_OUT = 1, 2, 3, 4
_HANDLE = re.compile(r"(?:!|!!|![a-z\-]+!)", re.IGNORECASE).fullmatch
_URI = re.compile(r"(?:!|[^,\[\]{}])(?:%[0-9a-f]{2}|[0-9a-z\-#;/?:@&=+$,_.!~*'()\[\]])*", re.IGNORECASE).fullmatch
_CORE = "tag:yaml.org,2002:"
_KINDS = {
    **dict.fromkeys(("str", "null", "bool", "int", "float", "timestamp", "merge", "binary"), "scalar"),
    **dict.fromkeys(("seq", "omap", "pairs"), "sequence"),
    **dict.fromkeys(("map", "set"), "mapping"),
}


def compose(text: str, offset: int = 0) -> Node | None:
    """The tree of a text, `offset` added to every place; `None` for a text without a document.

    Every plain scalar has its value in `typed`. Raises `SyntaxFault` where the client's reader does.
    """
    if text.startswith("\ufeff"):
        text, offset = text[1:], offset + 1
    return _Reader(text, offset).document()


class _Reader(Text):
    """One text being read. `node`, `kind`, `tag`, `anchor` are what the last step found."""

    def __init__(self, text: str, offset: int) -> None:
        super().__init__(text, offset)
        self.depth = 0
        self.nodes = 0
        self.sizes: dict[int, int] = {}
        self.tag: str | None = None
        self.tag_at = 0
        self.anchor: str | None = None
        self.anchors: dict[str, Node | None] = {}
        self.open: set[int] = set()
        self.handles: dict[str, str] = {}

    # Documents

    def document(self) -> Node | None:
        while self.text[self.pos] == " ":
            self.indent += 1
            self.pos += 1
        count = 0
        found: Node | None = None
        while self.pos < self.size - 1:
            found = self.one_document()
            count += 1
            if count > 1:
                raise self.fault("a second document", "document")
        return found

    def one_document(self) -> Node | None:
        self.anchors, self.handles = {}, {}
        directives = False
        while self.text[self.pos] != "\0":
            self.skip(True)
            if self.indent > 0 or self.text[self.pos] != "%":
                break
            directives = True
            self.directive()
        self.skip(True)
        if self.indent == 0 and self.text.startswith("---", self.pos):
            self.pos += 3
            self.skip(True)
        elif directives:
            raise self.fault("a directive without `---` after it", "document")
        self.compose(self.indent - 1, _BLOCK_OUT, False, True)
        found = self.node
        self.skip(True)
        if self.pos == self.line_start and self.at_separator():
            if self.text[self.pos] == ".":
                self.pos += 3
                self.skip(True)
            return found
        if self.pos < self.size - 1:
            raise self.fault("text after the end of the document", "document")
        return found

    def directive(self) -> None:
        end = self.pos
        while self.text[end] not in "\n\r\0":
            end += 1
        words = self.text[self.pos + 1 : end].partition(" #")[0].split()
        if not words:
            raise self.fault("a directive without a name")
        if words[0] == "YAML" and not (len(words) == 2 and re.fullmatch(r"1\.[0-9]+", words[1])):
            raise self.fault("a YAML version that is none")
        if words[0] == "TAG":
            if len(words) != 3 or not _HANDLE(words[1]) or words[1] in self.handles or not _URI(words[2]):
                raise self.fault("a tag directive that is none")
            self.handles[words[1]] = words[2]
        self.pos = end
        if self.text[end] != "\0":
            self.read_break()

    # Nodes

    def compose(self, parent: int, context: int, seek: bool, compact: bool) -> bool:
        """Reads one node; whether there was anything of one. An absent node leaves `node` at `None`."""
        self.depth += 1
        self.grow(1)
        if self.depth > MAX_DEPTH:
            raise self.fault("nested too deeply", "depth")
        self.clear()
        status = 1
        new_line = has_content = False
        blocks = collections = context in (_BLOCK_OUT, _BLOCK_IN)
        if seek and self.skip(True):
            new_line = True
            status = self.compare(parent)
        if status == 1:
            while self.read_tag() or self.read_anchor():
                if self.skip(True):
                    new_line = True
                    collections = blocks
                    status = self.compare(parent)
                else:
                    collections = False
        if collections:
            collections = new_line or compact
        if status == 1 or context == _BLOCK_OUT:
            flow_indent = parent if context in (_FLOW_IN, _FLOW_OUT) else parent + 1
            column = self.pos - self.line_start
            if status == 1:
                if (
                    (collections and (self.block_list(column) or self.block_map(column, flow_indent)))
                    or self.flow(flow_indent)
                    or (blocks and self.block_text(flow_indent))
                    or self.single(flow_indent)
                    or self.double(flow_indent)
                ):
                    has_content = True
                elif self.alias():
                    has_content = True
                    if self.tag is not None or self.anchor is not None:
                        raise self.fault("an alias with a tag or an anchor", "alias")
                elif self.plain(flow_indent, context == _FLOW_IN):
                    has_content = True
                    if self.tag is None:
                        self.tag = "?"
                if self.anchor is not None:
                    self.anchors[self.anchor] = self.node
            elif status == 0:
                has_content = collections and self.block_list(column)
        if self.tag is not None and self.tag != "!":
            self.apply_tag(self.tag)
        self.depth -= 1
        return self.tag is not None or self.anchor is not None or has_content

    def grow(self, count: int) -> None:
        self.nodes += count
        if self.nodes > MAX_NODES:
            raise self.fault("more values than any definition needs", "size")

    def weigh(self, node: Node) -> int:
        """How many values a node stands for."""
        if isinstance(node, Scalar):
            return 1
        found = self.sizes.get(id(node))
        if found is None:
            parts = node.items if isinstance(node, Sequence) else [part for entry in node.entries for part in entry]
            found = self.sizes[id(node)] = 1 + sum(self.weigh(part) for part in parts)
        return found

    def clear(self) -> None:
        self.tag = self.anchor = self.kind = None
        self.node = None

    def compare(self, parent: int) -> int:
        return (self.indent > parent) - (self.indent < parent)

    def apply_tag(self, tag: str) -> None:
        node = self.node
        if tag == "?":
            if isinstance(node, Scalar):
                node.typed = resolve(node.text)
                if node.text == "<<":
                    self.tag = MERGE
            return
        name = tag.removeprefix(_CORE)
        kind = _KINDS.get(name) if tag.startswith(_CORE) else None
        if kind is None:
            raise self.fault(f"the tag `{tag}`, which this reader does not know", "tag", self.tag_at)
        if node is not None and self.kind is not None and kind != self.kind:
            raise self.fault(f"the tag `{tag}` before a {self.kind}", "tag")
        if node is None:
            self.node = node = self.absent(self.pos) if kind == "scalar" else None
            if kind == "mapping":
                self.node = Mapping([], self.pos + self.offset, self.pos + self.offset, True)
            elif kind == "sequence":
                self.node = Sequence([], self.pos + self.offset, self.pos + self.offset, True)
            if node is not None and name == "str":
                node.typed = ""
            elif node is not None and name not in ("null", "merge"):
                raise self.fault(f"no value after the tag `{tag}`", "tag")
        elif isinstance(node, Scalar):
            node.tag = tag
            if node.typed is not node.text:
                # A value on a line of its own below the tag has its type already; then only two tags let it pass.
                if name != "str" and not (name == "null" and node.typed is None):
                    raise self.fault(f"a value that the tag `{tag}` does not fit", "tag")
                node.typed = "" if name == "str" and node.typed is None else node.typed
                return
            value = resolve(node.text)
            fits = {
                "str": True,
                "null": value is None,
                "bool": isinstance(value, bool),
                "int": is_whole(node.text),
                "float": is_real(node.text),
                "timestamp": isinstance(value, Date),
                "merge": node.text == "<<",
                "binary": True,
            }[name]
            if not fits:
                raise self.fault(f"a value that the tag `{tag}` does not fit", "tag")
            node.typed = node.text if name in ("str", "merge", "binary") else value

    def block_list(self, column: int) -> bool:
        text = self.text
        tag, anchor = self.tag, self.anchor
        node = Sequence([], self.pos + self.offset, self.pos + self.offset)
        if text[self.pos] != "-" or text[self.pos + 1] not in GAP:
            return False
        self.remember(anchor, node)
        self.open.add(id(node))
        while text[self.pos] == "-" and text[self.pos + 1] in GAP:
            dash = self.pos + 1
            self.pos += 1
            if self.skip(True) and self.indent <= column:
                node.items.append(self.absent(dash))
                node.end = dash + self.offset
                continue
            line = self.line
            self.compose(column, _BLOCK_IN, False, True)
            item = self.node if self.node is not None else self.absent(dash)
            node.items.append(item)
            node.end = item.end
            self.skip(True)
            if (self.line == line or self.indent > column) and text[self.pos] != "\0":
                raise self.fault("an entry of a list that is indented otherwise", "indent")
            if self.indent < column:
                break
        self.open.discard(id(node))
        self.tag, self.anchor, self.kind, self.node = tag, anchor, "sequence", node
        return True

    def block_map(self, column: int, flow_indent: int) -> bool:
        text = self.text
        tag, anchor = self.tag, self.anchor
        pairs = Pairs(self, self.pos)
        self.remember(anchor, pairs.node)
        self.open.add(id(pairs.node))
        key: Node | None = None
        key_tag: str | None = None
        explicit = detected = compact = False
        key_at = self.pos
        while text[self.pos] != "\0":
            char, following = text[self.pos], text[self.pos + 1]
            line, start = self.line, self.pos
            if char in "?:" and following in GAP:
                if char == "?":
                    if explicit:
                        pairs.add(key_tag, key, None, key_at)
                        key = key_tag = None
                    detected = explicit = compact = True
                    key_at = start
                elif explicit:
                    explicit, compact = False, True
                else:
                    raise self.fault("a value without its key", "colon")
                self.pos += 1
            elif self.compose(flow_indent, _FLOW_OUT, False, True):
                if self.line == line:
                    while text[self.pos] in WS:
                        self.pos += 1
                    if text[self.pos] == ":":
                        self.pos += 1
                        if text[self.pos] not in GAP:
                            raise self.fault("a colon without a blank after it", "colon")
                        if explicit:
                            pairs.add(key_tag, key, None, key_at)
                        detected = True
                        explicit = compact = False
                        key, key_tag, key_at = self.node, self.tag, start
                    elif detected:
                        raise self.fault("a key without its colon", "colon", start)
                    else:
                        self.tag, self.anchor = tag, anchor
                        self.open.discard(id(pairs.node))
                        return True
                elif detected:
                    raise self.fault("a key of more than one line", "syntax", start)
                else:
                    self.tag, self.anchor = tag, anchor
                    self.open.discard(id(pairs.node))
                    return True
            else:
                break
            if self.line == line or self.indent > column:
                after = self.pos
                value: Node | None = None
                if self.compose(column, _BLOCK_OUT, True, compact):
                    if explicit:
                        key = self.node
                    else:
                        value = self.node
                if not explicit:
                    pairs.add(key_tag, key, value, key_at, start, after)
                    key = key_tag = None
                self.skip(True)
            if self.indent > column and text[self.pos] != "\0":
                raise self.fault("a line that is indented deeper than its neighbours", "indent")
            if self.indent < column:
                break
        if explicit:
            pairs.add(key_tag, key, None, key_at)
        self.open.discard(id(pairs.node))
        if detected:
            self.tag, self.anchor, self.kind, self.node = tag, anchor, "mapping", pairs.node
        return detected

    def flow(self, parent: int) -> bool:
        text = self.text
        opening = text[self.pos]
        if opening not in "[{":
            return False
        tag, anchor = self.tag, self.anchor
        start = self.pos
        closing = "]" if opening == "[" else "}"
        pairs = Pairs(self, start, True) if opening == "{" else None
        node: Node = pairs.node if pairs is not None else Sequence([], start + self.offset, start + self.offset, True)
        self.remember(anchor, node)
        self.open.add(id(node))
        self.pos += 1
        comma = True
        while text[self.pos] != "\0":
            self.skip(True)
            if text[self.pos] == closing:
                self.pos += 1
                node.end = self.pos + self.offset
                self.open.discard(id(node))
                self.tag, self.anchor, self.node = tag, anchor, node
                self.kind = "mapping" if pairs is not None else "sequence"
                return True
            if not comma:
                raise self.fault("a comma is missing between two entries")
            pair = explicit = False
            if text[self.pos] == "?" and text[self.pos + 1] in GAP:
                pair = explicit = True
                self.pos += 1
                self.skip(True)
            line, at = self.line, self.pos
            self.compose(parent, _FLOW_IN, False, True)
            key, key_tag = self.node, self.tag
            value: Node | None = None
            after = self.pos
            self.skip(True)
            if (explicit or self.line == line) and text[self.pos] == ":":
                pair = True
                self.pos += 1
                after = self.pos
                self.skip(True)
                self.compose(parent, _FLOW_IN, False, True)
                value = self.node
            if pairs is not None:
                pairs.add(key_tag, key, value, at, at, after)
            elif isinstance(node, Sequence):
                if pair:
                    inner = Pairs(self, at, True)
                    inner.add(key_tag, key, value, at, at, after)
                    node.items.append(inner.node)
                else:
                    node.items.append(key if key is not None else self.absent(after))
            self.skip(True)
            comma = text[self.pos] == ","
            if comma:
                self.pos += 1
        raise self.fault("a bracket that is never closed", "unclosed", start)

    # Properties

    def remember(self, anchor: str | None, node: Node) -> None:
        if anchor is not None:
            self.anchors[anchor] = node

    def read_tag(self) -> bool:
        text = self.text
        if text[self.pos] != "!":
            return False
        if self.tag is not None:
            raise self.fault("two tags before one value", "tag")
        self.tag_at = self.pos
        self.pos += 1
        handle, verbatim, named = "!", False, False
        if text[self.pos] == "<":
            verbatim = True
            self.pos += 1
        elif text[self.pos] == "!":
            handle, named = "!!", True
            self.pos += 1
        start = self.pos
        if verbatim:
            self.pos += 1
            while text[self.pos] not in "\0>":
                self.pos += 1
            if self.pos >= self.size:
                raise self.fault("a tag that is never closed", "tag", start)
            name = text[start : self.pos]
            self.pos += 1
        else:
            while text[self.pos] not in " \t\n\r\0":
                if text[self.pos] == "!":
                    if named:
                        raise self.fault("a tag with too many exclamation marks", "tag")
                    handle = text[start - 1 : self.pos + 1]
                    if not _HANDLE(handle):
                        raise self.fault("a tag handle with odd characters", "tag")
                    named = True
                    start = self.pos + 1
                self.pos += 1
            name = text[start : self.pos]
            if any(char in FLOW for char in name):
                raise self.fault("a tag with brackets or commas", "tag")
        if name and not _URI(name):
            raise self.fault(f"the tag `{name}`, which cannot be one", "tag")
        if verbatim:
            self.tag = name
        elif handle in self.handles:
            self.tag = self.handles[handle] + name
        elif handle == "!":
            self.tag = "!" + name
        elif handle == "!!":
            self.tag = _CORE + name
        else:
            raise self.fault(f"the tag handle `{handle}`, which is not declared", "tag")
        return True

    def read_anchor(self) -> bool:
        if self.text[self.pos] != "&":
            return False
        if self.anchor is not None:
            raise self.fault("two anchors before one value", "alias")
        self.anchor = self.name("an anchor")
        return True

    def alias(self) -> bool:
        if self.text[self.pos] != "*":
            return False
        at = self.pos
        name = self.name("an alias")
        if name not in self.anchors:
            raise self.fault("an alias to an anchor that is not there", "alias", at)
        self.node = self.anchors[name]
        if id(self.node) in self.open:
            raise self.fault("a value that holds itself", "alias", at)
        if self.node is not None:
            self.grow(self.weigh(self.node))
        self.kind = None
        self.skip(True)
        return True

    def name(self, what: str) -> str:
        self.pos += 1
        start = self.pos
        while self.text[self.pos] not in " \t\n\r\0,[]{}":
            self.pos += 1
        if self.pos == start:
            raise self.fault(f"{what} without a name", "alias", start - 1)
        return self.text[start : self.pos]
