"""A bench: where the entries of one catalog are checked, each in its host's session."""

from __future__ import annotations

from ..catalog import Catalog, Entry
from ..diagnostic import INFO, Diagnostic
from ..hosts.base import LOOSE
from ..inventory import Inventory
from ..loose import SHADOWED, SKIPPED
from ..session import Session
from ..sieve import Sieve
from .agents import examined

TYPE_CHECKING = False
if TYPE_CHECKING:
    Told = dict[tuple[str, str, int, int], Entry]
    """The places of a check that a rule has spoken of, with the entry that it first was about."""


class Bench:
    """Where the entries of one catalog are checked, each in its host's session.

    Sessions are made when they are first needed and stay, with all that they remember, until `forget` says that a file has changed.
    """

    __slots__ = ("_together", "catalog", "sieve")

    def __init__(self, catalog: Catalog, sieve: Sieve, inventory: Inventory | None = None, mode: str = "foreground") -> None:
        self.catalog = catalog
        self.sieve = sieve
        catalog.inventory, catalog.mode = inventory, mode
        catalog.sessions.clear()
        self._together: dict[str, list[Diagnostic]] | None = None

    def session(self, entry: Entry) -> Session:
        """The session that an entry is resolved in."""
        return self.catalog.session(entry.host, entry.version)

    def forget(self, path: str) -> None:
        """Lets go of what was worked out from a file that says something else now."""
        self._together = None
        self.sieve.forget(path)
        for session in self.catalog.sessions.values():
            session.forget(path)

    def file(self, path: str) -> list[Diagnostic]:
        """The findings of one file: those of each of its entries, and its part in those about several files."""
        told: Told = {}
        found: list[Diagnostic] = []
        for entry in self.catalog:
            if entry.path == path:
                found += self.entry(entry, told)
        found += self.sieve.rest(path)
        found.sort(key=lambda finding: finding.start)
        return found

    def entry(self, entry: Entry, told: Told) -> list[Diagnostic]:
        """The findings of an entry that no other host's entry of its file has `told`."""
        found = [finding for finding in entry.diagnostics if not _quiet(entry, finding)]
        reading = entry.reading
        whole = entry.status != SHADOWED and reading is not None
        if whole and reading is not None:
            found += examined(reading, self.session(entry), self.sieve.examiner(entry.path))
        if told.setdefault(("", entry.path, 0, 0), entry) is entry:
            found += self.together.get(entry.path, ())
        # A fault of a file that two hosts read in place is told once.
        found = [
            finding
            for finding in found
            if told.setdefault((finding.rule, entry.path, finding.start, finding.end), entry).host is entry.host
        ]
        document = reading.document if reading is not None else None
        found = self.sieve.sift(found, document, whole=whole and reading is not None and reading.definition is not None)
        found.sort(key=lambda finding: finding.start)
        return found

    @property
    def together(self) -> dict[str, list[Diagnostic]]:
        """The findings about several agents together, by file."""
        if self._together is None:
            self._together = {}
            # Settings alone are looked at as well, where no definition stands beside them.
            examiner = self.sieve.together({entry.path for entry in self.catalog} or {self.catalog.around.root})
            for finding in examiner.catalog(self.catalog):
                self._together.setdefault(finding.path or "", []).append(finding)
        return self._together


def other_host(entry: Entry, sieve: Sieve) -> str | None:
    """The host that the configuration names for a file which lies in no host's place, where it was read as another's."""
    if entry.scope != LOOSE or entry.status == SKIPPED:
        return None
    host = sieve.configuration(entry.path).host_of(entry.path)
    if host is None:
        return None
    from ..hosts import select

    chosen = select(host)
    return None if chosen is None or (chosen[0] is entry.host and chosen[1].text == entry.version.text) else host


def _quiet(entry: Entry, finding: Diagnostic) -> bool:
    """A file without front matter that a walk came upon is a note beside agents, not a mistake."""
    if finding.rule == "no-front-matter" and entry.reading is not None and entry.reading.silent:
        if finding.data.get("notes"):
            return True
        if not finding.data.get("late") and not finding.data.get("block"):
            finding._severity = INFO
    return False
