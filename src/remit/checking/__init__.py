"""Checking: the findings of files, folders and documents in one list, in the order of files and places."""

from __future__ import annotations

import os

from ..api import reading_of
from ..baseline import Baseline
from ..catalog import Catalog, Entry
from ..configuration import Configurations
from ..diagnostic import ERROR, Diagnostic
from ..document import Document
from ..fingerprint import told_path
from ..gathering import discover
from ..hosts import host as host_of
from ..hosts.base import LOOSE, Place, Surroundings
from ..inventory import Inventory
from ..loose import ACTIVE, BROKEN
from ..selection import Selection
from ..session import Session
from ..sieve import Sieve
from ..source import MAX_BYTES, Source, Unreadable, read_bytes
from .agents import examined
from .bench import Bench, other_host
from .checked import Alone, Checked, CommandLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..hosts.base import Reading
    from .bench import Told

    Part = tuple[Sieve, list[str], list[Diagnostic]]
    """What was checked of one subject: its sieve, its files and its findings."""

__all__ = ["Alone", "Bench", "Checked", "CommandLine", "check", "examined", "other_host", "run"]

_KEPT = 32 << 20
"""Bytes of files that stay in memory from reading to examining and to the excerpts of a report; what is beyond is read again."""


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
            if os.path.isdir(path) and _may_be_listed(path):
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
    from ..hosts import select, tell

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


def _may_be_listed(folder: str) -> bool:
    try:
        with os.scandir(folder):
            return True
    except OSError:
        return False


def _reading(checked: Checked, reading: Reading, inventory: Inventory | None, mode: str, sieve: Sieve) -> None:
    session = Session(reading.host, reading.version, inventory=inventory, mode=mode)
    found = [*reading.diagnostics, *examined(reading, session, sieve.examiner(reading.path))]
    found = sieve.sift(found, reading.document, whole=reading.definition is not None) + sieve.rest(reading.path)
    found.sort(key=lambda finding: finding.start)
    checked.diagnostics += found


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
