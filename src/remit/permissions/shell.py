"""A shell command line taken apart into its simple commands, for matching only: nothing is expanded and nothing is run.

`parse` reads the command language of bash as POSIX.1-2024 (Shell & Utilities, chapter 2) and the bash manual describe it: quotes,
escapes, line continuations, operators, substitutions, redirections, here-documents, compound commands. Whatever makes the text mean
more than its words say is recorded as a mark (`SUBST`, `VARIABLE`, ...); a text that is not understood has an `error`. A caller that
grants something has to look at both, a caller that refuses something has to treat an error as "could be anything".

`parse` never raises and takes time in proportion to the text: nesting is cut off at `MAX_DEPTH`, size at `MAX_LENGTH`.
"""

from __future__ import annotations

from .compounds import CompoundReader
from .expansions import MAX_DEPTH
from .marks import (
    ARITH,
    CASE,
    CONTROL,
    FOR,
    FUNCTION,
    GROUP,
    ODD_SPACE,
    SELECT,
    SUBSHELL,
    TEST,
)
from .words import Command, NotUnderstood

MAX_LENGTH = 200_000
LONGEST = 10_000
"""The client does not look into longer lines, and remit grants nothing for them."""

_CONTROL = frozenset(map(chr, [*range(9), *range(11, 32), 127]))
_ODD_SPACE = frozenset(
    map(
        chr,
        [0x85, 0xA0, 0x1680, 0x180E, *range(0x2000, 0x2010), *range(0x2028, 0x2030), *range(0x205F, 0x2070), 0x3000, 0xFEFF],
    )
)
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
    if not _CONTROL.isdisjoint(text):
        script.marks.add(CONTROL)
    if not text.isascii() and not _ODD_SPACE.isdisjoint(text):
        script.marks.add(ODD_SPACE)
    try:
        _Reader(text, script, 0).read("", "")
    except NotUnderstood as stop:
        script.error = stop.reason
    except RecursionError:  # the caller was deep in the stack already
        script.error = "too deep"
    return script


class _Reader(CompoundReader):
    """Reads one level of a text: the whole of it, or the inside of one substitution."""

    def __init__(self, text: str, script: Script, depth: int) -> None:
        super().__init__(text, script, depth)

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
            operator = self.operator_here()
            if operator is not None:
                have, must = self.operator(operator, have, must, "case" in blocks)
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
