"""Checking: the findings of files, folders and documents in one list, in the order of files and places."""

from __future__ import annotations

import os

from .api import reading_of
from .baseline import Baseline
from .catalog import Catalog, Entry, discover
from .configuration import Configurations
from .diagnostic import ERROR, INFO, SEVERITIES, Diagnostic
from .document import Document
from .examining import Agent, Examiner
from .fingerprint import told_path
from .hosts import host as host_of
from .hosts.base import LOOSE, Place, Surroundings
from .inventory import Inventory
from .loose import ACTIVE, BROKEN, SHADOWED, SKIPPED
from .resolving import Remit
from .selection import Selection
from .session import Session
from .sieve import Sieve
from .source import MAX_BYTES, Source, Unreadable, read_bytes
from .tools import MCP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .baseline import Known
    from .fixing import Fixed
    from .hosts.base import Reading

    Part = tuple[Sieve, list[str], list[Diagnostic]]
    """What was checked of one subject: its sieve, its files and its findings."""
    Told = dict[tuple[str, str, int, int], Entry]
    """The places of a check that a rule has spoken of, with the entry that it first was about."""


_KEPT = 32 << 20
"""Bytes of files that stay in memory from reading to examining and to the excerpts of a report; what is beyond is read again."""


class Checked:
    """What a check looked at and found. `files` are the paths of every file that was read, in order.

    `diagnostics` are the findings that are told, `failing` those of them that make the check fail. `suppressed` are held back by comments,
    `held` by a baseline; `gone` are the findings of baselines that no longer occur, by the baseline's path. `excluded` are the files that
    the configuration keeps from being checked. `benches` are where the files of folders were checked, `alone` is how each file was that was
    checked by itself, `given` the sources of documents in memory. `fixed` is what was mended before, `None` where nothing was to be.
    """

    __slots__ = (
        "_seen", "_told", "alone", "benches", "catalogs", "diagnostics", "excluded", "failing", "files", "fixed", "given", "gone", "held",
        "suppressed",
    )  # fmt: skip

    def __init__(self) -> None:
        self.files: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        self.catalogs: list[Catalog] = []
        self.failing: list[Diagnostic] = []
        self.suppressed: list[Diagnostic] = []
        self.held: list[Diagnostic] = []
        self.gone: dict[str, list[Known]] = {}
        self.excluded: list[str] = []
        self.benches: list[Bench] = []
        self.alone: dict[str, Alone] = {}
        self.given: dict[str, Source] = {}
        self.fixed: Fixed | None = None
        self._seen: set[str] = set()
        self._told: set[tuple[str, str | None, int, int]] = set()

    def sees(self, path: str) -> bool:
        """Notes that a file is looked at. Whether it is for the first time, however its path is written."""
        before = len(self._seen)
        self._seen.add(os.path.abspath(path))
        return len(self._seen) > before

    def afresh(self, findings: list[Diagnostic]) -> list[Diagnostic]:
        """Those of the findings around the files of a subject that were not told before: several subjects may have the same settings."""
        keys = [(one.rule, one.path and os.path.abspath(one.path), one.start, one.end) for one in findings]
        new = [one for one, key in zip(findings, keys, strict=True) if key not in self._told]
        self._told.update(keys)
        return new

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.diagnostics)

    def worst(self) -> str | None:
        """The gravest severity among the findings, `None` where there are none."""
        found = {finding.severity for finding in self.diagnostics}
        return next((severity for severity in SEVERITIES if severity in found), None)


class Alone:
    """How a file is checked that nothing stands around: as which host's, told by itself where that is `None`, and with which tools."""

    __slots__ = ("host", "inventory", "mode", "sieve")

    def __init__(self, host: str | None, inventory: Inventory | None, mode: str, sieve: Sieve) -> None:
        self.host = host
        self.inventory = inventory
        self.mode = mode
        self.sieve = sieve


