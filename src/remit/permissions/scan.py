"""Runs of characters in a text: where one ends, where the next of some characters stands.

What regular expressions would tell, for a hook that has no time to load them: each function looks at every character it passes once, so that
no text takes more than its length.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

DIGITS = frozenset("0123456789")
LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
FIRST = LETTERS | {"_"}
"""What a variable's name begins with."""
NAME = FIRST | DIGITS
"""What it goes on with."""
WHITE = frozenset(
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Every kind of white space that Unicode knows."""


def past(text: str, at: int, chars: Container[str]) -> int:
    """The first place from `at` on that has none of `chars`: where the run of them ends."""
    for place in range(at, len(text)):
        if text[place] not in chars:
            return place
    return max(at, len(text))


def upto(text: str, at: int, chars: Container[str], end: int | None = None) -> int:
    """The first place from `at` on that has one of `chars`; `end`, or the text's end, where none has."""
    stop = len(text) if end is None else end
    for place in range(at, stop):
        if text[place] in chars:
            return place
    return stop


def past_name(text: str, at: int) -> int:
    """Where the name of a variable at a place ends; `at` itself where none stands there."""
    return past(text, at + 1, NAME) if text[at : at + 1] in FIRST else at


def is_name(text: str) -> bool:
    """Whether a text is the name of a variable."""
    return bool(text) and past_name(text, 0) == len(text)


def unescaped(text: str, chars: str) -> str:
    """The text without the backslashes that stand before one of `chars`."""
    out: list[str] = []
    at = 0
    while (found := text.find("\\", at)) >= 0:
        kept = found + 1 if text[found + 1 : found + 2] in {*chars} else found
        out += text[at:found], text[kept]
        at = kept + 1
    return "".join((*out, text[at:]))


def single_spaced(text: str) -> str:
    """The text with one blank for each run of blanks and tabs."""
    text = text.replace("\t", " ")
    while "  " in text:
        text = text.replace("  ", " ")  # halves every run
    return text
