"""A definition file as written: its front matter as a tree with places, its body, and what is wrong with its syntax.

A document never refuses. It holds the author's reading: strict fences, strict YAML or TOML, and where that fails the parts that can
still be read for certain. What a host makes of the same bytes is the host's business (`remit.hosts`).
"""

from __future__ import annotations

from .diagnostic import ERROR, WARNING, Diagnostic
from .source import Source, Unreadable, decode, encode, read_bytes
from .syntax import fences
from .syntax.nodes import Mapping, Scalar, SyntaxFault
from .syntax.scan import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import EllipsisType

    from .syntax.nodes import Node

JSON = "json"


class Document:
    """The author's reading of one file.

    `kind` is `"yaml"`, `"toml"` or `"json"`, or the reason why there is no front matter (`fences.NO_FENCE`, `UNCLOSED`, `EMPTY`,
    `FOREIGN_FENCE`). `whole` says that the file has no fences: all of it is data. `root` is the front matter's map, `None` where
    there is none or nothing of it can be read. `diagnostics` are the syntax findings; where one of them `refuses`, remit loads nothing
    from this file.
    """

    # Defaults stand in the class: most documents of a large tree are valid and have no findings.
    whole: bool = False
    valid: bool = True
    scanned: bool = False
    """Whether the scanner read the front matter: then every reader of YAML gives this tree."""
    no_yaml: bool = False
    """Whether no reader of YAML whatsoever takes the front matter, so that asking another one is idle."""
    diagnostics: list[Diagnostic] | tuple[()] = ()
    unread: list[tuple[int, int, str]] | tuple[()] = ()
    """The parts that no reader of YAML takes or that stand twice: first character, end, and the name of the field."""
    _root: Mapping | EllipsisType | None = ...
    offset: int = 0
    _start: int = 0
    _end: int = 0
    _body: int = 0

    def __init__(self, source: Source, whole: str | None = None) -> None:
        self.source = source
        if whole is not None:
            self.whole = True
            self.kind = whole
            self.offset = 1 if source.bom else 0
            self._start, self._end, self._body = (3 if source.bom else 0), len(source.data), len(source.data)
            return
        parts = fences.split(source.data)
        if isinstance(parts, str):
            self.kind = parts
        else:
            self.kind, self._start, self._end, self._body, self.offset = parts

    @property
    def has_front_matter(self) -> bool:
        return self.kind in (fences.YAML, fences.TOML, JSON)

    @property
    def front(self) -> str:
        """The text between the fences, or of the whole file where it has none."""
        return decode(self.source.data[self._start : self._end])

    @property
    def front_bytes(self) -> tuple[int, int]:
        """Where the front matter's text starts and ends, in bytes of the file."""
        return self._start, self._end

    @property
    def body_bytes(self) -> int:
        """Where the body starts, in bytes of the file."""
        return self._body

    @property
    def body(self) -> str:
        """All that follows the closing fence's line, as written."""
        return decode(self.source.data[self._body :])

    @property
    def body_offset(self) -> int:
        """The first character of the body."""
        return len(decode(self.source.data[: self._body]))

    @property
    def prompt_offset(self) -> int:
        """The first character that may be of the prompt: the body's, or the file's where all of it is data and the prompt one of its values."""
        return 0 if self.whole else self.body_offset

    @property
    def root(self) -> Mapping | None:
        if self._root is ...:
            self._read()
        return self._root  # type: ignore[return-value]

    def forget(self) -> None:
        """Lets go of the tree; it is read again when somebody asks for it. One with findings stays: they would be told twice."""
        if self.valid and not self.diagnostics:
            self._root = ...

    @property
    def refused(self) -> bool:
        """Whether a syntax finding keeps remit from loading the file."""
        if self._root is ...:
            self._read()
        return any(finding.refuses for finding in self.diagnostics)

    def to_bytes(self) -> bytes:
        """The file again, byte for byte."""
        front = self.source.data[: self._start] + encode(self.front)
        return front + self.source.data[self._end : self._body] + encode(self.body)

    def report(
        self,
        rule: str,
        start: int,
        end: int,
        data: dict[str, object] | None = None,
        severity: str | None = None,
        refuses: bool = False,
    ) -> Diagnostic:
        """Adds a finding at characters `start` to `end`."""
        finding = Diagnostic(rule, self.source, start, end, data, severity, refuses)
        if not self.diagnostics:
            self.diagnostics = []
        self.diagnostics.append(finding)
        return finding

    def _read(self) -> None:
        self._root = None
        if not self.has_front_matter:
            return
        front = self.front
        if self.kind == fences.YAML:
            root = scan(front, self.offset)
            self.scanned = root is not None
            if root is None:
                from .syntax.recovery import read_yaml

                root = read_yaml(self, front)
            self._root = root
        elif self.kind == fences.TOML:
            from .syntax.toml import read as read_toml

            try:
                self._root = read_toml(lone_returns_as_lines(front), self.offset)
            except SyntaxFault as fault:
                from .syntax.toml_recovery import recover

                for one in recover(lone_returns_as_lines(front), self.offset).faults or [fault]:
                    self.fault("toml-syntax", one)
        else:
            from .syntax.jsonc import read as read_json

            try:
                node = read_json(front, self.offset)
            except SyntaxFault as fault:
                self.fault("json-syntax", fault)
                return
            if isinstance(node, Mapping):
                self._root = node
            else:
                self.not_a_mapping(node)
        if self._root is not None and _may_repeat(self._root):
            self.check_text(self._root)

    def may_hold(self, name: str) -> bool:
        """Whether a field that is not in the tree may stand in a part that cannot be read."""
        return any(field in (name, "*") for _, _, field in self.unread)

    def leave_out(self, start: int, end: int, name: str) -> None:
        """Marks a part of the front matter as one that cannot be read for certain."""
        self.unread = [*self.unread, (start, end, name)]

    def fault(self, rule: str, fault: SyntaxFault) -> None:
        """Reports a syntax fault that leaves nothing to read."""
        self.valid = False
        end = min(fault.offset + 1, len(self.source.text))
        self.report(rule, fault.offset, end, {"problem": fault.problem, "kind": fault.kind}, ERROR, refuses=True)

    def not_a_mapping(self, node: Node) -> None:
        """Reports a front matter that is a list or a single value."""
        self.valid = False
        self.report(
            "front-matter-not-a-map", node.start, node.end, {"got": node.__class__.__name__.lower()}, ERROR, refuses=True
        )

    def check_text(self, root: Mapping) -> None:
        """Reports keys that stand twice: which one counts differs from reader to reader."""
        _duplicates(self, root, 0)


