"""Typed values out of the tree of a configuration, and the mistakes that are met on the way."""

from __future__ import annotations

from ..syntax.nodes import Mapping, Scalar, Sequence
from ..tools import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..syntax.nodes import Node

MOST = 1_000
"""Entries of a list or table at most, and the most mistakes that are told: the time for each grows with the others."""


class Enough(Exception):
    """So many mistakes that nobody wants to hear of more."""


class Mistake:
    """Something wrong in a configuration: one phrase, what to do, and the character of the file where it stands."""

    __slots__ = ("help", "message", "start")

    def __init__(self, message: str, start: int, help: str | None = None) -> None:  # noqa: A002 - the word for it everywhere in remit
        self.message = message
        self.start = start
        self.help = help


class Value:
    """The value of a key, as remit uses it and as it was written, and the character of the file where it stands."""

    __slots__ = ("plain", "start", "value")

    def __init__(self, value: object, plain: object, start: int) -> None:
        self.value = value
        self.plain = plain
        self.start = start


class Typed:
    """Reads values of a type. Each reader gives the value, or tells what is wrong and gives `None`; `mistakes` are all that were met."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []

    def wrong(self, message: str, node: Node, help: str | None = None) -> None:  # noqa: A002
        self.mistakes.append(Mistake(message, node.start, help))
        if len(self.mistakes) >= MOST:
            raise Enough

    def entries(self, table: Mapping) -> Iterator[tuple[Scalar, Node]]:
        """The entries of a table, unless there are too many."""
        if len(table.entries) > MOST:
            self.wrong(f"more than {MOST:,} entries", table)
            return
        for key, node in table.entries:
            if isinstance(key, Scalar):
                yield key, node

    def text(self, node: Node, key: str) -> str | None:
        return self.typed_text(node, f"`{key}`")

    def typed_text(self, node: Node, what: str) -> str | None:
        if isinstance(node, Scalar) and isinstance(node.typed, str):
            return node.typed
        self.wrong(f"{what} is a text, not {kind(node)}", node)
        return None

    def choice(self, node: Node, key: str, choices: Iterable[str]) -> str | None:
        text = self.text(node, key)
        if text is None or text in choices:
            return text
        close = nearest(text, choices)
        listed = ", ".join(f"`{one}`" for one in choices)
        self.wrong(f"`{key}` cannot be `{text}`", node, f"did you mean `{close}`?" if close else f"it is one of {listed}")
        return None

    def texts(self, node: Node, key: str) -> list[tuple[str, Node]] | None:
        if not isinstance(node, Sequence):
            hint = f'write `{key} = ["{node.text}"]`' if isinstance(node, Scalar) and node.text.isprintable() else None
            self.wrong(f"`{key}` is a list of texts, not {kind(node)}", node, hint)
            return None
        if len(node.items) > MOST:
            self.wrong(f"`{key}` has more than {MOST:,} entries", node)
            return None
        return [(text, item) for item in node.items if (text := self.typed_text(item, f"an entry of `{key}`")) is not None]


def size(node: Node) -> int:
    """How many values there are in a node."""
    count, pending = 0, [node]
    while pending:
        one = pending.pop()
        count += 1
        if isinstance(one, Sequence):
            pending += one.items
        elif isinstance(one, Mapping):
            pending += [value for _, value in one.entries]
    return count


def kind(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a table"
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node.typed, bool):
        return f"`{str(node.typed).lower()}`"
    return f"`{node.text[:40]}`"
