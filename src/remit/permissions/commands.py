"""How one simple command is read: assignments, words, redirections, and the here-documents they announce."""

from __future__ import annotations

from .marks import ARRAY, FUNCTION, HEREDOC, LATE_WORD, REDIRECT
from .reader import WordReader
from .scan import DIGITS, WHITE, past, past_name, upto
from .words import Command, NotUnderstood, Redirect, Word

# What may not stand in an index, besides its end.
_NO_INDEX = WHITE | frozenset("];&|<>()$`'\"\\")
# Operators before those that they begin with.
_REDIRECTIONS = ("<<<", "<<-", "<<", "<>", "<&", ">&", ">>", ">|", "<", ">")

_BEGINS = DIGITS | frozenset("{<>&")


def past_assignment(text: str, at: int) -> int:
    """Where `name=`, `name+=` or `name[index]=` at a place ends; `at` itself where none stands there."""
    end = past_name(text, at)
    if end == at:
        return at
    if text.startswith("[", end):
        end = upto(text, end + 1, _NO_INDEX)
        if not text.startswith("]", end):
            return at
        end += 1
    if text.startswith("+=", end):
        return end + 2
    return end + 1 if text.startswith("=", end) else at


def redirection(text: str, at: int) -> tuple[str, str] | None:
    """The descriptor and the operator of the redirection at a place, as written; `None` where none stands there."""
    if text[at : at + 1] not in _BEGINS:
        return None
    if text.startswith("&", at):
        return ("", "&>>") if text.startswith("&>>", at) else ("", "&>") if text.startswith("&>", at) else None
    end = at
    if text.startswith("{", at):
        end = past_name(text, at + 1)
        if end == at + 1 or not text.startswith("}", end):
            return None
        end += 1
    else:
        end = past(text, at, DIGITS)
    for operator in _REDIRECTIONS:
        if text.startswith(operator, end):
            # `<(` and `>(` are substitutions.
            return None if len(operator) == 1 and text.startswith("(", end + 1) else (text[at:end], operator)
    return None


class CommandReader(WordReader):
    """Reads simple commands with their assignments, redirections and here-documents into `commands`."""

    def __init__(self, text: str, marks: set[str], depth: int, commands: list[Command]) -> None:
        super().__init__(text, marks, depth)
        self.commands = commands
        self.pending: list[tuple[str, bool, bool]] = []  # here-documents whose text starts after this line
        self.pipeline: list[Command] = []

    def simple(self, via: str) -> tuple[bool, bool]:
        command = Command(via, self.i)
        while True:
            self.blanks()
            if self.i >= self.n:
                break
            char = self.s[self.i]
            if char == "#" or char == ")":
                break
            if self.redirect(command):
                continue
            if char in ";&|\n":
                break
            if char == "(":
                if len(command.words) == 1 and not command.assigns and not command.redirects:
                    self.brackets()
                    self.marks.add(FUNCTION)
                    return False, True
                raise NotUnderstood("unexpected (")
            self.part(command)
        command.finish(self.s, self.i)
        self.commands.append(command)
        self.pipeline.append(command)
        return True, False

    def part(self, command: Command) -> None:
        """One assignment or word of a simple command."""
        if not command.words:
            start, end = self.i, past_assignment(self.s, self.i)
            if end > start:
                self.i = end
                if "[" in self.s[start:end]:
                    self.marks.add(ARRAY)
                    command.marks.add(ARRAY)
                if self.s.startswith("(", self.i):
                    self.marks.add(ARRAY)
                    command.marks.add(ARRAY)
                    self.array()
                    command.assigns.append(Word(self.s[start : self.i], None, start, self.i))
                    return
                blank = self.i >= self.n or self.s[self.i] in " \t\n;&|()<>"
                value = Word("", "", self.i, self.i) if blank else self.word(command.marks)
                whole = None if value.value is None else self.s[start:end] + value.value
                command.assigns.append(Word(self.s[start : self.i], whole, start, self.i, value.quoted, value.marks))
                return
        word = self.word(command.marks)
        self.behind_redirection(command)
        command.words.append(word)

    def behind_redirection(self, command: Command) -> None:
        """A word, or a here-string, that stands behind a redirection which is no here-string."""
        if any(one.operator != "<<<" for one in command.redirects):
            self.marks.add(LATE_WORD)
            command.marks.add(LATE_WORD)

    def array(self) -> None:
        self.i += 1
        while True:
            self.space()
            if self.i >= self.n:
                raise NotUnderstood("unfinished array")
            if self.s[self.i] == ")":
                self.i += 1
                return
            if self.s[self.i] in ";&|<>(":
                raise NotUnderstood("operator in array")
            self.word()

    def brackets(self) -> None:
        """The `()` of a function definition."""
        self.i += 1
        self.blanks()
        if not self.s.startswith(")", self.i):
            raise NotUnderstood("unexpected (")
        self.i += 1

    def redirect(self, command: Command) -> bool:
        found = redirection(self.s, self.i)
        if found is None:
            return False
        start = self.i
        descriptor, operator = found
        self.i += len(descriptor) + len(operator)
        self.blanks()
        if self.i >= self.n or self.s[self.i] in "\n;&|()":
            raise NotUnderstood("redirection without a target")
        target = self.word(command.marks)
        if operator in ("<<", "<<-"):
            if not target.quoted:
                self.marks.add(HEREDOC)
                command.marks.add(HEREDOC)
            if target.value is None:
                raise NotUnderstood("here-document without an end")
            self.pending.append((target.value, operator == "<<-", target.quoted))
        elif operator == "<>":
            self.marks.add(REDIRECT)
        elif operator == "<<<":
            self.behind_redirection(command)
        command.redirects.append(Redirect(descriptor, operator, target, start, self.i))
        return True

    def here_documents(self) -> None:
        """The texts announced on the line that has just ended."""
        pending, self.pending = self.pending, []
        for end, tabs, quoted in pending:
            while True:
                if self.i >= self.n:
                    # The shell takes the end of the text for the end of the document; a line that never comes is not relied on.
                    raise NotUnderstood("unfinished here-document")
                stop = self.s.find("\n", self.i)
                stop = self.n if stop < 0 else stop
                line = self.s[self.i : stop]
                if (line.lstrip("\t") if tabs else line) == end:
                    self.i = min(stop + 1, self.n)
                    break
                if not quoted:
                    self.expand_line(stop)
                self.i = max(self.i, min(stop + 1, self.n))
