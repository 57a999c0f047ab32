"""A YAML 1.2 reader that takes and refuses what Bun's does, the parser inside Claude Code 2.1.332.

PyYAML reads YAML 1.1 and differs in what it refuses: it takes a quoted text or a flow list that goes on at the column of its
key, refuses control characters, and breaks lines at U+0085. A file that the client drops must be seen as dropped, so this
reader is written from the 1.2 grammar, and keeps the parser's own habits where it leaves that; each is named where it happens.

`---` on a line of its own, and with it directives, are refused: the client's front matter ends at the first `---` anywhere, so
none reaches its parser.
"""

from __future__ import annotations

import re

from .nodes import DOUBLE, FOLDED, LITERAL, SINGLE, Composed, Mapping, Scalar, Sequence, SyntaxFault, measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Node

# The lines up to the next content, its indentation, the blanks after a tab in it, and a comment that ends the text.
# A comment needs a blank or a line start before its sign.
_skip = re.compile(
    r"((?:[ \t]*+(?:(?<![^ \t\r\n])#[^\r\n]*+)?(?:\r\n?|\n))*+)( *+)([ \t]*+)(?:(?<![^ \t\r\n])#[^\r\n]*+\Z)?"
).match
_BLOCK_TEXT = r"(?:[ \t]*+(?:[^ \t\r\n:#]++|:(?=[^ \t\r\n])|(?<=[^ \t\r\n])#))"
_FLOW_TEXT = r"(?:[ \t]*+(?:[^ \t\r\n:#,\[\]{}]++|:(?=[^ \t\r\n,\[\]{}])|(?<=[^ \t\r\n])#))"
# Outside brackets the parser lets a plain text begin with a comma.
_block_plain = re.compile(rf"(?:[^ \t\r\n\-?:\[\]{{}}#&*!|>'\"%@`]|[-?:](?=[^ \t\r\n])){_BLOCK_TEXT}*+").match
_block_more = re.compile(rf"{_BLOCK_TEXT}++").match
_flow_plain = re.compile(rf"(?:[^ \t\r\n\-?:,\[\]{{}}#&*!|>'\"%@`]|[-?:](?=[^ \t\r\n,\[\]{{}}])){_FLOW_TEXT}*+").match
_flow_more = re.compile(rf"{_FLOW_TEXT}++").match
_plain_gap = re.compile(r"[ \t]*+((?:\r\n?|\n)(?:[ \t]*+(?:\r\n?|\n))*+)( *+)[ \t]*+").match
_tab_first = re.compile(r"[\r\n]\t").search
_breaks = re.compile(r"\r\n?|\n")
_break = _breaks.match
_line = re.compile(r"( *+)([^\r\n]*+)").match
_marker = re.compile(r"(?<![^\r\n])(?:---|\.\.\.)(?=[ \t\r\n]|\Z)").match
_colon = re.compile(r"[ \t]*+:(?=[ \t\r\n]|\Z)").match
_single = re.compile(r"'([^']*+(?:''[^']*+)*+)'").match
_double = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL).match
# Between quotes the first line break of a run is one character, so that `\r\n` counts twice there, and once later in the run.
_single_part = re.compile(r"([ \t]*+)[\r\n]((?:[ \t]*+(?:\r\n?|\n))*+)( *+)[ \t]*+")
_double_part = re.compile(
    r"(\\|[ \t]*+)[\r\n]((?:[ \t]*+(?:\r\n?|\n))*+)( *+)[ \t]*+"
    r"|\\(?:(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})|(.))"
)
_escapes = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
# The grammar wants the signs of the header together; the parser takes blanks between them.
_header = re.compile(
    r"[|>][ \t]*+(?:([1-9])[ \t]*+([-+]?)|([-+])[ \t]*+([1-9]?))?"
    r"(?:(?<=[ \t])#[^\r\n]*+|[ \t]++(?:#[^\r\n]*+)?)?(?=[\r\n]|\Z)"
).match
_anchor = re.compile(r"[&*][^ \t\r\n,\[\]{}]++").match
_tag = re.compile(
    r"!(?:<(?![,\[\]])(?:[\w#;/?:@&=+$,.!~*'()\[\]-]|%[0-9A-Fa-f]{2})++>"
    r"|(?:!(?=[^ \t\r\n])|(?=[0-9A-Za-z-]|[ \t\r\n]|\Z))(?:[\w#;/?:@&=+$.~*'()-]|%[0-9A-Fa-f]{2})*+)",
    re.ASCII,
).match
_control = re.compile("[\0\ud800-\udfff]").search


