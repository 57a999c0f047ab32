"""Suppressions: comments with which an author holds findings back, each for its line or for the whole file.

    tools: Read, Frobnicate  # remit: ignore[unknown-tool] comes with the next release
    # remit: ignore-file[missing-name] a template
    <!-- remit: ignore[invisible-character] shows what the agent looks for -->

They change what is told of a file. What remit loads, resolves and enforces stays as it is.
"""

from __future__ import annotations

import re

from .comments import SIGN, comments
from .diagnostic import Diagnostic
from .rules import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .comments import Comment
    from .document import Document

LINE = "ignore"
FILE = "ignore-file"

UNUSED = "unused-suppression"
INVALID = "invalid-suppression"
WITHOUT_REASON = "suppression-without-reason"
OWN = (UNUSED, INVALID, WITHOUT_REASON)
"""The rules about suppressions themselves."""

_WORDS = re.compile(r"[ \t]*([A-Za-z][A-Za-z-]*)[ \t]*")
_NAME = re.compile(r"[^,\s](?:[^,]*[^,\s])?")


class Suppression:
    """One comment that holds findings back: the rules it names with the characters they stand at, the line it is about, `None` for the
    whole file, and its reason. `used` are the rules that had a finding."""

    __slots__ = ("comment", "line", "reason", "rules", "used")

    def __init__(self, comment: Comment, rules: list[tuple[str, int, int]], line: int | None, reason: str) -> None:
        self.comment = comment
        self.rules = rules
        self.line = line
        self.reason = reason
        self.used: set[str] = set()

    def holds(self, finding: Diagnostic) -> bool:
        """Whether it is meant for a finding of this rule at this place."""
        if all(name != finding.rule for name, _, _ in self.rules):
            return False
        if self.line is None:
            return True
        (first, _), (last, column) = finding.span
        if column == 1 and last > first:
            last -= 1  # it ends with the line before
        return first <= self.line <= last


class Suppressions:
    """The suppressions of one file. `mistakes` are findings about comments that mean to be one and are none."""

    __slots__ = ("_document", "all", "mistakes")

    def __init__(self, document: Document) -> None:
        self._document = document
        self.all: list[Suppression] = []
        self.mistakes: list[Diagnostic] = []
        for comment in comments(document):
            self._read(comment)

    @classmethod
    def of(cls, document: Document) -> Suppressions | None:
        """The suppressions of a document, `None` for nearly every one: it has none."""
        return cls(document) if SIGN in document.source.data else None

    def hold(self, finding: Diagnostic) -> bool:
        """Whether a comment holds the finding back; remembers that it was of use."""
        held = False
        for one in self.all:
            if one.holds(finding):
                one.used.add(finding.rule)
                held = True
        return held

    def findings(self, expected: Callable[[str], bool]) -> list[Diagnostic]:
        """What is wrong with the comments themselves, once every finding of the file has been asked about.

        `expected` tells of a rule whether a finding of it would have been seen: a comment for a rule that did not run may well be of use.
        """
        found = [*self.mistakes, *self._unused(expected), *self._without_reason()]
        return [finding for finding in found if not self.hold(finding)]

    def _unused(self, expected: Callable[[str], bool]) -> Iterator[Diagnostic]:
        for one in self.all:
            idle = [rule for rule in one.rules if rule[0] not in one.used and rule[0] not in OWN and expected(rule[0])]
            for name, start, end in idle:
                gone = self._comment(one.comment) if len(idle) == len(one.rules) else self._entry(start, end)
                data: dict[str, object] = {"rule": name, "whole": one.line is None, "gone": gone}
                yield Diagnostic(UNUSED, self._document.source, start, end, data)

    def _comment(self, comment: Comment) -> tuple[int, int]:
        """The characters to take out with a whole comment: its line where it has one, else the blanks before it."""
        text, start, end = self._document.source.text, comment.start, comment.end
        while start > 0 and text[start - 1] in " \t":
            start -= 1
        alone = start == 0 or text[start - 1] in "\r\n"
        if alone and text[end : end + 1] in ("\r", "\n"):
            end += 2 if text.startswith("\r\n", end) else 1
        return start, end

    def _entry(self, start: int, end: int) -> tuple[int, int]:
        """The characters to take out with one name of a list: a comma goes with it."""
        text = self._document.source.text
        after = end
        while text[after] in " \t":
            after += 1
        if text[after] == ",":
            after += 1
            while text[after] in " \t":
                after += 1
            return start, after
        while text[start - 1] in " \t,":
            start -= 1
        return start, end

    def _without_reason(self) -> Iterator[Diagnostic]:
        for one in self.all:
            if not one.reason:
                yield Diagnostic(WITHOUT_REASON, self._document.source, one.comment.start, one.comment.end)

    # Reading a comment

    def _read(self, comment: Comment) -> None:
        words = _WORDS.match(comment.text)
        if words is None:
            return
        word, rest = words[1], comment.text[words.end() :]
        listed = rest.startswith("[")
        if word not in (LINE, FILE):
            from .tools import nearest

            close = nearest(word, (LINE, FILE)) if listed else None
            if close is not None:
                self._wrong(comment, "word", {"word": word, "nearest": close})
            return
        close_at = rest.find("]")
        if not listed:
            self._wrong(comment, "list", {"word": word})
        elif close_at < 0:
            self._wrong(comment, "open", {"word": word})
        else:
            rules = self._rules(comment, rest[1:close_at], comment.text_start + words.end() + 1)
            reason = rest[close_at + 1 :].strip().lstrip("-–—:").strip()
            if rules:
                self.all.append(Suppression(comment, rules, None if word == FILE else comment.line, reason))

    def _rules(self, comment: Comment, text: str, offset: int) -> list[tuple[str, int, int]]:
        """The rules of a list, each with its place; a name that no rule has is told."""
        found = [(match[0], offset + match.start(), offset + match.end()) for match in _NAME.finditer(text)]
        if not found:
            self._wrong(comment, "empty", {})
        for name, start, end in found:
            if name not in names():
                from .tools import Nearest

                data: dict[str, object] = {"kind": "rule", "rule": name, "nearest": Nearest(name, names())}
                self.mistakes.append(Diagnostic(INVALID, self._document.source, start, end, data))
        return [one for one in found if one[0] in names()]

    def _wrong(self, comment: Comment, kind: str, data: dict[str, object]) -> None:
        self.mistakes.append(Diagnostic(INVALID, self._document.source, comment.start, comment.end, {"kind": kind, **data}))
