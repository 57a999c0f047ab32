"""A reading: what one host makes of one file."""

from __future__ import annotations

from ...diagnostic import Diagnostic
from ...document import Document
from .surroundings import PROJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import EllipsisType

    from ...behind import Behind
    from ...definition import Definition
    from ...source import Source
    from .fields import Version
    from .host import Host


class Reading:
    """What one host makes of one file.

    `loaded` says whether the host has the agent; if not, `why` is one phrase. `silent` marks files the host passes over as no
    definition at all (notes beside agents). `name` is the agent's identity for the host. `definition` is the author's meaning as remit
    holds it, `None` where it cannot be told for certain (a finding then `refuses`).
    """

    # Defaults stand in the class: a large catalog holds one reading for each file, and most have nothing to say.
    name: str | None = None
    stem: str | None = None
    loaded: bool = False
    silent: bool = False
    why: str | None = None
    definition: Definition | None = None
    findings: list[Diagnostic] | tuple[()] = ()
    view: object = None
    scope: str = PROJECT

    _document: Document | None = None
    _behind: Reading | EllipsisType | None = ...
    _rest: Behind | None = None

    def __init__(self, host: Host, version: Version, document: Document | Source, scope: str = PROJECT) -> None:
        self.host = host
        self.version = version
        if document.__class__ is Document:
            self._document = document
            self.source = document.source
        else:
            self.source = document  # type: ignore[assignment]
        if scope != PROJECT:
            self.scope = scope

    @property
    def document(self) -> Document:
        """The document that was read; made when it is asked for, where the host knew enough at a glance."""
        if self._document is None:
            self._document = Document(self.source)
        return self._document

    @property
    def path(self) -> str | None:
        return self.source.path

    def forget(self) -> None:
        """Lets go of all that can be read again from the file."""
        if self._document is not None:
            self._document.forget()
        self.source.release()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Syntax findings and the host's, in the order of the file."""
        found = [*(self._document.diagnostics if self._document is not None else ()), *self.findings]
        if self.definition is None and self._document is not None:
            if self._document.unread:
                # What stands in a part that cannot be read is not missing.
                hidden = self._document.may_hold
                found = [
                    one for one in found if not (one.rule.startswith(_MISSING) and hidden(one.rule.removeprefix(_MISSING)))
                ]
            if self.behind is not None:
                found += self.further(self.behind.diagnostics, found)
        found.sort(key=_place)
        return found

    @property
    def behind(self) -> Reading | None:
        """What the host makes of the file without its syntax faults; `None` where there are none, or nothing is left. Nobody loads that: it
        is asked what else is wrong."""
        if self._behind is ...:
            self._behind = None
            if self.definition is None:
                from ...behind import behind

                rest = behind(self.document)
                if rest is not None:
                    found = self.host.read(rest.source, self.version, self.scope, stem=self.stem)
                    found._behind = None
                    self._behind, self._rest = found, rest
        return self._behind

    def further(self, findings: Iterable[Diagnostic], told: Iterable[Diagnostic] = ()) -> list[Diagnostic]:
        """Findings about the text behind the faults, each at its place in the file, without those about a file as a whole, about what was
        taken out, and about what is `told` already."""
        rest = self._rest
        if self.behind is None or rest is None:
            return []
        seen = {(finding.rule, finding.span[0][0]) for finding in told}
        moved = []
        for finding in findings:
            if finding.rule in _OF_THE_WHOLE or (finding.rule.startswith(_MISSING) and rest.lacks(finding.rule)):
                continue
            one = finding.moved(self.source, rest.shift) if finding.source is rest.source else finding
            if (one.rule, one.span[0][0]) not in seen:
                moved.append(one)
        return moved

    @property
    def refused(self) -> bool:
        """Whether remit will not load this file, whatever the host does."""
        return self.definition is None

    def subject(self) -> Definition:
        """The definition to resolve: the author's, or where remit refuses the file a nameplate whose lists are the host's alone."""
        if self.definition is not None:
            return self.definition
        from ...definition import Definition

        return Definition(
            self.name or self.stem or "",
            host=self.host.name,
            host_version=self.version.text,
            path=self.path,
            tools=(),
            reading=self,
        )

    def report(
        self,
        rule: str,
        start: int,
        end: int,
        data: dict[str, object] | None = None,
        severity: str | None = None,
        refuses: bool = False,
    ) -> Diagnostic:
        """Adds a finding at characters `start` to `end`."""
        finding = Diagnostic(rule, self.source, start, end, data, severity, refuses)
        if not self.findings:
            self.findings = []
        self.findings.append(finding)
        return finding

    def prompt(self) -> str:
        """The system prompt: the body, trimmed."""
        return self.document.body.strip()


def _place(finding: Diagnostic) -> int:
    return finding.start


_MISSING = "missing-"
_OF_THE_WHOLE = frozenset(
    ("dropped", "not-started", "empty-prompt", "no-front-matter", "unclosed-front-matter", "front-matter-cut", "garbled-field")
)
"""Findings about a file as a whole: without its faults it is another file."""
