"""A shell command line taken apart into its simple commands, for matching only: nothing is expanded and nothing is run.

`parse` reads the command language of bash as POSIX.1-2024 (Shell & Utilities, chapter 2) and the bash manual describe it: quotes,
escapes, line continuations, operators, substitutions, redirections, here-documents, compound commands. Whatever makes the text mean
more than its words say is recorded as a mark (`SUBST`, `VARIABLE`, ...); a text that is not understood has an `error`. A caller that
grants something has to look at both, a caller that refuses something has to treat an error as "could be anything".

`parse` never raises and takes time in proportion to the text: nesting is cut off at `MAX_DEPTH`, size at `MAX_LENGTH`.
"""

from __future__ import annotations

import re

from .commands import REDIRECTION, CommandReader
from .expansions import MAX_DEPTH
from .marks import (
    ARITH,
    BACKGROUND,
    CASE,
    CONTROL,
    FOR,
    FUNCTION,
    GROUP,
    ODD_SEPARATOR,
    ODD_SPACE,
    SELECT,
    SUBSHELL,
    SUBST,
    TEST,
    VARIABLE,
)
from .words import Command, NotUnderstood

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LENGTH = 200_000

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ODD_SPACE = re.compile("[\x85\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]")
_OPERATOR = re.compile(r";;&|;;|;&|&&|\|\||\|&|[;&|\n]")
# Words after which another command follows, and the blocks they open, continue or close.
_OPENERS = {"if": "if", "while": "loop", "until": "loop"}
_MIDDLES = {"then": "if", "elif": "if", "else": "if", "do": "loop"}
_CLOSERS = {"fi": "if", "done": "loop", "}": "{"}


