"""How the parts of a word are read: escapes, double quotes, and everything that `$` and a backtick begin."""

from __future__ import annotations

import re

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
from .words import NotUnderstood

MAX_DEPTH = 32
_DOUBLE_PLAIN = re.compile(r"[^\"\\$`]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]")
_ANSI = re.compile(r"(?:[^'\\]|\\.)*'", re.DOTALL)
_BACKTICK = re.compile(r"[`\\]")
_UNESCAPED = re.compile(r"\\([`\\$])")
_ARITHMETIC = re.compile(r"[\\'\"$`();]")
_PATTERN_GROUP = re.compile(r"[()\\'\"$`\n]")
_EXPANDED = re.compile(r"[\\$`]")
_IN_BRACES = re.compile(r"[\\'\"$`{}]")
_IN_INDEX = re.compile(r"[\\'\"$`\[\]]")
_BRACED_NAME = re.compile(r"\{[A-Za-z_][A-Za-z0-9_]*\}")


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
            plain = _DOUBLE_PLAIN.match(self.s, self.i)
            piece: str | None
            if plain is not None:
                self.i = plain.end()
                piece = plain.group()
            else:
                char = self.s[self.i]
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
            if not _BRACED_NAME.match(s, self.i + 1):
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
            end = _ANSI.match(s, self.i + 2)
            if end is None:
                raise NotUnderstood("unfinished quote")
            self.i = end.end()
            return None
        if not inside and after == '"':
            marks.add(LOCALE)
            self.i += 2
            self.double(marks)
            return None
        name = _NAME.match(s, self.i + 1)
        if name is None:
            if s.startswith("\\\n", self.i + 1):
                raise NotUnderstood("continuation behind a dollar")
            self.i += 1
            if not inside:
                marks.add(DOLLAR)
            return "$"
        self.i = name.end()
        marks.add(HOME_VARIABLE if name.group() == "HOME" else VARIABLE)
        return None

    def backtick(self, marks: set[str], quoted: bool = False) -> str | None:
        """Reads what stands in backticks. Its value is never known."""
        marks.add(SUBST)
        end = self.i + 1
        while True:
            found = _BACKTICK.search(self.s, end)
            if found is None:
                raise NotUnderstood("unfinished backticks")
            if found.group() == "`":
                break
            end = found.end() + 1
        if quoted and '\\"' in self.s[self.i : found.start()]:
            raise NotUnderstood("escaped quote in quoted backticks")  # the shells take it for different things
        inside = _UNESCAPED.sub(r"\1", self.s[self.i + 1 : found.start()])
        self.i = found.end()
        self.backticks(inside)
        return None

    def balanced(self, closer: str, quoted: bool) -> None:
        """Up to the closing bracket of an expansion, reading the substitutions on the way."""
        level = 1
        marks: set[str] = set()
        s = self.s
        stop = _IN_INDEX if closer == "]" else _IN_BRACES
        while True:
            found = stop.search(s, self.i)
            if found is None:
                raise NotUnderstood("unfinished expansion")
            self.i = found.start()
            char = found.group()
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
            found = _ARITHMETIC.search(s, self.i)
            if found is None:
                raise NotUnderstood("unfinished arithmetic")
            self.i = found.start()
            char = found.group()
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
            found = _PATTERN_GROUP.search(self.s, self.i)
            if found is None or found.group() not in "()":
                raise NotUnderstood("unfinished pattern")
            self.i = found.end()
            level += 1 if found.group() == "(" else -1
            if level == 0:
                return

    def expand_line(self, stop: int) -> None:
        """One line of a here-document whose text is expanded."""
        marks: set[str] = set()
        while True:
            found = _EXPANDED.search(self.s, self.i, stop)
            if found is None:
                break
            self.i = found.start()
            if found.group() == "\\":
                self.i += 2
            elif found.group() == "$":
                self.dollar(marks, True)
            else:
                self.backtick(marks)
            if self.i >= stop:
                break
        self.marks |= marks
