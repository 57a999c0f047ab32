"""How one word of a shell command line is read, and what lies between words.

`remit.permissions.commands` reads simple commands from words, `remit.permissions.shell` lists from commands.
"""

from __future__ import annotations

import re

from .expansions import ExpansionReader
from .marks import BRACES, ODD_SPACE, PATTERN_GROUP, PROCESS, ZSH_EQUALS
from .words import NotUnderstood, Word

_PLAIN = re.compile(r"[^\s\\'\"$`;&|()<>{}]+")
_BLANKS = re.compile(r"(?:[ \t]|\\\n)*")
_EQUALS_WORD = re.compile(r"=[A-Za-z_(]")
_RESERVED = re.compile(r"(?:[a-z]+|\{|\}|!|\[\[)(?=[ \t\n;&|()<>]|\\\n|$)")
_WORDS = frozenset(
    {
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "while",
        "until",
        "do",
        "done",
        "for",
        "select",
        "case",
        "function",
        "{",
        "}",
        "!",
        "[[",
    }
)
_ENDS = frozenset(" \t\n;&|()<>")


class WordReader(ExpansionReader):
    """Reads words, blanks and reserved words."""

    def blanks(self) -> None:
        found = _BLANKS.match(self.s, self.i)
        if found is not None:
            self.i = found.end()

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
        found = _RESERVED.match(self.s, self.i)
        if found is None or found.group() not in (wanted or _WORDS):
            if "esac" in wanted and found is not None and found.group() == "esac":
                self.i = found.end()
                return "esac"
            return None
        self.i = found.end()
        return found.group()

    def word(self, also: set[str] | None = None) -> Word:
        """The word at the position. Marks go to the text, to the word and to `also`."""
        start = self.i
        value: list[str] | None = []
        shape: list[str] = []  # the value with quoted characters masked, for braces
        marks: set[str] = set()
        quoted = False
        s, n = self.s, self.n
        if _EQUALS_WORD.match(s, start):
            marks.add(ZSH_EQUALS)
        while self.i < n:
            char = s[self.i]
            plain = _PLAIN.match(s, self.i)
            if plain is not None:
                self.i = plain.end()
                piece: str | None = plain.group()
                shape.append(plain.group())
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
