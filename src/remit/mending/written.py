"""A file as a fix sees it: its text, its tree, and who stands around a place."""

from __future__ import annotations

import os

from ..diagnostic import Edit, Fix
from ..document import JSON, Document
from ..syntax import fences
from ..syntax.edits import lists
from ..syntax.nodes import Mapping, Node, Scalar, Sequence
from ..tools import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic
    from ..source import Source

SAFE = "safe"
UNSAFE = "unsafe"

Place = tuple[int, int]


class Written:
    """One file, with its tree as far as it can be read."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.document = Document(source)
        if not self.document.has_front_matter:
            ending = os.path.splitext(source.path or "")[1]
            whole = {".json": JSON, ".jsonc": JSON, ".toml": fences.TOML}.get(ending)
            if whole is not None:
                self.document = Document(source, whole)
        self.root = self.document.root
        self._names: dict[int, list[tuple[str, int, int]]] = {}

    @property
    def front(self) -> Place:
        """Where the front matter's text starts and ends."""
        start = self.document.offset
        return start, start + len(self.document.front)

    @property
    def yaml(self) -> bool:
        return self.document.kind == fences.YAML

    def around(self, at: int) -> list[Node]:
        """The nodes around a place, the outermost first."""
        found: list[Node] = []
        node: Node | None = self.root
        while node is not None:
            found.append(node)
            node = next((part for part in _parts(node) if part.start <= at < part.end), None)
        return found

    def scalar(self, at: int) -> Scalar | None:
        """The single value, or key, around a place."""
        around = self.around(at)
        return around[-1] if around and isinstance(around[-1], Scalar) else None

    def entry(self, at: int) -> tuple[Mapping, Scalar, Node] | None:
        """The innermost entry around a place: the map, the key and the value."""
        found = None
        node: Node | None = self.root
        while node is not None:
            inner = None
            if isinstance(node, Mapping):
                for key, value in node.entries:
                    if isinstance(key, Scalar) and (
                        key.start <= at < key.end or value.start <= at < max(value.end, value.start + 1)
                    ):
                        found, inner = (node, key, value), value
                        break
            elif isinstance(node, Sequence):
                inner = next((item for item in node.items if item.start <= at < item.end), None)
            node = inner
        return found

    def listed(self, start: int, end: int) -> Node | None:
        """The list that the entry at this place is part of: a list, or a text with several names."""
        around = self.around(start)
        scalar = self.scalar(start)
        if scalar is None:
            return None
        low, high = lists.content(self.text, scalar)
        alone = self.text[low:high].strip() == self.text[start:end].strip("\"'").strip()
        return around[-2] if alone and len(around) > 1 and isinstance(around[-2], Sequence) else scalar

    def names(self, node: Node) -> list[tuple[str, int, int]]:
        """The entries of a list as written: text, start and end. Each of a list's findings asks for them."""
        found = self._names.get(id(node))
        if found is None:
            found = self._names[id(node)] = self._split(node)
        return found

    def _split(self, node: Node) -> list[tuple[str, int, int]]:
        if isinstance(node, Sequence):
            return [one for item in node.items for one in self._split(item)]
        if not isinstance(node, Scalar):
            return []
        low, high = lists.content(self.text, node)
        return [(name, low + start, low + end) for name, start, end in split(self.text[low:high])]


def _parts(node: Node) -> list[Node]:
    if isinstance(node, Mapping):
        return [part for entry in node.entries for part in entry]
    return node.items if isinstance(node, Sequence) else []


_last: list[tuple[Source, str, Written]] = []
"""The file that a fix was asked for last: the findings of one file come together."""


def written(finding: Diagnostic) -> Written:
    """The file of a finding."""
    source = finding.source
    if not _last or _last[0][0] is not source or _last[0][1] is not source.text:
        _last[:] = [(source, source.text, Written(source))]
    return _last[0][2]


_known: list[frozenset[str]] = []


def known_keys() -> frozenset[str]:
    """Every key that some host knows at the left edge."""
    if not _known:
        from ..hosts import all_hosts

        _known.append(frozenset(name.partition(".")[0] for host in all_hosts() for name in host.fields))
    return _known[0]


_security: list[frozenset[str]] = []


def security_keys() -> frozenset[str]:
    """Every key that keeps something away from an agent of some host."""
    if not _security:
        from ..hosts import all_hosts

        names = (name for host in all_hosts() for name, field in host.fields.items() if field.security)
        _security.append(frozenset(name.partition(".")[0] for name in names))
    return _security[0]


def proposal(title: str, edits: list[Edit] | None, safety: str = SAFE, *, widens: bool = False) -> Fix | None:
    """A fix, where there are edits. One that widens is never safe."""
    return Fix(title, edits, UNSAFE if widens else safety, widens) if edits else None


def denies(finding: Diagnostic) -> bool:
    """Whether a finding is about an entry that keeps a tool away."""
    return finding.data.get("allow") is False
