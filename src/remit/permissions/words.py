"""The parts of a shell command line: words, redirections, simple commands.

A word keeps its source text and, where it is certain before the shell runs, its value after quote removal. A word with an expansion in
it has no value: only the shell knows it.
"""

from __future__ import annotations

from .marks import SUBST, VARIABLE
from .scan import is_name


class NotUnderstood(Exception):
    """The text cannot be read further; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Word:
    """One word: source text, span, and `value` after quote removal (`None`: known only when it runs). `quoted`: has any quotes."""

    __slots__ = ("end", "marks", "quoted", "start", "text", "value")

    def __init__(
        self, text: str, value: str | None, start: int, end: int, quoted: bool = False, marks: frozenset[str] = frozenset()
    ) -> None:
        self.text = text
        self.value = value
        self.start = start
        self.end = end
        self.quoted = quoted
        self.marks = marks

    @property
    def lone(self) -> str | None:
        """What the word is nothing but: one variable, number or text of the shell's own (`VARIABLE`), one command or file that is substituted
        (`SUBST`), or `None`."""
        text = self.text
        if text.startswith(("$((", "$[")):
            return VARIABLE if _closes_last(text, 1) else None
        if text.startswith(("$(", "<(", ">(")):
            return SUBST if _closes_last(text, 1) else None
        if text.startswith("`"):
            return SUBST if text.find("`", 1) == len(text) - 1 else None
        if text.startswith("${"):
            return VARIABLE if _closes_last(text, 1) else None
        if text.startswith("$'"):
            return VARIABLE if text.replace("\\\\", "  ").replace("\\'", "  ").find("'", 2) == len(text) - 1 else None
        name = text[1:] if text.startswith("$") else ""
        return VARIABLE if is_name(name) or (len(name) == 1 and name in "0123456789?$!#@*-") else None

    def __repr__(self) -> str:
        return f"Word({self.text!r}, {self.value!r})"


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _closes_last(text: str, at: int) -> bool:
    """Whether the bracket at a place is closed by the last character."""
    opening, closing = text[at], _CLOSING[text[at]]
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == opening) - (text[place] == closing)
        if not depth:
            return place == len(text) - 1
    return False


class Redirect:
    """One redirection: descriptor as written (`2`, `{fd}` or nothing), operator, target."""

    __slots__ = ("descriptor", "end", "operator", "start", "target")

    def __init__(self, descriptor: str, operator: str, target: Word, start: int, end: int) -> None:
        self.descriptor = descriptor
        self.operator = operator
        self.target = target
        self.start = start
        self.end = end

    @property
    def harmless(self) -> bool:
        """Neither reads nor writes a file: a duplicated descriptor, the null device, a here-document or here-string."""
        if self.operator in ("<<", "<<-", "<<<"):
            return True
        value = self.target.value
        if self.operator in (">&", "<&") and value is not None and value.isdigit():
            return True
        return value == "/dev/null"

    def __repr__(self) -> str:
        return f"Redirect({self.descriptor + self.operator!r}, {self.target!r})"


class Command:
    """One simple command. `text` is its source without redirections at its end and without a comment (here-strings stay, as they are
    part of what the hosts match), `full` the source with them. `via` is empty at the top, else the kind of substitution it is in."""

    __slots__ = ("assigns", "full", "marks", "origin", "redirects", "start", "text", "via", "words")

    def __init__(self, via: str, start: int) -> None:
        self.via = via
        self.start = start
        self.assigns: list[Word] = []
        self.words: list[Word] = []
        self.redirects: list[Redirect] = []
        self.marks: set[str] = set()
        self.origin = start
        self.text = ""
        self.full = ""

    def finish(self, source: str, end: int) -> None:
        parts = self.assigns + self.words
        last = parts[-1].end if parts else self.start
        first = parts[0].start if parts else self.start
        cut = last
        for redirect in self.redirects:
            if redirect.operator == "<<<":
                last = max(last, redirect.end)
            elif first < redirect.start < cut:
                cut = redirect.start
        if parts and cut < last:
            last = max(cut, parts[0].end)
        for redirect in self.redirects:
            if redirect.operator == "<<<" and redirect.start >= last:
                last = redirect.end
        self.origin = first
        self.text = source[first:last].strip(" \t\n")
        self.full = source[self.start : end].strip(" \t\n")

    @property
    def name(self) -> str | None:
        """The value of the first word; `None` when there is none or it is not known."""
        return self.words[0].value if self.words else None

    def __repr__(self) -> str:
        return f"Command({self.text!r}, via={self.via!r})"
