"""Masking: no value that was lent stands in what an agent reads or a log keeps.

A `Masker` knows the values. `mask` is for a text that stands alone, `Results` for the results of one agent, of which one may end in the
middle of a value and the next go on with it, and `Stream` for a text that comes in chunks.

What it cannot do: find a value that a program has changed in a way of its own (turned round, compressed, encrypted, one character a line), or
parts of it that are shorter than `PART`. The value itself is safe only from an agent that has no tool to do that with.
"""

from __future__ import annotations

from .spellings import spellings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .spellings import Spelling

MASK = "[masked]"
PART = 4
"""Characters of a value's beginning at the end of a result from which on they are masked, though the next may not go on with it."""
REMEMBERED = 16
"""How many ends of results are remembered."""


class Masker:
    """The values that must not be seen. It holds their spellings until `forget`."""

    __slots__ = ("_backwards", "_longest", "_spellings")

    def __init__(self, values: Iterable[str] = ()) -> None:
        self._spellings: list[Spelling] = []
        self._backwards: list[Spelling] = []
        self._longest = 0
        for value in values:
            self.add(value)

    def add(self, value: str) -> None:
        """From now on this value is masked; one of fewer than eight bytes is not."""
        self._spellings += spellings(value)
        self._longest = max((one.longest for one in self._spellings), default=0)

    def forget(self) -> None:
        """Lets go of all values: nothing more will be masked. Python gives no way to wipe what was built of them."""
        self._spellings = []
        self._backwards = []
        self._longest = 0

    def __bool__(self) -> bool:
        return bool(self._spellings)

    @property
    def longest(self) -> int:
        """The most characters that a value can be written in."""
        return self._longest

    def mask(self, text: str) -> str:
        """The text without the values."""
        spans = self.spans(text)
        return _without(text, spans) if spans else text

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where values stand, in order, those that touch as one."""
        if not self._spellings:
            return []
        return _merged(sorted(span for spelling in self._spellings for span in spelling.find(text)))

    def unfinished(self, text: str) -> int:
        """Where a value may begin that goes on after the text; its length if none does."""
        starts = (spelling.unfinished(text[-self._longest :]) for spelling in self._spellings)
        first = min((start for start in starts if start is not None), default=None)
        return len(text) if first is None else max(0, len(text) - self._longest) + first

    def rest(self, text: str) -> int:
        """How many characters at the text's beginning may be the end of a value that began before it."""
        self._backwards += [one.backwards() for one in self._spellings[len(self._backwards) :]]
        head = text[: self._longest][::-1]
        starts = [start for one in self._backwards if (start := one.unfinished(head)) is not None]
        return len(head) - min(starts, default=len(head))

    def results(self, *, taken_up: bool = False) -> Results:
        return Results(self, taken_up=taken_up)

    def stream(self) -> Stream:
        return Stream(self)

    def __repr__(self) -> str:
        return "Masker()"

    def __reduce__(self) -> str:
        raise TypeError("what masks secrets is not written down")


class Results:
    """The results that one agent is given, each whole. What one ended with is remembered, so that no two of them together hold a value: the
    beginning of a value at the end of a result is masked, and so is what completes it in one of the next, whatever comes between. Where the run
    was `taken_up` in another process, nobody remembers how those before ended: what may complete a value is masked."""

    __slots__ = ("_ends", "_masker", "_taken_up")

    def __init__(self, masker: Masker, *, taken_up: bool = False) -> None:
        self._masker = masker
        self._taken_up = taken_up
        self._ends: list[str] = []

    def mask(self, text: str) -> str:
        """The next result, or the next text of one, without the values."""
        masker = self._masker
        if not masker or not text:
            return text
        spans = masker.spans(text)
        ends = []
        if self._taken_up and (rest := masker.rest(text)) >= PART:
            spans.append((0, rest))
        for end in self._ends:
            joined = end + text[: masker.longest]
            spans += [(0, until - len(end)) for start, until in masker.spans(joined) if start < len(end) < until]
            ends.append(end)
            if len(joined) == len(end) + len(text) and masker.unfinished(joined) == 0:
                ends.append(joined)
                spans.append((0, len(text)))
        start = masker.unfinished(text)
        if start < len(text):
            ends.append(text[start:])
            if len(text) - start >= PART:
                spans.append((start, len(text)))
        self._ends = list(dict.fromkeys(ends))[-REMEMBERED:]
        return _without(text, _merged(sorted(spans))) if spans else text


class Stream:
    """A text that comes in chunks. What may be the beginning of a value is held back until it is clear, never more than a value is long."""

    __slots__ = ("_held", "_masker")

    def __init__(self, masker: Masker) -> None:
        self._masker = masker
        self._held = ""

    def feed(self, chunk: str) -> str:
        """What may be shown after this chunk."""
        if not self._masker:
            shown, self._held = self._held + chunk, ""
            return shown
        text = self._held + chunk
        until = self._masker.unfinished(text)
        spans = self._masker.spans(text)
        for start, end in spans:
            if start < until < end:
                until = start
        self._held = text[until:]
        return _without(text[:until], [span for span in spans if span[1] <= until])

    def close(self) -> str:
        """What was held back, now that nothing follows."""
        held, self._held = self._held, ""
        return self._masker.mask(held)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    return "".join(_pieces(text, spans))


def _pieces(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[str]:
    at = 0
    for start, end in spans:
        yield text[at:start]
        yield MASK
        at = end
    yield text[at:]
