"""Command lines that lie inside the scopes of an agent's own list: `Bash(git diff:*)` in `tools`.

Nothing is free, no wrapper or variable is seen through, and what cannot be told counts against the line.
"""

from __future__ import annotations

from .marks import BACKGROUND, BRACED, BRACES, ESCAPED_BLANK, GROUP, HOME_VARIABLE, PROCESS, SUBSHELL, SUBST, VARIABLE
from .rule import listed, wildcard
from .shell import LONGEST, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .shell import Script
    from .words import Word

# What a command line may have besides plain words: all that starts no command which is not looked at, and changes no other.
_TRANSPARENT = frozenset({BACKGROUND, BRACED, BRACES, ESCAPED_BLANK, GROUP, HOME_VARIABLE, PROCESS, SUBSHELL, SUBST, VARIABLE})


def line_within(scopes: Iterable[str], line: str) -> bool:
    """Whether every command of the line, wherever it stands, is one that a scope speaks of. A line may need several of them."""
    if len(line) > LONGEST:
        return False
    patterns = [_Words(part) for scope in scopes for part in listed(scope)]
    return _line_within(patterns, parse(line))


class _Words:
    """A shell pattern word by word. A `*` at the end stands for any further words, one on its own elsewhere for exactly one word that is
    no option, one within a word for any part of that word. A pattern that is no plain command matches nothing."""

    __slots__ = ("open", "words")

    def __init__(self, pattern: str) -> None:
        text = pattern.strip()
        self.open = text.endswith((":*", " *"))
        script = parse(text[:-2] if self.open else text)
        self.words: list[str] = []
        if script.error is None and not script.marks and len(script.commands) == 1:
            command = script.commands[0]
            values = [word.value for word in command.words]
            if not command.assigns and not command.redirects and None not in values:
                self.words = [value for value in values if value is not None]
        if self.words and not self.open and self.words[-1].endswith("*") and self.words[-1] != "*":
            self.open = True

    def matches(self, words: list[Word]) -> bool:
        wanted = self.words
        if not wanted or len(words) < len(wanted) or (len(words) > len(wanted) and not self.open):
            return False
        for pattern, word in zip(wanted, words, strict=False):
            value = word.value
            if value is None:
                return False
            if pattern == "*":
                if not value or value.startswith("-"):
                    return False
            elif not wildcard(pattern, value):
                return False
        return True


def _line_within(patterns: list[_Words], script: Script) -> bool:
    """Every command of the line, wherever it stands, is one that a pattern speaks of."""
    if script.opaque or not script.commands or not script.marks <= _TRANSPARENT:
        return False
    for command in script.commands:
        if command.assigns or not all(redirect.harmless for redirect in command.redirects):
            return False
        if not any(pattern.matches(command.words) for pattern in patterns):
            return False
    return True
