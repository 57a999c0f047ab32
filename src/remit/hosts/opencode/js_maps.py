"""Maps as OpenCode's YAML reader fills them: objects, so keys are text, and merges bring in what is not there yet. See `js_yaml`."""

from __future__ import annotations

from ...syntax.nodes import DOUBLE, Mapping, Scalar, Sequence
from .js_values import Date, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node
    from .js_text import Text

MERGE = "tag:yaml.org,2002:merge"


class Pairs:
    """A map being filled: an object, so a key is text, and a second of the same text is an error unless a merge brought the first."""

    __slots__ = ("merged", "names", "node", "reader")

    def __init__(self, reader: Text, start: int, flow: bool = False) -> None:
        self.reader = reader
        self.node = Mapping([], start + reader.offset, start + reader.offset, flow)
        self.names: dict[str, int] = {}
        self.merged: set[str] = set()

    def add(
        self,
        tag: str | None,
        key: Node | None,
        value: Node | None,
        key_at: int,
        start: int | None = None,
        after: int | None = None,
    ) -> None:
        reader = self.reader
        if key is None:
            key = reader.absent(key_at)
            name = "null"
        elif isinstance(key, Scalar):
            name = key_of(key)
        elif isinstance(key, Sequence):
            if any(isinstance(item, Sequence) for item in key.items):
                raise reader.fault("a list within a list as a key", at=start)
            name = ",".join("[object Object]" if isinstance(item, Mapping) else _joined(item) for item in key.items)
        else:
            name = "[object Object]"
        if value is None:
            value = reader.absent(key.end - reader.offset if after is None else after)
        if tag == MERGE:
            for source in value.items if isinstance(value, Sequence) else [value]:
                self.merge(source, start)
            return
        if not isinstance(key, Scalar):
            key = Scalar(name, key.start, key.end, DOUBLE, typed=name)
        place = self.names.get(name)
        if place is None:
            self.names[name] = len(self.node.entries)
            self.node.entries.append((key, value))
        elif name in self.merged:
            self.merged.discard(name)
            self.node.entries[place] = (key, value)
        else:
            raise reader.fault(f"the key `{name}` for the second time", "duplicate", start)
        self.node.end = max(self.node.end, key.end, value.end)

    def merge(self, source: Node, start: int | None) -> None:
        if isinstance(source, Scalar):
            if isinstance(source.typed, Date):
                return
            raise self.reader.fault("a merge of something that is no map", "merge", start)
        entries = source.entries if isinstance(source, Mapping) else _numbered(source)
        for key, value in entries:
            if isinstance(key, Scalar):
                name = key_of(key)
                if name not in self.names:
                    self.names[name] = len(self.node.entries)
                    self.merged.add(name)
                    self.node.entries.append((key, value))


def _joined(item: Node) -> str:
    if not isinstance(item, Scalar):
        return "[object Object]"
    return "" if item.typed is None else key_of(item)


def _numbered(source: Sequence) -> list[tuple[Node, Node]]:
    """The items of a list under their numbers, as an object has them."""
    return [
        (Scalar(str(number), item.start, item.end, DOUBLE, typed=str(number)), item) for number, item in enumerate(source.items)
    ]