def compose(text: str, offset: int = 0, *, max_depth: int = 64, max_nodes: int = 20_000, early: bool = False) -> Composed:
    """Read a front matter's inner text as Bun's YAML parser does; `offset` is where it begins in the file.

    `early` is the parser of Claude Code 2.1.197: there a closing sign at the left edge fails behind anything but a text.

    Several documents (`...` between them) become a list of their values, as the parser returns them. Raises `SyntaxFault` for
    what it refuses, and for what only a bomb needs: deeper than `max_depth`, more nodes than `max_nodes` with aliases expanded,
    a value that holds itself.
    """
    return _Reader(text, offset, max_depth, max_nodes, early).stream()


class _Reader:
    """One pass over the text.

    `pos` is the next character, `line` the start of its line. After `skip` it is content: at `fresh` if it begins its line,
    which is then indented by `indent` blanks; `tabbed` says that there is a tab before it.
    """

    __slots__ = (
        "aliases", "anchors", "depth", "early", "ended", "excused", "fresh", "indent", "line", "max_depth", "max_nodes", "nodes", "offset",
        "past", "pos", "size", "tabbed", "tags", "text",
    )  # fmt: skip

    def __init__(self, text: str, offset: int, max_depth: int, max_nodes: int, early: bool) -> None:
        self.text = text
        self.size = len(text)
        self.offset = offset
        self.max_depth = max_depth
        self.max_nodes = max_nodes
        self.pos = 0
        self.line = 0
        self.indent = 0
        self.tabbed = False
        self.fresh = -1
        self.depth = 0
        self.nodes = 0
        # How many maps are open beyond their first entry; while any is, and no bracket, no line may begin with a tab, not even
        # an empty one. A plain or block text has looked at the lines up to `excused` itself, and takes those.
        self.past = 0
        self.excused = 0
        self.early = early
        self.ended = -1  # where the last plain or quoted text ended
        self.anchors: dict[str, tuple[Node, int, int]] = {}
        self.aliases: list[int] = []
        self.tags: list[int] = []

    # Text

    def fault(self, problem: str, at: int, kind: str = "syntax") -> SyntaxFault:
        return SyntaxFault(problem, self.offset + at, kind)

    def skip(self) -> None:
        """Go to the next content over blanks, comments and line ends."""
        found = _skip(self.text, self.pos)
        assert found is not None
        if found.end(1) > self.pos:
            if self.past:
                tab = _tab_first(self.text, max(self.pos, self.excused), found.end())
                if tab:
                    raise self.fault("a tab cannot indent", tab.end() - 1, "tab")
            self.line = found.end(1)
            self.indent = found.end(2) - self.line
            self.fresh = found.end(3)
        self.tabbed = found.end(3) > found.end(2) or (self.tabbed and found.end(3) == self.pos)
        self.pos = found.end()

    def blank(self, at: int) -> bool:
        return at >= self.size or self.text[at] in " \t\r\n"

    def at_marker(self) -> bool:
        """Is this a line `---` or `...`?"""
        return self.pos == self.line and _marker(self.text, self.pos) is not None

    def grown(self) -> None:
        self.nodes += 1
        if self.nodes > self.max_nodes:
            raise self.fault("more values than any definition needs", self.pos, "alias" if self.aliases else "size")

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > self.max_depth:
            raise self.fault("nested too deeply", self.pos, "depth")

    # Documents

    def stream(self) -> Composed:
        text = self.text
        bad = _control(text)
        if bad:
            raise self.fault("a character that YAML does not allow", bad.start(), "control")
        if text.startswith("\ufeff"):
            self.pos = self.line = 1
        begin = self.pos
        self.skip()
        if self.line == begin:
            self.fresh = self.pos
            while text.startswith(" ", begin + self.indent):
                self.indent += 1
        values: list[Node | None] = []
        while True:
            values.append(self.document())
            if self.pos >= self.size:
                break
        node = values[0]
        if len(values) > 1:
            items = [value or Scalar("", self.offset, self.offset) for value in values]
            node = Sequence(items, items[0].start, items[-1].end)
        return Composed(node, self.aliases, self.tags)

    def document(self) -> Node | None:
        self.anchors.clear()
        node: Node | None = None
        if self.pos < self.size and not self.at_marker():
            node = self.block(-1, False)
            self.skip()
        if self.pos >= self.size:
            return node
        if not self.at_marker() or self.text[self.pos] == "-":
            raise self.stray()
        while self.at_marker() and self.text[self.pos] == ".":
            self.pos += 3
            line = self.line
            self.skip()
            if self.line == line and self.pos < self.size:
                raise self.fault("text after the end of the document", self.pos)
        return node

    def stray(self) -> SyntaxFault:
        """The fault of content where none can stand."""
        at = self.pos
        if at == self.fresh and self.tabbed:
            return self.fault("a tab cannot indent", at - 1, "tab")
        if _colon(self.text, at):
            return self.fault("a colon where no key can stand", at, "colon")
        if at == self.fresh:
            return self.fault("a line that belongs to nothing above it", at)
        return self.fault("text after the end of a value", at)

    # Block style

    def block(self, n: int, compact: bool, dash: bool = False) -> Node:
        """The value after an indicator, or an empty scalar.

        On a line of its own it must be indented deeper than `n`; with `dash` a list may also stand at `n`. `compact` allows a
        collection to begin on the indicator's own line.
        """
        text = self.text
        where = self.pos
        own = _Properties()
        outer: _Properties | None = None
        first = -1
        tabbed = False
        while True:
            self.skip()
            at = self.pos
            if at >= self.size:
                break
            if at == self.fresh:
                if first >= 0 and first < self.line:
                    # Properties on the line above belong to the whole value, those on this line to its first key.
                    if outer is not None:
                        raise self.fault("properties of one value on three lines", at)
                    outer, own, first = own, _Properties(), -1
                if self.at_marker():
                    break
                if self.indent <= n:
                    if self.tabbed:
                        raise self.fault("a tab cannot indent", at - 1, "tab")
                    if not (dash and self.indent == n and text[at] == "-" and self.blank(at + 1)):
                        break
                compact = True
            if first < 0:
                tabbed = self.tabbed
            if text[at] not in "&!":
                start = at if first < 0 else first
                return self.content(n, compact, tabbed, start, own, outer)
            self.property(own, False)
            if first < 0:
                first = at
            where = self.pos
        return self.dress(self.empty(where), own, outer)

    def content(self, n: int, compact: bool, tabbed: bool, start: int, own: _Properties, outer: _Properties | None) -> Node:
        """The value itself. `start` is where it begins with the properties on its line; `outer` are those of the line above."""
        text = self.text
        at = self.pos
        sign = text[at]
        indicator = sign in "-?:" and self.blank(at + 1)
        if not indicator:
            if sign in "|>":
                return self.dress(self.block_scalar(n), own, outer)
            if sign == "*" and start < at:
                raise self.fault("an alias with properties of its own", at, "alias")
            line = self.line
            node = self.atom(n, False)
            if _colon(text, self.pos) is None or (not compact and self.line == line):
                # A colon where no map can begin is left for whoever can take it, and fails in the end if none can.
                return self.dress(node, own, outer)
            if self.line != line:
                raise self.fault("a key on more than one line", at, "colon")
        elif sign == ":" and not compact:
            return self.dress(self.empty(at), own, outer)
        elif not compact or (start < at and sign != ":"):
            raise self.fault("a collection cannot begin on this line", at)
        if tabbed:
            raise self.fault("a tab cannot indent", at - 1, "tab")
        column = start - self.line
        if indicator and sign == "-":
            return self.dress(self.block_list(column), outer)
        key: Node | None = None
        if sign != "?" or not indicator:
            key = self.dress(self.empty(at) if indicator else node, own)
        return self.dress(self.block_map(column, start, key), outer)

    def block_list(self, column: int) -> Sequence:
        self.deeper()
        begin = self.pos
        items: list[Node] = []
        while True:
            self.pos += 1
            items.append(self.block(column, True))
            self.skip()
            at = self.pos
            if not self.next_at(column) or self.text[at] != "-" or not self.blank(at + 1):
                break
        self.depth -= 1
        self.grown()
        return Sequence(items, begin + self.offset, items[-1].end)

    def block_map(self, column: int, begin: int, key: Node | None) -> Mapping:
        """The map whose keys stand at `column`; `key` is its first, already read, unless that is an explicit one."""
        self.deeper()
        text = self.text
        entries: list[tuple[Node, Node]] = []
        while True:
            at = self.pos
            if key is None and text[at] == "?" and self.blank(at + 1):
                self.pos = at + 1
                key = self.block(column, True, True)
                self.skip()
                at = self.pos
                # The parser takes `? a : b`, and then `a` with its own colon too, where the map begins so.
                beside = not entries and at < self.size and at != self.fresh
                if (beside or self.next_at(column)) and text[at] == ":" and self.blank(at + 1):
                    self.pos = at + 1
                    value = self.block(column, True, True)
                else:
                    value = self.empty(key.end - self.offset)
            else:
                if key is None:
                    key = self.key(column)
                colon = _colon(text, self.pos)
                if colon:
                    self.pos = colon.end()
                    # After a list in a key's place even a map may begin beside it.
                    value = self.block(column, isinstance(key, Sequence) and not key.flow, True)
                else:
                    value = self.empty(key.end - self.offset)
            entries.append((key, value))
            key = None
            self.skip()
            if len(entries) == 1:
                self.past += 1
            if not self.next_at(column):
                break
        self.depth -= 1
        self.past -= 1
        self.grown()
        return Mapping(entries, begin + self.offset, max(entries[-1][0].end, entries[-1][1].end))

    def next_at(self, column: int) -> bool:
        """Does the content here begin a line at this column?"""
        return (
            self.pos == self.fresh
            and self.pos < self.size
            and self.indent == column
            and not self.tabbed
            and not self.at_marker()
        )

    def key(self, column: int) -> Node:
        """An implicit key after the first one of its map, up to its colon."""
        text = self.text
        begin = self.pos
        line = self.line
        own = _Properties()
        while text.startswith(("&", "!"), self.pos):
            self.property(own, False)
            self.skip()
        at = self.pos
        node: Node
        if at >= self.size or (text[at] == ":" and self.blank(at + 1)):
            node = self.empty(at)
        elif text[at] == "-" and self.blank(at + 1):
            # The parser takes even `- a: b : c` for a key with its value.
            node = self.block_list(column)
        elif text[at] == "*" and at > begin:
            raise self.fault("an alias with properties of its own", at, "alias")
        else:
            node = self.atom(column, False)
        if _colon(text, self.pos) is None:
            self.skip()
            # A line without a colon is taken as a key where the next one begins with `? `.
            if self.line == line or not self.next_at(column) or text[self.pos] != "?" or not self.blank(self.pos + 1):
                raise self.fault("a line that is neither a key with its colon nor part of a value", begin)
        elif self.line != line:
            raise self.fault("a key on more than one line", begin, "colon")
        return self.dress(node, own)

    def block_scalar(self, n: int) -> Scalar:
        text = self.text
        at = self.pos
        head = _header(text, at)
        if head is None:
            raise self.fault("text on the line of a block text's sign", at)
        step = head[1] or head[4]
        chomp = head[2] or head[3]
        indent = max(n, 0) + int(step) if step else -1
        widest = 0
        pos = head.end()
        lines: list[str] = []
        while True:
            end = _break(text, pos)
            if end is None or end.end() >= self.size:
                break
            line = _line(text, end.end())
            assert line is not None
            spaces = len(line[1])
            if line[2]:
                if line[2][0] == "\t" and not spaces and not any(lines):
                    raise self.fault("a tab cannot indent", end.end(), "tab")
                if indent < 0:
                    if spaces <= n or _marker(text, end.end()):
                        break
                    if widest > spaces:
                        raise self.fault("an empty line of a block text with more blanks than its first line", end.end())
                    indent = spaces
                if spaces < indent or _marker(text, end.end()):
                    break
            elif line.end() == self.size and indent >= 0 and spaces <= indent:
                break
            widest = max(widest, spaces)
            lines.append(line[0][indent:] if 0 <= indent < spaces or line[2] else "")
            pos = line.end()
        self.pos = pos
        self.grown()
        kept = len(lines)
        while kept and not lines[kept - 1]:
            kept -= 1
        if end and 0 < kept == len(lines):
            self.excused = end.end()
        body = "\n".join(lines[:kept]) if text[at] == "|" else _folded(lines[:kept])
        if chomp == "+":
            body += "\n" * (len(lines) - kept + (kept > 0))
        elif kept and chomp != "-":
            body += "\n"
        start = at + self.offset
        return Scalar(body, start, start + len(text[at:pos].rstrip(" \t\r\n")), LITERAL if text[at] == "|" else FOLDED)

    # Values on one line, and flow style

    def atom(self, n: int, flow: bool) -> Node:
        """A quoted or plain text, a flow collection or an alias; it may go on over lines indented deeper than `n`."""
        sign = self.text[self.pos]
        if sign in "[{":
            return self.flow(n)
        if sign in "\"'":
            return self.quoted(n)
        if sign == "*":
            return self.alias(flow)
        return self.plain(n, flow)

    def plain(self, n: int, flow: bool) -> Scalar:
        text = self.text
        at = self.pos
        found = (_flow_plain if flow else _block_plain)(text, at)
        if found is None:
            raise self.stray()
        end = found.end()
        parts = [found[0]]
        while True:
            gap = _plain_gap(text, end)
            if gap is None:
                break
            self.excused = gap.end()
            if len(gap[2]) <= n or _marker(text, gap.start(2)):
                break
            more = (_flow_more if flow else _block_more)(text, gap.end())
            if more is None:
                break
            count = len(_breaks.findall(gap[1]))
            parts.append("\n" * (count - 1) or " ")
            parts.append(more[0])
            end = more.end()
            self.line = gap.start(2)
        self.pos = self.ended = end
        self.grown()
        return Scalar("".join(parts), at + self.offset, end + self.offset)

    def quoted(self, n: int) -> Scalar:
        text = self.text
        at = self.pos
        double = text[at] == '"'
        found = (_double if double else _single)(text, at)
        if found is None:
            raise self.fault("a quote that is never closed", at, "unclosed")
        body = found[1]
        self.pos = self.ended = found.end()
        self.grown()
        if "\n" in body or "\r" in body or (double and "\\" in body):
            body = self.unfold(at + 1, self.pos - 1, n, double)
        if not double:
            body = body.replace("''", "'")
        return Scalar(body, at + self.offset, self.pos + self.offset, DOUBLE if double else SINGLE)

    def unfold(self, begin: int, end: int, n: int, double: bool) -> str:
        """The text between two quotes, its lines folded and its escapes resolved."""
        text = self.text
        parts = []
        pos = begin
        for found in (_double_part if double else _single_part).finditer(text, begin, end):
            parts.append(text[pos : found.start()])
            pos = found.end()
            if found[2] is not None:
                line = found.start(3)
                if len(found[3]) <= n or _marker(text, line):
                    raise self.fault("a quoted text that goes on without indentation", line)
                self.line = line
                parts.append("\n" * len(_breaks.findall(found[2])) or ("" if found[1] == "\\" else " "))
                continue
            code = found[4]
            value = chr(int(code[1:], 16)) if code and int(code[1:], 16) < 0x110000 else _escapes.get(found[5] or "")
            if value is None:
                raise self.fault("an escape that YAML does not have", found.start())
            parts.append(value)
        parts.append(text[pos:end])
        try:
            return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise self.fault("half of a surrogate pair", begin) from None

    def flow(self, n: int) -> Node:
        text = self.text
        begin = self.pos
        listing = text[begin] == "["
        closing = "]" if listing else "}"
        items: list[Node] = []
        entries: list[tuple[Node, Node]] = []
        self.deeper()
        past, self.past = self.past, 0
        self.pos = begin + 1
        while True:
            self.gap(n, begin)
            if text[self.pos] == closing:
                break
            at = self.pos
            key, value = self.entry(n, begin, listing)
            if not listing:
                entries.append((key, value or self.empty(key.end - self.offset)))
            elif value is None:
                items.append(key)
            else:
                pair = [(key, value)]
                items.append(Mapping(pair, at + self.offset, max(key.end, value.end), True))
                self.grown()
            self.gap(n, begin)
            if text[self.pos] == ",":
                self.pos += 1
            elif text[self.pos] != closing:
                raise self.stray()
        self.depth -= 1
        self.past = past
        self.pos += 1
        self.grown()
        start, end = begin + self.offset, self.pos + self.offset
        return Sequence(items, start, end, True) if listing else Mapping(entries, start, end, True)

    def gap(self, n: int, begin: int, loose: str = ",]}") -> None:
        """Go to the next content inside a flow collection."""
        text_ended = self.pos == self.ended
        if not text_ended:
            loose = "" if self.early else "]}"
        self.skip()
        at = self.pos
        if text_ended:
            self.ended = at
        if at >= self.size:
            raise self.fault("a bracket that is never closed", begin, "unclosed")
        # Behind a text, closing signs and commas, and a colon after its key, may stand at any column, though the grammar wants them
        # indented; behind all else closing signs alone.
        if at == self.fresh and (self.at_marker() or (self.indent <= n and self.text[at] not in loose)):
            raise self.fault("a flow collection that goes on without indentation", at, "tab" if self.tabbed else "syntax")

    def entry(self, n: int, begin: int, listing: bool) -> tuple[Node, Node | None]:
        """One entry of a flow collection: key and value, or key and `None` for what has no colon."""
        text = self.text
        at = self.pos
        explicit = text[at] == "?" and self.flow_blank(at + 1)
        if explicit:
            self.pos = at + 1
            self.gap(n, begin)
        elif text[at] == ",":
            raise self.fault("a comma without an entry before it", at)
        line = self.line
        key, adjacent = self.flow_value(n, begin)
        self.gap(n, begin, ",]}:")
        at = self.pos
        if text[at] != ":" or not (adjacent or self.flow_blank(at + 1)):
            return key, self.empty(key.end - self.offset) if explicit else None
        if listing and not explicit and self.line != line:
            raise self.fault("a key on more than one line", key.start - self.offset, "colon")
        self.pos = at + 1
        self.gap(n, begin)
        return key, self.flow_value(n, begin, at + 1)[0]

    def flow_value(self, n: int, begin: int, where: int = -1) -> tuple[Node, bool]:
        """A value in a flow collection, and whether a colon may follow it without a blank."""
        text = self.text
        own = _Properties()
        first = self.pos
        where = first if where < 0 else where
        while text[self.pos] in "&!":
            self.property(own, True)
            where = self.pos
            self.gap(n, begin)
        sign = text[self.pos]
        if sign == "*" and self.pos > first:
            raise self.fault("an alias with properties of its own", self.pos, "alias")
        if sign in ",]}" or (sign == ":" and self.flow_blank(self.pos + 1)):
            node: Node = self.empty(where)
        else:
            node = self.atom(n, True)
        return self.dress(node, own), sign in "\"'[{"

    def flow_blank(self, at: int) -> bool:
        return at >= self.size or self.text[at] in " \t\r\n,[]{}"

    # Properties

    def empty(self, at: int) -> Scalar:
        self.grown()
        return Scalar("", at + self.offset, at + self.offset)

    def property(self, own: _Properties, flow: bool) -> None:
        """Take the anchor or tag here."""
        if self.text[self.pos] == "&":
            if own.anchor is not None:
                raise self.fault("two anchors for one value", self.pos)
            own.anchor = self.anchor(flow)
        else:
            if own.tag is not None:
                raise self.fault("two tags for one value", self.pos)
            own.tag = self.tag()

    def anchor(self, flow: bool) -> str:
        """The name of the anchor or alias here."""
        at = self.pos
        found = _anchor(self.text, at)
        if found is None or not (flow or self.blank(found.end())):
            raise self.fault("an anchor without a name", at, "alias")
        self.aliases.append(at + self.offset)
        self.pos = found.end()
        return found[0][1:]

    def tag(self) -> str:
        at = self.pos
        found = _tag(self.text, at)
        # `!local` may touch what follows it, `!` and `!!name` may not.
        if found is None or (found[0][1:2] in ("", "!") and not self.blank(found.end())):
            raise self.fault("a tag that YAML does not allow", at)
        self.tags.append(at + self.offset)
        self.pos = found.end()
        return found[0]

    def alias(self, flow: bool) -> Node:
        at = self.pos
        name = self.anchor(flow)
        known = self.anchors.get(name)
        if known is None:
            raise self.fault("an alias to an anchor that is not there", at, "alias")
        node, size, height = known
        self.nodes += size - 1
        self.grown()
        if self.depth + height > self.max_depth:
            raise self.fault("nested too deeply", at, "depth")
        return node

    def dress(self, node: Node, own: _Properties | None, outer: _Properties | None = None) -> Node:
        """Give a value its anchor and tag, those on its own line or those on the line above."""
        for properties in (own, outer):
            if properties is None:
                continue
            if properties.tag is not None:
                if node.tag is not None:
                    raise self.fault("two tags for one value", node.start - self.offset)
                node.tag = properties.tag
            if properties.anchor is not None:
                if properties is outer and own is not None and own.anchor is not None:
                    raise self.fault("two anchors for one value", node.start - self.offset)
                self.anchors[properties.anchor] = (node, *measure(node))
        return node


class _Properties:
    """The anchor and the tag before a value."""

    __slots__ = ("anchor", "tag")

    def __init__(self) -> None:
        self.anchor: str | None = None
        self.tag: str | None = None


def _folded(lines: list[str]) -> str:
    """The lines of a `>` text: a single break between two lines of the same indentation is a blank."""
    parts: list[str] = []
    empty = 0
    before: bool | None = None
    for line in lines:
        if not line:
            empty += 1
            continue
        deeper = line[0] in " \t"
        if before is None:
            parts.append("\n" * empty)
        elif before or deeper:
            parts.append("\n" * (empty + 1))
        else:
            parts.append("\n" * empty or " ")
        parts.append(line)
        empty = 0
        before = deeper
    return "".join(parts)
