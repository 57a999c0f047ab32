"""What each host makes of a file in its session: the two sides of a proof are looked at in the same way."""

from __future__ import annotations

import os

from ..diagnostic import ERROR, SEVERITIES
from ..hosts.base import SESSION
from ..resolving import Remit
from ..session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..catalog import Entry
    from ..checking import Bench
    from ..diagnostic import Diagnostic
    from ..examining import Examiner
    from ..hosts.base import Host, Reading, Version
    from ..inventory import Inventory
    from ..source import Source


class View:
    """One host's view of one file: how it is read and in which session it is resolved."""

    __slots__ = ("host", "resolves", "scope", "session", "stem", "version")

    def __init__(
        self, host: Host, version: Version, scope: str, stem: str | None, session: Session, resolves: bool = True
    ) -> None:
        self.host = host
        self.version = version
        self.scope = scope
        self.stem = stem
        self.session = session
        self.resolves = resolves
        """Whether the check resolves the file: a definition that another one shadows is only read."""

    def see(self, source: Source) -> list[State]:
        """What the host makes of a text in place of the file's: a state for each definition in it."""
        return [State(self, reading) for reading in self.host.entries(source, self.version, self.scope, self.stem)]


class State:
    """A definition as one host has it, with its remit."""

    __slots__ = ("_remit", "reading", "view")

    def __init__(self, view: View, reading: Reading) -> None:
        self.view = view
        self.reading = reading
        self._remit: Remit | None = None

    @property
    def remit(self) -> Remit:
        """The remit of the author's definition, or of what the host alone has where remit refuses the file."""
        if self._remit is None:
            definition = self.reading.subject()
            self._remit = Remit(definition, self.view.host.resolve(definition, self.view.session))
        return self._remit

    @property
    def refused(self) -> bool:
        return self.reading.definition is None

    def findings(self, examiner: Examiner | None) -> list[Diagnostic]:
        """What a check of this file tells, in this view; without an examiner what reading and resolving tell."""
        found = list(self.reading.diagnostics)
        if self.view.resolves and not self.refused:
            if examiner is None:
                found += self.remit.diagnostics
            else:
                from ..checking import examined

                found += examined(self.reading, self.view.session, examiner)
        elif examiner is not None and self.view.resolves:
            found += examiner.document(self.reading.document)
        return found

    def errors(self) -> list[str]:
        """The rules of the errors, each as often as it was found."""
        return [finding.rule for finding in self.findings(None) if finding.severity == ERROR]

    def weight(self) -> tuple[int, ...]:
        """How much is wrong: the number of errors, then of warnings, then of infos."""
        found = [finding.severity for finding in self.findings(None)]
        return tuple(found.count(severity) for severity in SEVERITIES)

    def refusals(self) -> list[str]:
        """The rules of the findings for which remit does not load the file."""
        return [finding.rule for finding in self.reading.diagnostics if finding.refuses]


def views_of(bench: Bench, path: str, entries: list[Entry] | None = None) -> list[View]:
    """The views of a file of a catalog: that of each host that reads it there. `entries` are the file's, where somebody has them at hand."""
    from ..catalog import stem_of
    from ..loose import SHADOWED, SKIPPED

    found: list[View] = []
    seen: set[tuple[str, str]] = set()
    own = bench.catalog if entries is None else entries
    read = [entry for entry in own if entry.path == path and entry.reading is not None]
    for entry in read:
        key = (entry.host.name, entry.place.path)
        # What stands on a command line is no definition that a host reads from the disk.
        if key in seen or entry.scope == SESSION or (entry.status == SKIPPED and len(read) > 1):
            continue
        seen.add(key)
        stem = stem_of(entry.place, path)
        found.append(
            View(entry.host, entry.version, entry.scope, stem, bench.session(entry), resolves=entry.status != SHADOWED)
        )
    return found


def view_alone(source: Source, host: str | None, inventory: Inventory | None = None, mode: str = "foreground") -> View:
    """The view of a file that is looked at alone."""
    from ..api import reading_of

    reading = reading_of(source, host)
    stem = os.path.splitext(os.path.basename(source.path))[0] if source.path else None
    session = Session(reading.host, reading.version, inventory=inventory, mode=mode)
    return View(reading.host, reading.version, reading.scope, stem, session)