def lone_returns_as_lines(text: str) -> str:
    """The text with a line feed for every carriage return that stands alone; a TOML reader takes CRLF and LF, each at its place."""
    if "\r" not in text:
        return text
    import re

    return re.sub(r"\r(?!\n)", "\n", text)


def _may_repeat(root: Mapping) -> bool:
    """Whether a key may stand twice; a quick no for nearly every front matter."""
    entries = root.entries
    names = set()
    for key, value in entries:
        if key.__class__ is not Scalar or value.__class__ is Mapping:
            return True
        names.add(key.text)
    return len(names) != len(entries)


def _duplicates(document: Document, mapping: Mapping, depth: int) -> None:
    seen: dict[str, Scalar] = {}
    for key, value in mapping.entries:
        if isinstance(key, Scalar):
            first = seen.get(key.text)
            if first is None:
                seen[key.text] = key
            elif key.text != "<<":
                finding = document.report(
                    "duplicate-key", key.start, key.end, {"key": key.text, "top": depth == 0}, ERROR if depth else WARNING
                )

                finding.relate("first written here", document.source, first.start, first.end)
                document.leave_out(key.start, max(value.end, key.end + 1), "")
        if isinstance(value, Mapping):
            _duplicates(document, value, depth + 1)


def open_document(path: str, *, limit: int | None = None, whole: str | None = None) -> Document:
    """The document of a file. Raises `Unreadable` where there are no bytes to read."""
    from .source import MAX_BYTES

    return Document(Source(read_bytes(path, limit or MAX_BYTES), path), whole)


__all__ = ["JSON", "Document", "Unreadable", "open_document"]
