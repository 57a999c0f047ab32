"""Checking: the findings of files, folders and documents in one list, in the order of files and places."""

from __future__ import annotations

import os

from .api import reading_of
from .catalog import Catalog, Entry, discover
from .diagnostic import ERROR, INFO, SEVERITIES, Diagnostic
from .document import Document
from .examining import Agent, Examiner
from .hosts import host as host_of
from .inventory import Inventory
from .loose import SHADOWED
from .resolving import Remit
from .rules import rule as rule_of
from .session import Session
from .source import MAX_BYTES, Source, Unreadable, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .hosts.base import Reading

    Told = dict[tuple[str, str, int, int], Entry]
    """The places of a check that a rule has spoken of, with the entry that it first was about."""


_KEPT = 32 << 20
"""Bytes of files that stay in memory from reading to examining and to the excerpts of a report; what is beyond is read again."""


class Checked:
    """What a check looked at and found. `files` are the paths of every file that was read, in order."""

    __slots__ = ("catalogs", "diagnostics", "files")

    def __init__(self) -> None:
        self.files: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        self.catalogs: list[Catalog] = []

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.diagnostics)

    def worst(self) -> str | None:
        """The gravest severity among the findings, `None` where there are none."""
        found = {finding.severity for finding in self.diagnostics}
        return next((severity for severity in SEVERITIES if severity in found), None)


def check(
    subjects: Iterable[str | os.PathLike[str] | Document] | str | os.PathLike[str] | Document,
    host: str | None = None,
    *,
    inventory: Inventory | None = None,
    home: str | None = None,
    personas: tuple[str, ...] = ("regular",),
) -> list[Diagnostic]:
    """The findings of files, folders and documents."""
    if isinstance(subjects, str | os.PathLike | Document):
        subjects = [subjects]
    checked = run(subjects, host, inventory=inventory, home=home, personas=personas)
    return checked.diagnostics


