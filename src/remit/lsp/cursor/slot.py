"""A slot: the place in a front matter at which something can be put in."""

from __future__ import annotations

KEY = "key"
VALUE = "value"

_APART = frozenset(" \t\r\n\f\v,()[]{}\"'#")
"""What parts one entry from the next."""


class Slot:
    """What is being typed: a key of the map at `route`, or a value of the field at `route`.

    `start` to `end` are the characters of the whole value or key, `word` to `word_end` those of the one entry around the cursor, where
    a value lists several. `spawn` is the name before an open bracket: in `Agent(re|` it is `Agent`. `there` are the keys or entries that
    the map or list has already. `closed` says that a colon or equals sign follows the key.
    """

    __slots__ = ("closed", "end", "kind", "language", "quoted", "route", "spawn", "start", "there", "word", "word_end")

    def __init__(
        self,
        kind: str,
        route: tuple[str, ...],
        language: str,
        text: str,
        start: int,
        cursor: int,
        end: int,
        *,
        there: frozenset[str] = frozenset(),
        closed: bool = False,
        quoted: bool = False,
    ) -> None:
        self.kind = kind
        self.route = route
        self.language = language
        self.start = start
        self.end = max(end, cursor)
        self.closed = closed
        self.quoted = quoted
        self.spawn: str | None = None
        written = text[start:cursor]
        self.word = _begin(text, start, cursor)
        self.word_end = cursor
        while self.word_end < self.end and text[self.word_end] not in _APART:
            self.word_end += 1
        bracket = written.rfind("(")
        if bracket > written.rfind(")"):
            bracket += start
            self.spawn = text[_begin(text, start, bracket) : bracket]
        own = text[self.word : self.word_end]
        whole = text[self.start : self.end].strip("\"' \t")
        self.there = frozenset(name for name in there if name not in (own, whole))

    def __repr__(self) -> str:
        return f"Slot({self.kind!r}, {self.route!r}, {self.start}, {self.end}, {self.word}, {self.word_end}, {self.spawn!r})"


def _begin(text: str, start: int, at: int) -> int:
    """Where the word that ends at a character begins."""
    while at > start and text[at - 1] not in _APART:
        at -= 1
    return at
