"""How operators and compound commands are read: loops, `case`, `[[ ... ]]`, and what stands between commands.

`remit.permissions.shell` reads lists from them.
"""

from __future__ import annotations

from .commands import CommandReader, redirection
from .expansions import MAX_DEPTH
from .marks import ARITH, BACKGROUND, ODD_SEPARATOR, SUBST, VARIABLE
from .words import NotUnderstood

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shell import Script

# Longer ones before those that they begin with.
_OPERATORS = (";;&", ";;", ";&", "&&", "||", "|&", ";", "&", "|", "\n")


class CompoundReader(CommandReader):
    """Reads operators and compound commands. Subclasses read the elements of a list."""

    def __init__(self, text: str, script: Script, depth: int) -> None:
        super().__init__(text, script.marks, depth, script.commands)
        self.script = script

    def element(self, blocks: list[str], via: str) -> tuple[bool, bool]:
        raise NotImplementedError

    def operator_here(self) -> str | None:
        """The operator at the position, which a redirection is not."""
        char = self.s[self.i]
        if char not in ";&|\n" or (char == "&" and redirection(self.s, self.i) is not None):
            return None
        return next((one for one in _OPERATORS if self.s.startswith(one, self.i)), None)

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
            operator = self.operator_here()
            if operator is not None:
                if operator[:2] in (";;", ";&") and not blocks:
                    self.i += len(operator)
                    self.end_pipeline()
                    return False
                have, must = self.operator(operator, have, must, True)
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
