"""How one word of a shell command line is read, and what lies between words.

`remit.permissions.commands` reads simple commands from words, `remit.permissions.shell` lists from commands.
"""

from __future__ import annotations

from .expansions import ExpansionReader
from .marks import BRACES, ODD_SPACE, PATTERN_GROUP, PROCESS, ZSH_EQUALS
from .scan import FIRST, LETTERS, WHITE, past, upto
from .words import NotUnderstood, Word

# Where the plain characters of a word end.
_SPECIAL = WHITE | frozenset("\\'\"$`;&|()<>{}")
_AFTER_EQUALS = FIRST | {"("}
_WORDS = frozenset("if then elif else fi while until do done for select case function { } ! [[".split())
_ENDS = frozenset(" \t\n;&|()<>")


class WordReader(ExpansionReader):
    """Reads words, blanks and reserved words."""

    def blanks(self) -> None:
        s, at = self.s, self.i
        while at < self.n:
            if s[at] in " \t":
                at += 1
            elif s.startswith("\\\n", at):
                at += 2
            else:
                break
        self.i = at

    def space(self) -> None:
        """Blanks, newlines and comments."""
        while True:
            self.blanks()
            if self.i < self.n and self.s[self.i] == "\n":
                self.i += 1
            elif self.i < self.n and self.s[self.i] == "#":
                end = self.s.find("\n", self.i)
                self.i = self.n if end < 0 else end
            else:
                return

    def reserved(self, *wanted: str) -> str | None:
        """The reserved word at the position, now behind it; `None`, not moved, if there is none."""
        start = self.i
        end = past(self.s, start, LETTERS)
        if end == start:
            end += 2 if self.s.startswith("[[", start) else 1
        word = self.s[start:end]
        alone = end >= self.n or self.s[end] in _ENDS or self.s.startswith("\\\n", end)
        if not alone or word not in (wanted or _WORDS):
            return None
        self.i = end
        return word

    def word(self, also: set[str] | None = None) -> Word:
        """The word at the position. Marks go to the text, to the word and to `also`."""
        start = self.i
        value: list[str] | None = []
        shape: list[str] = []  # the value with quoted characters masked, for braces
        marks: set[str] = set()
        quoted = False
        s, n = self.s, self.n
        if s.startswith("=", start) and s[start + 1 : start + 2] in _AFTER_EQUALS:
            marks.add(ZSH_EQUALS)
        while self.i < n:
            char = s[self.i]
            piece: str | None
            if char not in _SPECIAL:
                plain = self.i
                self.i = upto(s, plain, _SPECIAL)
                piece = s[plain : self.i]
                shape.append(piece)
            elif char in "{}":
                self.i += 1
                piece = char
                shape.append(char)
            elif char == "'":
                end = s.find("'", self.i + 1)
                if end < 0:
                    raise NotUnderstood("unfinished quote")
                piece = s[self.i + 1 : end]
                self.i = end + 1
                quoted = True
                shape.append("_")
            elif char == '"':
                self.i += 1
                piece = self.double(marks)
                quoted = True
                shape.append("_")
            elif char == "\\":
                piece = self.escape(marks, start)
                quoted = quoted or bool(piece)
                shape.append(piece if piece in "{},." else "_")
            elif char == "$" or char == "`":
                piece = self.dollar(marks, False) if char == "$" else self.backtick(marks)
                shape.append("_")
            elif char in "<>" and s.startswith("(", self.i + 1) and (self.i == start or s[self.i - 1] not in "<>"):
                marks.add(PROCESS)
                self.i += 2
                self.nested("process")
                piece = None
            elif char == "(" and self.i > start and s[self.i - 1] in "@?*+!" and shape and shape[-1][-1:] == s[self.i - 1]:
                marks.add(PATTERN_GROUP)
                self.pattern_group()
                piece = None
            elif char in _ENDS:
                break
            else:  # another kind of white space: the shells do not agree on it
                marks.add(ODD_SPACE)
                self.i += 1
                piece = char
            if piece is None:
                value = None
            elif value is not None:
                value.append(piece)
        if self.i == start:
            raise NotUnderstood(f"unexpected {s[start : start + 1]}")
        form = "".join(shape)
        inside = form[form.find("{") + 1 : form.rfind("}")] if "{" in form else ""
        if "," in inside or ".." in inside:
            marks.add(BRACES)
            value = None
        self.marks |= marks
        if also is not None:
            also |= marks
        return Word(s[start : self.i], None if value is None else "".join(value), start, self.i, quoted, frozenset(marks))
