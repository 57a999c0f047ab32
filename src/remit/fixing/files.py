"""Fixing files: one, or all that a check looked at."""

from __future__ import annotations

import os

from ..configuration import Configurations
from ..diagnostic import Diagnostic, Fix
from ..document import Document
from ..errors import ParseError
from ..rules import REGULAR
from ..selection import Selection
from ..sieve import Sieve
from ..source import MAX_BYTES, Source, Unreadable, read_bytes
from .rounds import Wanted, mend
from .views import View, view_alone, views_of
from .writing import NotWritten, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..catalog import Entry
    from ..checking import Bench, Checked
    from .rounds import Outcome


class Changed:
    """One file with its fixes: `before` and `after`, the fixes made and refused; `problem` says why it could not be written."""

    __slots__ = ("after", "before", "made", "path", "problem", "refused", "within")

    def __init__(self, before: Source, outcome: Outcome, within: str | None = None) -> None:
        self.path = before.path
        self.before = before.data
        self.after = outcome.source.data
        self.made: list[tuple[Diagnostic, Fix]] = outcome.made
        self.refused: list[tuple[Diagnostic, Fix, str]] = outcome.refused
        self.problem: str | None = None
        self.within = within

    @property
    def changed(self) -> bool:
        return self.before != self.after

    @property
    def text(self) -> str:
        """The mended text. Bytes that are not UTF-8 are lone surrogates in it."""
        return Source(self.after).text

    def write(self) -> bool:
        """Writes the mended file in the place of the one that was read. Whether that was done; `problem` says why not."""
        if not self.changed or self.path is None:
            return False
        try:
            write(self.path, self.before, self.after, within=self.within)
        except NotWritten as problem:
            self.problem = problem.reason
            return False
        return True


class Fixed:
    """What fixing found to do, file by file."""

    __slots__ = ("files",)

    def __init__(self) -> None:
        self.files: list[Changed] = []

    @property
    def made(self) -> int:
        """How many fixes were made in the files that could be written."""
        return sum(len(file.made) for file in self.files if file.problem is None)

    @property
    def changed(self) -> list[Changed]:
        return [file for file in self.files if file.changed]

    def write(self) -> None:
        """Writes every changed file; what could not be written has a `problem`."""
        for file in self.changed:
            file.write()


def fix(
    subject: str | os.PathLike[str] | Document,
    host: str | None = None,
    *,
    unsafe: bool = False,
    widen: bool | None = None,
    personas: tuple[str, ...] = (REGULAR,),
) -> Changed:
    """What fixing makes of one file or document, as `host` reads it. Nothing is written before `Changed.write`.

    `unsafe` also makes the fixes that guess, take something away, or give the agent a tool which it asks for by a wrong name; with
    `widen=False` not the last of these. Raises `ParseError` where the file cannot be read.
    """
    if isinstance(subject, Document):
        source = subject.source
    else:
        path = os.fspath(subject)
        try:
            source = Source(read_bytes(path, MAX_BYTES), path)
        except Unreadable as problem:
            raise ParseError(problem.reason, path=path) from None
    sieve = Sieve(Configurations(Selection.of(personas[-1]), search=False))
    wider = unsafe if widen is None else widen
    return Changed(source, mend(source, [view_alone(source, host)], Wanted(sieve, source.path), unsafe=unsafe, widen=wider))


def fix_all(checked: Checked, *, unsafe: bool = False) -> Fixed:
    """What fixing makes of the files that a check found something in, each as it was checked: by the same hosts, in the same session, and
    for the findings that were told. What a comment or a baseline holds back stays."""
    fixed = Fixed()
    ground = _Checks(checked)
    for path in dict.fromkeys(finding.path for finding in checked.diagnostics if finding.path is not None):
        try:
            source = checked.given.get(path) or Source(read_bytes(path, MAX_BYTES), path)
        except Unreadable:
            continue
        views, wanted, within = ground.of(source, path)
        if not views or wanted is None:
            continue
        outcome = mend(source, views, wanted, unsafe=unsafe, widen=unsafe)
        if outcome.made or outcome.refused:
            fixed.files.append(Changed(source, outcome, within))
    return fixed


class _Checks:
    """How each file of a check was checked."""

    def __init__(self, checked: Checked) -> None:
        self.alone = checked.alone
        self.held: dict[str | None, list[Diagnostic]] = {}
        for finding in checked.held:
            self.held.setdefault(finding.path, []).append(finding)
        self.entries: list[tuple[Bench, dict[str, list[Entry]]]] = []
        for bench in checked.benches:
            by_path: dict[str, list[Entry]] = {}
            for entry in bench.catalog:
                by_path.setdefault(entry.path, []).append(entry)
            self.entries.append((bench, by_path))

    def of(self, source: Source, path: str) -> tuple[list[View], Wanted | None, str | None]:
        """The views that a file was checked in, which of its findings are wanted, and the folder that it was found in."""
        held = self.held.get(path, [])
        alone = self.alone.get(path)
        if alone is not None:
            return [view_alone(source, alone.host, alone.inventory, alone.mode)], Wanted(alone.sieve, path, held), None
        views: list[View] = []
        wanted, within = None, None
        for bench, by_path in self.entries:
            found = views_of(bench, path, by_path.get(path, []))
            if found and wanted is None:
                wanted, within = Wanted(bench.sieve, path, held), by_path[path][0].place.path
            views += found
        return views, wanted, within
