"""The spellings of a secret's value: how it may stand in a text so that whoever reads the text has the value.

A `Spelling` is a row of parts, each a few texts of which one stands there, with some filling allowed between two parts. One tells where
it stands in a text (`find`), and where a text ends in the middle of one (`unfinished`); both come from the same parts, so they cannot
disagree.
"""

from __future__ import annotations

import re
from base64 import b64encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Part = tuple[str, ...]

SHORTEST = 8
"""Bytes from which on a value is looked for: a shorter one stands in texts by chance."""

_BREAKS = ("\n", "\r\n", "\\n", "\\r\\n")
_BETWEEN_BYTES = (" ", ":", "-", ",", "\n", "\r\n", "\\n", "\\x", "0x")
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f", '"': '\\"', "\\": "\\\\", "/": "\\/", "'": "\\'"}
_LONGEST_TEXT = 24
"""No two texts of a row are longer together."""


class Spelling:
    """One way to write a value: `parts` in order, between two of them up to `most` of the fillings `gap`."""

    __slots__ = ("_begins", "_pattern", "gap", "longest", "most", "parts")

    def __init__(self, parts: Sequence[Part], gap: Part = (), most: int = 0) -> None:
        self.parts = tuple(parts)
        self.gap = gap
        self.most = most if gap else 0
        between = f"(?:{_any(gap)}){{0,{most}}}" if self.most else ""
        self._pattern = re.compile(between.join(f"(?:{_any(part)})" if len(part) > 1 else re.escape(part[0]) for part in parts))
        first = "".join(re.escape(text[0]) for text in parts[0])
        second = _any((*self.gap, *parts[1]))
        self._begins = re.compile(rf"(?=(?:{_any(parts[0])})(?:{second})|[{first}].{{0,{_LONGEST_TEXT}}}\Z)", re.DOTALL)
        self.longest = sum(max(map(len, part)) for part in parts) + (len(parts) - 1) * self.most * max(map(len, gap or ("",)))

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands, also where one begins within another."""
        found = self._pattern.search(text)
        while found is not None:
            yield found.span()
            found = self._pattern.search(text, found.start() + 1)

    def unfinished(self, text: str) -> int | None:
        """Where the text's end may be the beginning of one that goes on after it; `None` if nowhere."""
        for found in self._begins.finditer(text, max(0, len(text) - self.longest)):
            if self._open(text, found.start()):
                return found.start()
        return None

    def backwards(self) -> Spelling:
        """The same, read from its end."""
        parts = [tuple(text[::-1] for text in part) for part in reversed(self.parts)]
        return Spelling(parts, tuple(text[::-1] for text in self.gap), self.most)

    def _open(self, text: str, start: int) -> bool:
        """Whether everything from `start` on is the beginning of a spelling, or one that may yet be read otherwise."""
        states = {(start, 0, 0)}
        end = len(text)
        while states:
            at, number, filled = states.pop()
            if at == end:
                return True
            texts = self.parts[number]
            for one in texts:
                if text.startswith(one, at):
                    if number + 1 < len(self.parts):
                        states.add((at + len(one), number + 1, 0))
                elif len(one) > end - at and one.startswith(text[at:]):
                    return True
            if number and filled < self.most:
                for one in self.gap:
                    if text.startswith(one, at):
                        states.add((at + len(one), number, filled + 1))
                    elif len(one) > end - at and one.startswith(text[at:]):
                        return True
        return False

    def __repr__(self) -> str:
        return f"Spelling({len(self.parts)} parts)"


def spellings(value: str) -> list[Spelling]:
    """All ways that are looked for to write a value, none for a short one: as it is, with characters percent-encoded or escaped as in JSON,
    as hexadecimal digits, and in base64 wherever in the encoded bytes it lies. Of a value in several lines each line counts as well."""
    found: list[Spelling] = []
    for text in _pieces(value):
        data = text.encode("utf-8", "surrogatepass")
        found.append(Spelling([_written(char) for char in text]))
        found.append(Spelling([_digits(byte) for byte in data], _BETWEEN_BYTES, 3))
        found.extend(Spelling(parts, _BREAKS, 1) for parts in _in_base64(data))
    return found


def _pieces(value: str) -> list[str]:
    lines = [value, *value.splitlines()] if len(value.splitlines()) > 1 else [value]
    stripped = (line.strip() for line in lines)
    return list(dict.fromkeys(one for one in stripped if len(one.encode("utf-8", "surrogatepass")) >= SHORTEST))


def _written(char: str) -> Part:
    data = char.encode("utf-8", "surrogatepass")
    units = char.encode("utf-16-be", "surrogatepass")
    percent = "".join(f"%{byte:02X}" for byte in data)
    unicode = "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
    found = [char, percent, percent.lower(), unicode, "\\u" + unicode[2:].upper().replace("\\U", "\\u")]
    if char in _ESCAPES:
        found.append(_ESCAPES[char])
    if char == " ":
        found.append("+")
    if char == "\n":
        found += ["\r\n", "\\r\\n", "%0D%0A"]
    if len(data) == 1:
        found += [f"\\x{data[0]:02x}"]
    return _longest_first(found)


def _digits(byte: int) -> Part:
    return _longest_first([f"{byte:02x}", f"{byte:02X}"])


def _in_base64(data: bytes) -> Iterator[list[Part]]:
    """The characters that are wholly the value's own, for each of the three ways that it may lie in the encoded bytes. Up to four bits at
    each end stand in a character that a neighbour has a share in; those are left."""
    for offset in range(3):
        encoded = b64encode(b"\0" * offset + data).decode()
        own = encoded[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6]
        yield [_of_base64(char) for char in own]


def _of_base64(char: str) -> Part:
    if char == "+":
        return ("%2B", "%2b", "+", "-")
    if char == "/":
        return ("%2F", "%2f", "\\/", "/", "_")
    return (char,)


def _longest_first(texts: Iterable[str]) -> Part:
    return tuple(sorted(dict.fromkeys(texts), key=len, reverse=True))


def _any(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, texts))