def run(
    subjects: Iterable[str | os.PathLike[str] | Document],
    host: str | None = None,
    *,
    inventory: Inventory | None = None,
    home: str | None = None,
    mode: str = "foreground",
    personas: tuple[str, ...] = ("regular",),
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Checks each subject: a folder with all that a session in it would see and all below it, a file, or a document in memory."""
    checked = Checked()
    examiner = Examiner(personas)
    for subject in subjects:
        if isinstance(subject, Document):
            _reading(checked, reading_of(subject.source, host), inventory, mode, examiner)
            continue
        path = os.fspath(subject)
        if os.path.isdir(path):
            catalog = discover(path, host, home=home, jobs=jobs, keep=_KEPT, progress=progress)
            checked.catalogs.append(catalog)
            _catalog(checked, catalog, inventory, mode, examiner)
        else:
            _file(checked, path, host, inventory, mode, examiner)
    told = {name for name in {finding.rule for finding in checked.diagnostics} if rule_of(name).persona in personas}
    checked.diagnostics = [finding for finding in checked.diagnostics if finding.rule in told]
    return checked


def _file(checked: Checked, path: str, host: str | None, inventory: Inventory | None, mode: str, examiner: Examiner) -> None:
    checked.files.append(path)
    from .hosts import select, tell

    chosen = select(host)
    one, version = chosen if chosen is not None else (tell(path), None)
    try:
        data = read_bytes(path, one.size_limit(version or one.version(None)) or MAX_BYTES)
    except Unreadable as problem:
        source = Source(b"", path)
        data = {"reason": problem.reason, "kind": problem.kind}  # type: ignore[assignment]
        rule = "file-too-large" if problem.kind == "large" else "unreadable"
        checked.diagnostics.append(Diagnostic(rule, source, 0, 0, {**data, "host": one.title}, ERROR))  # type: ignore[dict-item]
        return
    source = Source(data, path)
    _reading(checked, reading_of(source, host), inventory, mode, examiner)


def _reading(checked: Checked, reading: Reading, inventory: Inventory | None, mode: str, examiner: Examiner) -> None:
    session = Session(reading.host, reading.version, inventory=inventory, mode=mode)
    found = [*reading.diagnostics, *_examined(reading, session, examiner)]
    found.sort(key=lambda finding: finding.start)
    checked.diagnostics += found


def _examined(reading: Reading, session: Session, examiner: Examiner) -> list[Diagnostic]:
    """What resolving and the rules that look for themselves find, beside what reading found."""
    found = examiner.document(reading.document)
    definition = reading.definition
    if definition is None:
        # What else is wrong with the agent is told in the same run as the fault that hides it.
        behind = reading.behind
        if behind is not None and behind.definition is not None:
            found += reading.further(_of_agent(behind, session, examiner), reading.diagnostics)
        return found
    return found + _of_agent(reading, session, examiner)


def _of_agent(reading: Reading, session: Session, examiner: Examiner) -> list[Diagnostic]:
    definition = reading.definition
    assert definition is not None
    remit = Remit(definition, session.host.resolve(definition, session))
    found = list(remit.diagnostics)
    if definition.tools is not None and remit.resolution.spawns is not None:
        found += _reaches(remit)
    found += examiner.agent(Agent(reading, remit))
    return found


def _reaches(remit: Remit) -> list[Diagnostic]:
    """An agent with an allowlist that gets at more through the agents it may start."""
    further = {tool: path for tool, path in remit.paths.items() if len(path) > 1}
    definition = remit.definition
    if not further or definition.reading is None:
        return []
    spawn = remit.resolution.session.host.spawn_tool
    origin = next((reason.origin for reason in remit.reasons if reason.granted and reason.tool == spawn), None)
    if origin is None:
        return []
    builtins = remit.resolution.session.host.builtin_names
    own = {tool: path for tool, path in further.items() if not any(name in builtins for name in path[1:])}
    path = next(iter((own or further).values()))
    data: dict[str, object] = {
        "tools": tuple(own or further),
        "path": path,
        "host": definition.reading.host.title,
    }
    rule = "reaches-more" if own else "reaches-builtin-agents"
    return [Diagnostic(rule, definition.reading.document.source, origin.start, origin.end, data)]


class Bench:
    """Where the entries of one catalog are checked, each in its host's session.

    Sessions are made when they are first needed and stay, with all that they remember, until `forget` says that a file has changed.
    """

    __slots__ = ("_sessions", "_together", "catalog", "examiner", "inventory", "mode")

    def __init__(
        self, catalog: Catalog, examiner: Examiner, inventory: Inventory | None = None, mode: str = "foreground"
    ) -> None:
        self.catalog = catalog
        self.examiner = examiner
        self.inventory = inventory
        self.mode = mode
        self._sessions: dict[str, Session] = {}
        self._together: dict[str, list[Diagnostic]] | None = None

    def session(self, entry: Entry) -> Session:
        """The session that an entry is resolved in."""
        session = self._sessions.get(entry.host.name)
        if session is None:
            tools = self.inventory or self.catalog.inventories.get(entry.host.name)
            session = self._sessions[entry.host.name] = Session(
                entry.host,
                entry.version,
                inventory=tools if isinstance(tools, Inventory) else None,
                settings=self.catalog.settings.get(entry.host.name),
                catalog=self.catalog,
                mode=self.mode,
            )
        return session

    def forget(self, path: str) -> None:
        """Lets go of what was worked out from a file that says something else now."""
        self._together = None
        for session in self._sessions.values():
            session.forget(path)

    def file(self, path: str) -> list[Diagnostic]:
        """The findings of one file: those of each of its entries, and its part in those about several files."""
        told: Told = {}
        found: list[Diagnostic] = []
        for entry in self.catalog:
            if entry.path == path:
                found += self.entry(entry, told)
        return found

    def entry(self, entry: Entry, told: Told) -> list[Diagnostic]:
        """The findings of an entry that no other host's entry of its file has `told`."""
        found = [finding for finding in entry.diagnostics if not _quiet(entry, finding)]
        if entry.status != SHADOWED and entry.reading is not None:
            found += _examined(entry.reading, self.session(entry), self.examiner)
        if told.setdefault(("", entry.path, 0, 0), entry) is entry:
            found += self.together.get(entry.path, ())
        # A fault of a file that two hosts read in place is told once.
        found = [
            finding
            for finding in found
            if told.setdefault((finding.rule, entry.path, finding.start, finding.end), entry).host is entry.host
        ]
        found.sort(key=lambda finding: finding.start)
        return found

    @property
    def together(self) -> dict[str, list[Diagnostic]]:
        """The findings about several agents together, by file."""
        if self._together is None:
            self._together = {}
            for finding in self.examiner.catalog(self.catalog):
                self._together.setdefault(finding.path or "", []).append(finding)
        return self._together


def _catalog(checked: Checked, catalog: Catalog, inventory: Inventory | None, mode: str, examiner: Examiner) -> None:
    checked.diagnostics += catalog.findings
    for name, settings in catalog.settings.items():
        checked.diagnostics += host_of(name).faults_in_settings(settings)
    bench = Bench(catalog, examiner, inventory, mode)
    seen: set[str] = set()
    told: Told = {}
    for entry in catalog:
        if entry.path not in seen:
            seen.add(entry.path)
            checked.files.append(entry.path)
        checked.diagnostics += bench.entry(entry, told)


def _quiet(entry: Entry, finding: Diagnostic) -> bool:
    """A file without front matter that a walk came upon is a note beside agents, not a mistake."""
    if finding.rule == "no-front-matter" and entry.reading is not None and entry.reading.silent:
        if finding.data.get("notes"):
            return True
        if not finding.data.get("late"):
            finding._severity = INFO
    return False
