"""Places as an editor counts them: lines from 0, and in each line units of an encoding that client and server agree on.

remit counts characters of the whole text. An editor keeps a byte order mark to itself, so it is no character of its first line.
"""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Source

UTF8 = "utf-8"
UTF16 = "utf-16"
UTF32 = "utf-32"


def width(text: str, encoding: str) -> int:
    """How many units of an encoding a text has."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    if encoding == UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) >> 1


def length(text: str, units: int, encoding: str) -> int:
    """How many characters of a text begin within its first `units` units. Half a character counts as none."""
    if units <= 0:
        return 0
    if encoding == UTF32 or text.isascii():
        return min(units, len(text))
    for count, char in enumerate(text):
        units -= width(char, encoding)
        if units < 0:
            return count
    return len(text)


class Text:
    """The text of a source with its places in a client's terms. `skipped` is 1 where the source begins with a mark that the client hides."""

    __slots__ = ("encoding", "skipped", "source")

    def __init__(self, source: Source, encoding: str = UTF16, skipped: int | None = None) -> None:
        self.source = source
        self.encoding = encoding
        self.skipped = (1 if source.bom else 0) if skipped is None else skipped

    def line(self, number: int) -> tuple[int, str]:
        """Where a line (from 0) begins, and its text without its end. Lines beyond the last are empty and at its end."""
        starts, text = self.source.starts, self.source.text
        if number >= len(starts):
            return len(text), ""
        start = starts[number] if number > 0 else self.skipped
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        return start, text[start:end].rstrip("\r\n")

    def offset(self, position: types.Position) -> int:
        """The character that a position means; what lies beyond a line's end means its end."""
        start, line = self.line(max(position.line, 0))
        return start + length(line, position.character, self.encoding)

    def position(self, offset: int) -> types.Position:
        starts, text = self.source.starts, self.source.text
        offset = min(max(offset, self.skipped), len(text))
        number = bisect_right(starts, offset) - 1
        start = starts[number] if number > 0 else self.skipped
        return types.Position(line=number, character=width(text[start:offset], self.encoding))

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(start=self.position(start), end=self.position(max(start, end)))