class Script:
    """What a text was read as. `commands` has every simple command found, also those inside substitutions (`Command.via`), in the
    order in which they end. `marks` says what else is in it, `error` why the rest could not be read (`None` when all was)."""

    __slots__ = ("commands", "error", "marks", "pipelines", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.commands: list[Command] = []
        self.pipelines: list[list[Command]] = []
        self.marks: set[str] = set()
        self.error: str | None = None

    @property
    def opaque(self) -> bool:
        """Not understood as a whole: nothing may be granted for it."""
        return self.error is not None or CONTROL in self.marks

    def __repr__(self) -> str:
        return f"Script({[c.text for c in self.commands]!r}, {sorted(self.marks)!r}, {self.error!r})"


def parse(text: str) -> Script:
    """The simple commands of a command line, and everything about it that goes beyond them."""
    script = Script(text)
    if len(text) > MAX_LENGTH:
        script.error = "too long"
        return script
    if _CONTROL.search(text):
        script.marks.add(CONTROL)
    if _ODD_SPACE.search(text):
        script.marks.add(ODD_SPACE)
    try:
        _Reader(text, script, 0).read("", "")
    except NotUnderstood as stop:
        script.error = stop.reason
    except RecursionError:  # the caller was deep in the stack already
        script.error = "too deep"
    return script


_ROUGH = re.compile(r"[;&|\n()`{}]|\$\(|<\(|>\(")
_ROUGHER = re.compile(r"[;&|!\n()`{}'\"\\]|\$\(|<\(|>\(")


def fragments(text: str, quotes: bool = False) -> Iterator[str]:
    """The text cut at every character that could start another command, without regard to quotes (`quotes`: at these as well).
    Far more than the shell would run: for refusing where the text itself was not understood."""
    for part in (_ROUGHER if quotes else _ROUGH).split(text):
        stripped = part.strip()
        if stripped:
            yield stripped


class _Reader(CommandReader):
    """Reads one level of a text: the whole of it, or the inside of one substitution."""

    def __init__(self, text: str, script: Script, depth: int) -> None:
        super().__init__(text, script.marks, depth, script.commands)
        self.script = script

    # -- substitutions, called by the word reader ---------------------------------------------------------------------------------

    def nested(self, via: str) -> None:
        """Reads the inside of `$(`, `<(` or `>(` up to its bracket; the position is behind the opening one."""
        if self.depth >= MAX_DEPTH:
            raise NotUnderstood("too deep")
        start = self.i
        pipeline, self.pipeline = self.pipeline, []
        pending, self.pending = self.pending, []
        self.depth += 1
        self.read(")", via)
        self.depth -= 1
        if self.pending or (pending and "\n" in self.s[start : self.i]):
            # Whether the text of the here-document starts inside or behind the brackets depends on the shell.
            raise NotUnderstood("here-document across a substitution")
        self.pipeline, self.pending = pipeline, pending

    def backticks(self, inside: str) -> None:
        """Reads the inside of backticks, its own escapes already removed."""
        if self.depth >= MAX_DEPTH:
            raise NotUnderstood("too deep")
        _Reader(inside, self.script, self.depth + 1).read("", "subst")

    # -- lists --------------------------------------------------------------------------------------------------------------------

    def read(self, closer: str, via: str) -> None:
        """Commands and operators until `closer` (behind which the position then is) or the end of the text."""
        blocks: list[str] = []
        have = False  # is there a command for the next operator to end?
        must = False  # has an operator been read that needs another command?
        while True:
            self.blanks()
            if self.i >= self.n:
                if closer or blocks or must:
                    raise NotUnderstood("unfinished")
                self.end_pipeline()
                self.here_documents()
                return
            char = self.s[self.i]
            if char == "#":
                self.comment()
                continue
            if char == ")" and (not blocks or blocks[-1] != "("):
                if closer != ")" or blocks or must:
                    raise NotUnderstood("unexpected )")
                self.i += 1
                self.end_pipeline()
                return
            redirect = REDIRECTION.match(self.s, self.i)
            operator = None if redirect else _OPERATOR.match(self.s, self.i)
            if operator is not None:
                have, must = self.operator(operator.group(), have, must, "case" in blocks)
                continue
            if char == ")":
                if must:
                    raise NotUnderstood("unexpected )")
                blocks.pop()
                self.i += 1
                have = True
                self.trailing_redirects()
                continue
            if have:
                raise NotUnderstood("unexpected word")
            if char == "(":
                if self.s.startswith("((", self.i):
                    self.marks.add(ARITH)
                    self.arithmetic(self.i + 2)
                    have = True
                else:
                    self.marks.add(SUBSHELL)
                    blocks.append("(")
                    self.i += 1
                must = False
                continue
            have, must = self.element(blocks, via)

    def element(self, blocks: list[str], via: str) -> tuple[bool, bool]:
        """One reserved word, or one simple command."""
        start = self.i
        word = self.reserved()
        if word == "!":
            return False, True
        if word in _OPENERS:
            blocks.append(_OPENERS[word])
            return False, True
        if word in _MIDDLES:
            if not blocks or blocks[-1] != _MIDDLES[word]:
                raise NotUnderstood(f"unexpected {word}")
            return False, True
        if word in _CLOSERS:
            if not blocks or blocks[-1] != _CLOSERS[word]:
                raise NotUnderstood(f"unexpected {word}")
            blocks.pop()
            self.trailing_redirects()
            return True, False
        if word == "{":
            self.marks.add(GROUP)
            blocks.append("{")
            return False, True
        if word in ("for", "select"):
            self.marks.add(FOR if word == "for" else SELECT)
            blocks.append("loop")
            self.loop_head()
            return False, True
        if word == "case":
            self.marks.add(CASE)
            self.case_statement(via)
            self.trailing_redirects()
            return True, False
        if word == "[[":
            self.marks.add(TEST)
            self.conditional()
            return True, False
        if word == "function":
            self.marks.add(FUNCTION)
            self.blanks()
            self.word()
            self.blanks()
            if self.s.startswith("(", self.i):
                self.brackets()
            return False, True
        self.i = start
        return self.simple(via)

    def operator(self, text: str, have: bool, must: bool, cases: bool) -> tuple[bool, bool]:
        """One operator; what it ends and what it demands."""
        self.i += len(text)
        if text == "\n":
            self.end_pipeline()
            self.here_documents()
            return False, must
        if not have:
            raise NotUnderstood(f"unexpected {text}")
        if text == "&":
            self.marks.add(BACKGROUND)
        if text.startswith(";") and len(text) > 1 and not cases:
            self.marks.add(ODD_SEPARATOR)
        if text not in ("|", "|&"):
            self.end_pipeline()
        return False, text in ("&&", "||", "|", "|&")

    def end_pipeline(self) -> None:
        if self.pipeline:
            self.script.pipelines.append(self.pipeline)
            self.pipeline = []

    def comment(self) -> None:
        end = self.s.find("\n", self.i)
        self.i = self.n if end < 0 else end

    def trailing_redirects(self) -> None:
        """Redirections behind a compound command; they belong to a command without words."""
        held = Command("", self.i)
        while True:
            self.blanks()
            if not self.redirect(held):
                break
        if held.redirects:
            held.finish(self.s, self.i)
            self.commands.append(held)

    # -- compound commands ----------------------------------------------------------------------------------------------------------

    def loop_head(self) -> None:
        """Between `for` and `do`: a name and words, or an arithmetic header."""
        self.blanks()
        if self.s.startswith("((", self.i):
            self.marks.add(ARITH)
            self.arithmetic(self.i + 2)
        else:
            self.word()
            self.space()
            if self.reserved("in") == "in":
                while True:
                    self.blanks()
                    if self.i >= self.n or self.s[self.i] in ";\n":
                        break
                    self.word()
        self.space()
        if self.i < self.n and self.s[self.i] == ";":
            self.i += 1
            self.space()
        if self.reserved("do", "{") is None:
            raise NotUnderstood("loop without do")

    def case_statement(self, via: str) -> None:
        """A whole `case`, its branches read as lists."""
        if self.depth >= MAX_DEPTH:
            raise NotUnderstood("too deep")
        self.depth += 1
        self.space()
        self.word()
        self.space()
        if self.reserved("in") is None:
            raise NotUnderstood("case without in")
        while True:
            self.space()
            if self.reserved("esac") is not None:
                break
            if self.s.startswith("(", self.i):
                self.i += 1
            while True:
                self.blanks()
                self.word()
                self.blanks()
                if self.s.startswith("|", self.i):
                    self.i += 1
                    continue
                break
            if not self.s.startswith(")", self.i):
                raise NotUnderstood("case without )")
            self.i += 1
            if self.branch(via):
                break
        self.depth -= 1

    def branch(self, via: str) -> bool:
        """The commands of one branch; true when `esac` ended it."""
        blocks: list[str] = []
        have = must = False
        while True:
            self.blanks()
            if self.i >= self.n:
                raise NotUnderstood("unfinished case")
            char = self.s[self.i]
            if char == "#":
                self.comment()
                continue
            redirect = REDIRECTION.match(self.s, self.i)
            operator = None if redirect else _OPERATOR.match(self.s, self.i)
            if operator is not None:
                text = operator.group()
                if text[:2] in (";;", ";&") and not blocks:
                    self.i += len(text)
                    self.end_pipeline()
                    return False
                have, must = self.operator(text, have, must, True)
                continue
            if not blocks and not have and self.reserved("esac") is not None:
                self.end_pipeline()
                return True
            if char in "()" or have:
                # A bracket inside a branch is rare enough to be left to the caller as not understood.
                raise NotUnderstood("bracket in case")
            have, must = self.element(blocks, via)

    def conditional(self) -> None:
        """The inside of `[[ ... ]]`: words and operators up to the closing pair."""
        while True:
            self.space()
            if self.i >= self.n:
                raise NotUnderstood("unfinished [[")
            if self.s.startswith("]]", self.i):
                self.i += 2
                return
            if self.s[self.i] in "()<>&|;":
                self.i += 1
                continue
            found: set[str] = set()
            self.word(found)
            if SUBST in found:
                self.marks.add(VARIABLE)
