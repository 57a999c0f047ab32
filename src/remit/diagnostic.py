"""One thing worth telling about a file: which rule, where, with which particulars.

A diagnostic is cheap to make and is worded late. The reader that notices something knows the place and the particulars; the words
live in the rule's own file (`remit.rules`) and are loaded when somebody reads them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import EllipsisType

    from .rules import Rule
    from .source import Source

ERROR = "error"
WARNING = "warning"
INFO = "info"
SEVERITIES = (ERROR, WARNING, INFO)


class Edit:
    """Characters `start` to `end` of the file become `text`."""

    __slots__ = ("end", "start", "text")

    def __init__(self, start: int, end: int, text: str) -> None:
        self.start = start
        self.end = end
        self.text = text


class Fix:
    """A proposal: its title, whether it is `"safe"` or `"unsafe"`, and its edits.

    A safe fix makes the agent what its author plainly meant and takes nothing away; an unsafe one guesses, or takes something away.
    `widens` says that the agent would get a tool which it asks for and has not now: only a person can want that.
    """

    __slots__ = ("edits", "safety", "title", "widens")

    def __init__(self, title: str, edits: list[Edit], safety: str = "safe", widens: bool = False) -> None:
        self.title = title
        self.edits = edits
        self.safety = safety
        self.widens = widens


class Label:
    """Another place that belongs to the finding, with a few words about it."""

    __slots__ = ("end", "message", "source", "start")

    def __init__(self, message: str, source: Source, start: int, end: int) -> None:
        self.message = message
        self.source = source
        self.start = start
        self.end = end


class Diagnostic:
    """A finding of the rule `rule` at characters `start` to `end` of `source`.

    `data` holds the particulars that the rule's wording uses. `severity` is the rule's own unless the place gives it another.
    `refuses` is true where remit will not load the definition because of it: what the file asks for cannot be told for certain.
    """

    # Defaults stand in the class: a large tree has many findings, and few of them have more than a place and particulars.
    _severity: str | None = None
    refuses: bool = False
    related: list[Label] | tuple[()] = ()
    _fix: Fix | EllipsisType | None = ...

    def __init__(
        self,
        rule: str,
        source: Source,
        start: int,
        end: int,
        data: dict[str, object] | None = None,
        severity: str | None = None,
        refuses: bool = False,
    ) -> None:
        self.rule = rule
        self.source = source
        self.start = start
        self.end = end
        self.data = data or {}
        if severity is not None:
            self._severity = severity
        if refuses:
            self.refuses = True

    def moved(self, source: Source, by: int) -> Diagnostic:
        """The same finding about another text, `by` characters further on."""
        finding = Diagnostic(self.rule, source, self.start + by, self.end + by, self.data, self._severity, self.refuses)
        for label in self.related:
            own = label.source is self.source
            place = (source, label.start + by, label.end + by) if own else (label.source, label.start, label.end)
            finding.relate(label.message, *place)
        return finding

    def relate(self, message: str, source: Source, start: int, end: int) -> None:
        """Adds another place that belongs to the finding."""
        self.related = [*self.related, Label(message, source, start, end)]

    def _definition(self) -> Rule:
        found = _RULES.get(self.rule)
        if found is None:
            from .rules import rule

            found = _RULES[self.rule] = rule(self.rule)
        return found

    @property
    def severity(self) -> str:
        return self._severity or self._definition().severity

    @property
    def message(self) -> str:
        """What is wrong and what it does at run time, one phrase. It never repeats a credential of the file."""
        from .credentials import hidden

        return hidden(self._definition().message(self.data), self.source, self.start, self.end)

    @property
    def help(self) -> str | None:
        """What to do about it, or `None` where the message says all."""
        from .credentials import hidden

        words = self._definition().help(self.data)
        return None if words is None else hidden(words, self.source, self.start, self.end)

    @property
    def fix(self) -> Fix | None:
        """What would mend it, as the rule proposes; whoever applies it proves it first. A report asks for it more than once."""
        if self._fix is ...:
            self._fix = self._definition().fix(self)
        return self._fix

    @property
    def shown_fix(self) -> Fix | None:
        """The fix as a report may tell it: none where its text would repeat a credential of the file."""
        from .credentials import discloses

        fix = None if self.secret else self.fix
        return None if fix is None or any(discloses(edit.text) for edit in fix.edits) else fix

    @property
    def secret(self) -> bool:
        """Whether the place holds something that no report may show."""
        return self._definition().secret

    @property
    def path(self) -> str | None:
        return self.source.path

    @property
    def span(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Start and exclusive end, each as line and column from 1."""
        return self.source.position(self.start), self.source.position(self.end)

    def __repr__(self) -> str:
        return f"Diagnostic({self.rule!r}, {self.source.path!r}, {self.start}, {self.end}, {self.data!r})"


_RULES: dict[str, Rule] = {}
"""The rules whose findings were read; asked for several times for each finding."""