def check(
    subjects: Iterable[str | os.PathLike[str] | Document] | str | os.PathLike[str] | Document,
    host: str | None = None,
    *,
    inventory: Inventory | None = None,
    home: str | None = None,
    personas: tuple[str, ...] = ("regular",),
    selection: Selection | None = None,
    configurations: Configurations | None = None,
) -> list[Diagnostic]:
    """The findings of files, folders and documents.

    `selection` says which rules run, by default those for `personas`. Configurations are read where they are given, as
    `remit.configuration.Configurations()`. Comments in the files that hold findings back are heeded.
    """
    if isinstance(subjects, str | os.PathLike | Document):
        subjects = [subjects]
    checked = run(
        subjects, host, inventory=inventory, home=home, personas=personas, selection=selection, configurations=configurations
    )
    return checked.diagnostics


def run(
    subjects: Iterable[str | os.PathLike[str] | Document],
    host: str | None = None,
    *,
    inventory: Inventory | None = None,
    home: str | None = None,
    mode: str = "foreground",
    personas: tuple[str, ...] = ("regular",),
    line: CommandLine | None = None,
    selection: Selection | None = None,
    configurations: Configurations | None = None,
    comments: bool = True,
    baseline: str | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Checks each subject: a folder with all that a session in it would see and all below it, a file, or a document in memory.

    Subjects may lie within one another. Folders come before files, and a file is checked once, in the first folder that has it: there it is
    seen with what stands around it.

    `line` is what the host's own command line says of the session. `comments` says whether comments hold findings back. `baseline` is the
    file of one, in place of those that configurations name; with `""` there is none.
    """
    checked = Checked()
    line = line or CommandLine()
    if configurations is None:
        configurations = Configurations(selection or Selection.of(personas[-1]), search=False)
    baselines: dict[str, list[Part]] = {}
    for subject in sorted(subjects, key=_stands_alone):
        before = len(checked.diagnostics)
        files = len(checked.files)
        if isinstance(subject, Document):
            sieve = Sieve(configurations, comments=comments)
            source, path = subject.source, subject.source.path or "."
            configuration = sieve.configuration(path)
            named, tools = host or configuration.host_of(path), inventory or configuration.inventory
            if source.path is not None:
                checked.files.append(path)
                checked.alone[path], checked.given[path] = Alone(named, tools, mode, sieve), source
            _reading(checked, reading_of(source, named), tools, mode, sieve)
        else:
            path = os.fspath(subject)
            configuration = configurations.of(path)
            tools = inventory or configuration.inventory
            if os.path.isdir(path):
                sieve = Sieve(configurations, os.path.abspath(path), comments)
                catalog = discover(
                    path,
                    host or configuration.host,
                    home=home,
                    extra=line.extra,
                    plugins=line.plugins,
                    settings=line.settings,
                    agents=line.agents,
                    jobs=jobs,
                    keep=_KEPT,
                    progress=progress,
                )
                checked.catalogs.append(catalog)
                _catalog(checked, catalog, tools, mode, sieve, named=host is not None)
            else:
                sieve = Sieve(configurations, comments=comments)
                if line.settings or checked.sees(path):  # with settings it is seen as the one file of a catalog
                    _file(checked, path, host or configuration.host_of(path), tools, mode, sieve, line.settings)
        checked.suppressed += sieve.suppressed
        known = configuration.baseline if baseline is None else baseline
        if known:
            baselines.setdefault(known, []).append((sieve, checked.files[files:], checked.diagnostics[before:]))
        checked.failing += [
            finding for finding in checked.diagnostics[before:] if sieve.selection(finding.path).fails(finding.severity)
        ]
    for known, parts in baselines.items():
        _hold_back(checked, Baseline.read(known), parts)
    return checked


def _stands_alone(subject: str | os.PathLike[str] | Document) -> bool:
    return isinstance(subject, Document) or not os.path.isdir(subject)


def _hold_back(checked: Checked, baseline: Baseline, parts: list[Part]) -> None:
    """Takes out the findings that a baseline has, and notes which of the baseline's no longer occur."""
    held, seen = baseline.hold([finding for _, _, findings in parts for finding in findings])
    without = {id(finding) for finding in held}
    checked.held += held
    checked.diagnostics = [finding for finding in checked.diagnostics if id(finding) not in without]
    checked.failing = [finding for finding in checked.failing if id(finding) not in without]
    looked = {told_path(path, baseline.folder): (sieve, path) for sieve, files, _ in parts for path in files}
    roots = [told_path(sieve.root, baseline.folder) for sieve, _, _ in parts if sieve.root is not None]
    gone = []
    for known in sorted(one for fingerprint, one in baseline.known.items() if fingerprint not in seen):
        if known.path in looked:
            sieve, path = looked[known.path]
            if sieve.ran(known.rule, path):
                gone.append(known)
        elif any(root == "." or known.path.startswith(root + "/") for root in roots) and not os.path.lexists(
            os.path.join(baseline.folder, known.path)
        ):
            gone.append(known)
    checked.gone[baseline.path] = gone


def _file(
    checked: Checked,
    path: str,
    host: str | None,
    inventory: Inventory | None,
    mode: str,
    sieve: Sieve,
    settings: tuple[str, ...] = (),
) -> None:
    if sieve.excludes(path):
        checked.excluded.append(path)
        return
    checked.files.append(path)
    checked.alone[path] = Alone(host, inventory, mode, sieve)
    from .hosts import select, tell

    chosen = select(host)
    one, version = chosen if chosen is not None else (tell(path), None)
    try:
        data = read_bytes(path, one.size_limit(version or one.version(None)) or MAX_BYTES)
    except Unreadable as problem:
        source = Source(b"", path)
        data = {"reason": problem.reason, "kind": problem.kind}  # type: ignore[assignment]
        rule = "file-too-large" if problem.kind == "large" else "unreadable"
        finding = Diagnostic(rule, source, 0, 0, {**data, "host": one.title}, ERROR)  # type: ignore[dict-item]
        checked.diagnostics += sieve.sift([finding], None)
        return
    reading = reading_of(Source(data, path), host)
    if settings:
        checked.files.pop()
        _catalog(checked, _alone(reading, settings), inventory, mode, sieve, named=True)
    else:
        _reading(checked, reading, inventory, mode, sieve)


def _alone(reading: Reading, settings: tuple[str, ...]) -> Catalog:
    """A catalog of one file that lies in no place of a host, in a session with these settings."""
    folder = os.path.dirname(os.path.abspath(reading.path or ""))
    host, version = reading.host, reading.version
    around = Surroundings(folder, settings=settings)
    entry = Entry(host, version, Place(folder, LOOSE, 0), reading.path or "")
    entry._reading = reading
    entry.identity = reading.name
    entry.status, entry.reason = (ACTIVE if reading.loaded else BROKEN), reading.why
    catalog = Catalog(around, [entry])
    found = catalog.settings[host.name] = host.settings(around, version, settings)
    catalog.findings += getattr(found, "diagnostics", [])
    return catalog


def _reading(checked: Checked, reading: Reading, inventory: Inventory | None, mode: str, sieve: Sieve) -> None:
    session = Session(reading.host, reading.version, inventory=inventory, mode=mode)
    found = [*reading.diagnostics, *examined(reading, session, sieve.examiner(reading.path))]
    found = sieve.sift(found, reading.document, whole=reading.definition is not None) + sieve.rest(reading.path)
    found.sort(key=lambda finding: finding.start)
    checked.diagnostics += found


def examined(reading: Reading, session: Session, examiner: Examiner) -> list[Diagnostic]:
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
    if definition.tools is not None and "*" not in definition.tools and remit.resolution.spawns is not None:
        found += _reaches(remit)
    found += examiner.agent(Agent(reading, remit))
    return found


_WEIGHTY = frozenset(("Bash", "Edit", "NotebookEdit", "PowerShell", "Read", "WebFetch", "WebSearch", "Write"))
"""Work that reads or changes something, or reaches out, in remit's vocabulary of tools. Planning, listing and waiting do not count."""


def _reaches(remit: Remit) -> list[Diagnostic]:
    """An agent with an allowlist that gets at more through the agents it may start."""
    definition = remit.definition
    host = remit.resolution.session.host
    named = set(definition.tools or ())
    # What the list names and the host hands over in another tool's guise is no more than was declared.
    further = {tool: path for tool, path in remit.paths.items() if len(path) > 1 and tool not in named}
    work = host.tool_names if further else {}
    further = {tool: path for tool, path in further.items() if work.get(tool) in _WEIGHTY or tool.startswith(MCP)}
    if not further or definition.reading is None:
        return []
    spawn = host.spawn_tool
    origin = next((reason.origin for reason in remit.reasons if reason.granted and reason.tool == spawn), None)
    if origin is None:
        return []
    own = {tool: path for tool, path in further.items() if not any(name in host.builtin_names for name in path[1:])}
    by_path: dict[tuple[str, ...], list[str]] = {}
    for tool, path in (own or further).items():
        by_path.setdefault(tuple(path), []).append(tool)
    # The way that gives most is told, and one to the host's own tools before one to a server's.
    path, tools = max(by_path.items(), key=lambda row: (any(tool in work for tool in row[1]), len(row[1])))
    data: dict[str, object] = {
        "tools": tuple(tools),
        "path": path,
        "elsewhere": len(own or further) - len(tools),
        "host": definition.reading.host.title,
    }
    rule = "reaches-more" if own else "reaches-builtin-agents"
    return [Diagnostic(rule, definition.reading.document.source, origin.start, origin.end, data)]


class CommandLine:
    """What the host's own command line says of a session: `settings` are files, `plugins` and `extra` folders, `agents` is a text that
    defines agents."""

    __slots__ = ("agents", "extra", "plugins", "settings")

    def __init__(
        self,
        settings: Iterable[str] = (),
        plugins: Iterable[str] = (),
        extra: Iterable[str] = (),
        agents: Source | None = None,
    ) -> None:
        self.settings = tuple(settings)
        self.plugins = tuple(plugins)
        self.extra = tuple(extra)
        self.agents = agents


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


def _catalog(checked: Checked, catalog: Catalog, inventory: Inventory | None, mode: str, sieve: Sieve, named: bool) -> None:
    around = list(catalog.findings)
    for name, settings in catalog.settings.items():
        around += host_of(name).faults_in_settings(settings)
    around = [finding for finding in around if finding.path is None or not sieve.excludes(finding.path)]
    checked.diagnostics += sieve.sift(checked.afresh(around), None)
    bench = Bench(catalog, sieve, inventory, mode)
    checked.benches.append(bench)
    told: Told = {}
    by_path: dict[str, list[Entry]] = {}
    for entry in catalog:
        by_path.setdefault(entry.path, []).append(entry)
    for path, entries in by_path.items():
        if not checked.sees(path):
            continue
        if sieve.excludes(path):
            checked.excluded.append(path)
        elif not named and (host := other_host(entries[0], sieve)) is not None:
            _file(checked, path, host, inventory, mode, sieve)
        else:
            checked.files.append(path)
            found = [finding for entry in entries for finding in bench.entry(entry, told)] + sieve.rest(path)
            found.sort(key=lambda finding: finding.start)
            checked.diagnostics += found
    for path, found in bench.together.items():
        if path not in by_path and not sieve.excludes(path):
            checked.diagnostics += sieve.sift(checked.afresh(found), None)


def other_host(entry: Entry, sieve: Sieve) -> str | None:
    """The host that the configuration names for a file which lies in no host's place, where it was read as another's."""
    if entry.scope != LOOSE or entry.status == SKIPPED:
        return None
    host = sieve.configuration(entry.path).host_of(entry.path)
    if host is None:
        return None
    from .hosts import select

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
