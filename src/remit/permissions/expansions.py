"""How the parts of a word are read: escapes, double quotes, and everything that `$` and a backtick begin."""

from __future__ import annotations

from .marks import (
    ANSI,
    ARITHMETIC,
    BRACED,
    COMPUTED,
    CONTINUATION,
    DOLLAR,
    ESCAPED_BLANK,
    HOME_VARIABLE,
    LOCALE,
    SUBST,
    VARIABLE,
)
from .scan import DIGITS, past_name, unescaped, upto
from .words import NotUnderstood

MAX_DEPTH = 32
# The characters that mean something: in double quotes, in arithmetic, in a pattern, in a here-document, in `${}` and in `$[]`.
_DOUBLE = frozenset('"\\$`')
_ARITHMETIC = frozenset("\\'\"$`();")
_PATTERN_GROUP = frozenset("()\\'\"$`\n")
_EXPANDED = frozenset("\\$`")
_IN_BRACES = frozenset("\\'\"$`{}")
_IN_INDEX = frozenset("\\'\"$`[]")
# Variables that have one character instead of a name.
_SPECIAL_VARIABLES = DIGITS | frozenset("@*#?$!-")


class ExpansionReader:
    """A position in a text. Subclasses read the words, and what is inside substitutions."""

    def __init__(self, text: str, marks: set[str], depth: int) -> None:
        self.s = text
        self.n = len(text)
        self.i = 0
        self.marks = marks
        self.depth = depth

    def nested(self, via: str) -> None:
        raise NotImplementedError

    def backticks(self, inside: str) -> None:
        raise NotImplementedError

    def escape(self, marks: set[str], start: int) -> str:
        if self.i + 1 >= self.n:
            raise NotUnderstood("unfinished escape")
        char = self.s[self.i + 1]
        self.i += 2
        if char == "\n":
            marks.add(CONTINUATION)
            return ""
        if char in " \t":
            marks.add(ESCAPED_BLANK)
        return char

    def double(self, marks: set[str]) -> str | None:
        """The inside of double quotes; the position ends behind them."""
        value: list[str] | None = []
        while self.i < self.n:
            char = self.s[self.i]
            piece: str | None
            if char not in _DOUBLE:
                start = self.i
                self.i = upto(self.s, start, _DOUBLE)
                piece = self.s[start : self.i]
            else:
                if char == '"':
                    self.i += 1
                    return None if value is None else "".join(value)
                if char == "\\":
                    if self.i + 1 >= self.n:
                        break
                    after = self.s[self.i + 1]
                    self.i += 2
                    piece = "" if after == "\n" else after if after in '$`"\\' else "\\" + after
                elif char == "$":
                    piece = self.dollar(marks, True)
                else:
                    piece = self.backtick(marks, quoted=True)
            if piece is None:
                value = None
            elif value is not None:
                value.append(piece)
        raise NotUnderstood("unfinished quote")

    def dollar(self, marks: set[str], inside: bool) -> str | None:
        """An expansion, or a `$` that is none. Every way down into another level leads through here or through `backtick`."""
        if self.depth >= MAX_DEPTH:
            raise NotUnderstood("too deep")
        self.depth += 1
        value = self.expansion(marks, inside)
        self.depth -= 1
        return value

    def expansion(self, marks: set[str], inside: bool) -> str | None:
        s = self.s
        after = s[self.i + 1 : self.i + 2]
        if after == "(":
            if s.startswith("((", self.i + 1):
                marks.add(ARITHMETIC)
                self.arithmetic(self.i + 3)
            else:
                marks.add(SUBST)
                self.i += 2
                self.nested("subst")
            return None
        if after == "{":
            marks.add(BRACED)
            end = past_name(s, self.i + 2)
            if end == self.i + 2 or not s.startswith("}", end):
                marks.add(COMPUTED)
            self.i += 2
            self.balanced("}", inside)
            return None
        if after == "[":
            marks.add(ARITHMETIC)
            marks.add(BRACED)
            self.i += 2
            self.balanced("]", inside)
            return None
        if not inside and after == "'":
            marks.add(ANSI)
            self.i = self.behind_unescaped("'", self.i + 2, "unfinished quote")
            return None
        if not inside and after == '"':
            marks.add(LOCALE)
            self.i += 2
            self.double(marks)
            return None
        start = self.i + 1
        end = start + 1 if after in _SPECIAL_VARIABLES else past_name(s, start)
        if end == start:
            if s.startswith("\\\n", self.i + 1):
                raise NotUnderstood("continuation behind a dollar")
            self.i += 1
            if not inside:
                marks.add(DOLLAR)
            return "$"
        self.i = end
        marks.add(HOME_VARIABLE if s[start:end] == "HOME" else VARIABLE)
        return None

    def backtick(self, marks: set[str], quoted: bool = False) -> str | None:
        """Reads what stands in backticks. Its value is never known."""
        marks.add(SUBST)
        start = self.i + 1
        self.i = self.behind_unescaped("`", start, "unfinished backticks")
        inside = self.s[start : self.i - 1]
        if quoted and '\\"' in inside:
            raise NotUnderstood("escaped quote in quoted backticks")  # the shells take it for different things
        self.backticks(unescaped(inside, "`\\$"))
        return None

    def behind_unescaped(self, closer: str, at: int, missing: str) -> int:
        """The place behind the next `closer` that no backslash stands before."""
        while True:
            at = upto(self.s, at, closer + "\\")
            if at >= self.n:
                raise NotUnderstood(missing)
            if self.s[at] == closer:
                return at + 1
            at += 2

    def balanced(self, closer: str, quoted: bool) -> None:
        """Up to the closing bracket of an expansion, reading the substitutions on the way."""
        level = 1
        marks: set[str] = set()
        s = self.s
        stop = _IN_INDEX if closer == "]" else _IN_BRACES
        while True:
            self.i = upto(s, self.i, stop)
            if self.i >= self.n:
                raise NotUnderstood("unfinished expansion")
            char = s[self.i]
            if char == "\\":
                self.i += 2
            elif char == "'":
                end = s.find("'", self.i + 1)
                if end < 0 or quoted:
                    raise NotUnderstood("quote in an expansion")  # within double quotes it is none for some shells
                self.i = end + 1
            elif char == '"':
                self.i += 1
                self.double(marks)
            elif char == "{":
                raise NotUnderstood("brace in an expansion")  # not all shells count it
            elif char == "`":
                self.backtick(marks)
            elif char == "$" and s.startswith("{", self.i + 1):
                level += 1  # counted instead of read, so that depth costs nothing
                self.i += 2
                if closer != "}":
                    raise NotUnderstood("expansion in an index")
            elif char == "$":
                self.dollar(marks, True)
            else:
                level += 1 if char == "[" else -1
                self.i += 1
                if level == 0:
                    self.marks |= marks
                    return

    def arithmetic(self, start: int) -> None:
        """`((...))` from behind its opening brackets."""
        level = 0
        marks: set[str] = set()
        s = self.s
        self.i = start
        while True:
            self.i = upto(s, self.i, _ARITHMETIC)
            if self.i >= self.n:
                raise NotUnderstood("unfinished arithmetic")
            char = s[self.i]
            if char == "(":
                level += 1
                self.i += 1
            elif char == ")":
                if level == 0:
                    if not s.startswith("))", self.i):
                        raise NotUnderstood("unfinished arithmetic")
                    self.i += 2
                    self.marks |= marks
                    return
                level -= 1
                self.i += 1
            elif char == "$":
                marks.add(VARIABLE)
                self.dollar(marks, True)
            elif char == "`":
                marks.add(VARIABLE)
                self.backtick(marks)
            elif char == ";":
                self.i += 1
            else:
                raise NotUnderstood("quote in arithmetic")

    def pattern_group(self) -> None:
        """`@(a|b)`, from its bracket."""
        level = 0
        while True:
            self.i = upto(self.s, self.i, _PATTERN_GROUP)
            if self.i >= self.n or self.s[self.i] not in "()":
                raise NotUnderstood("unfinished pattern")
            level += 1 if self.s[self.i] == "(" else -1
            self.i += 1
            if level == 0:
                return

    def expand_line(self, stop: int) -> None:
        """One line of a here-document whose text is expanded."""
        marks: set[str] = set()
        while (place := upto(self.s, self.i, _EXPANDED, stop)) < stop:
            self.i = place
            if self.s[place] == "\\":
                self.i += 2
            elif self.s[place] == "$":
                self.dollar(marks, True)
            else:
                self.backtick(marks)
        self.marks |= marks
