"""Configurations: what a project says about how it is checked. They change what is told, never what remit loads or enforces."""

from __future__ import annotations

import os

from ..errors import UsageError
from ..examining import Examiner
from ..selection import Layer, Selection
from ..source import Source, Unreadable, read_bytes
from .finding import LIMIT, OWN, SHARED, in_folder, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..inventory import Inventory
    from ..syntax.nodes import Mapping
    from .globs import Glob
    from .keys import PathTable, Reader
    from .typed import Mistake, Value


class InvalidConfiguration(UsageError):
    """A configuration with mistakes, all of them: `source` is the file, `mistakes` what is wrong with it."""

    def __init__(self, source: Source, mistakes: list[Mistake]) -> None:
        self.source = source
        self.mistakes = sorted(mistakes, key=lambda mistake: mistake.start)
        lines = []
        for mistake in self.mistakes:
            line, column = source.position(mistake.start)
            place = f"{near(source.path or '')}:{line}:{column}"
            lines.append(f"{place}: {mistake.message}" + (f"; {mistake.help}" if mistake.help else ""))
        count = len(lines)
        head = f"the configuration has {count} mistakes:\n" if count > 1 else ""
        super().__init__(head + "\n".join(lines), "nothing was checked; `--no-config` does without the configuration")


def near(path: str) -> str:
    """A path as people see it from the working folder, where it lies in there."""
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path.removeprefix(here)


class Configuration:
    """One configuration, or the absence of any. Its patterns are relative to `folder`."""

    __slots__ = ("_examiners", "_selections", "folder", "source", "values")

    def __init__(self, folder: str, source: Source | None = None, values: dict[str, Value] | None = None) -> None:
        self.folder = folder
        self.source = source
        self.values = values or {}
        self._selections: dict[tuple[int, ...], Selection] = {}
        self._examiners: dict[frozenset[str], Examiner] = {}

    @property
    def path(self) -> str | None:
        """The file, `None` where there is none."""
        return self.source.path if self.source is not None else None

    def _get(self, key: str) -> Any:  # noqa: ANN401 - the reader of the key has settled what it is
        found = self.values.get(key)
        return found.value if found is not None else None

    @property
    def host(self) -> str | None:
        """The host that the project is for, `NAME[@VERSION]`."""
        host: str | None = self._get("host")
        return host

    @property
    def inventory(self) -> Inventory | None:
        """The tools of the project's sessions."""
        inventory: Inventory | None = self._get("inventory")
        return inventory

    @property
    def rules(self) -> dict[str, dict[str, object]]:
        """Settings of single rules."""
        return self._get("rules") or {}

    @property
    def baseline(self) -> str | None:
        """The file of the baseline."""
        path = self._get("baseline")
        if path is None:
            return None
        path = os.path.join(self.folder, path)
        top = os.path.realpath(self.folder)
        if os.path.commonpath((os.path.realpath(path), top)) != top:
            raise UsageError(f"{path}: a link that leads out of {self.folder}", "`--baseline FILE` takes any file")
        return path

    def relative(self, path: str) -> str:
        """A path as patterns see it: relative to the folder, with `/`."""
        try:
            return os.path.relpath(path, self.folder).replace(os.sep, "/")
        except ValueError:  # another drive
            return path.replace(os.sep, "/")

    def excluded(self, path: str) -> str | None:
        """The pattern that excludes a file or folder, `None` where it is checked."""
        globs: list[Glob] = self._get("exclude") or []
        if not globs:
            return None
        relative = self.relative(path)
        return next((glob.text for glob in globs if glob.matches(relative)), None)

    def tables(self, path: str) -> list[PathTable]:
        """The tables that hold for a file, in the order written."""
        tables: list[PathTable] = self._get("per-path") or []
        if not tables:
            return []
        relative = self.relative(path)
        return [table for table in tables if table.glob.matches(relative)]

    def host_of(self, path: str) -> str | None:
        """The host as which a file is read that lies in no host's own place."""
        for table in reversed(self.tables(path)):
            if "host" in table.values:
                return str(table.values["host"].value)
        return self.host

    def selection(self, path: str, command: Selection) -> Selection:
        """The selection for a file; what the command line says is stronger."""
        tables = self.tables(path)
        key = (id(command), *map(id, tables))
        found = self._selections.get(key)
        if found is None:
            layers = (_layer(self.values), *(_layer(table.values) for table in tables))
            found = self._selections[key] = Selection(*layers, *command.layers)
        return found

    def examiner(self, selection: Selection) -> Examiner:
        """The rules of a selection that look for themselves, with the settings that they have here."""
        found = self._examiners.get(selection.names)
        if found is None:
            found = self._examiners[selection.names] = Examiner(selection.names, self.rules)
        return found


def _layer(values: dict[str, Value]) -> Layer:
    def get(key: str) -> Any:  # noqa: ANN401 - as above
        return values[key].value if key in values else None

    return Layer(
        select=get("select"),
        extend=get("extend-select") or (),
        ignore=get("ignore") or (),
        persona=get("persona"),
        fail_on=get("fail-on"),
        severity=get("severity"),
    )


def read(path: str, folder: str | None = None) -> Configuration:
    """The configuration in a file; `folder` is what its patterns are relative to, the file's own unless told otherwise.

    Raises `InvalidConfiguration` with every mistake, `UsageError` where the file cannot be read.
    """
    try:
        source = Source(read_bytes(path, LIMIT), path)
    except Unreadable as problem:
        raise UsageError(f"{path}: {problem.reason}", "a configuration is a file `remit.toml` or `pyproject.toml`") from None
    from ..syntax.nodes import SyntaxFault
    from ..syntax.toml import read as read_toml
    from .keys import Reader
    from .typed import Mistake

    if not source.valid_utf8:
        raise InvalidConfiguration(source, [Mistake("not UTF-8", 0)])
    bom = 1 if source.bom else 0
    try:
        root: Mapping | None = read_toml(source.text[bom:], bom)
    except SyntaxFault as fault:
        raise InvalidConfiguration(source, [Mistake(f"not TOML: {fault.problem}", fault.offset)]) from None
    reader = Reader()
    if os.path.basename(path) == SHARED:
        root = _tool_table(root, reader)
    values = reader.read(root) if root is not None else {}
    if reader.mistakes:
        raise InvalidConfiguration(source, reader.mistakes)
    return Configuration(folder or os.path.dirname(os.path.abspath(path)), source, values)


def _tool_table(root: Mapping | None, reader: Reader) -> Mapping | None:
    """The table `[tool.remit]` of a `pyproject.toml`."""
    from ..syntax.nodes import Mapping

    tool = root.get("tool") if root is not None else None
    table = tool.get("remit") if isinstance(tool, Mapping) else None
    if table is not None and not isinstance(table, Mapping):
        reader.wrong("`tool.remit` is a table", table)
        return None
    return table


class Configurations:
    """The configurations of a run: the nearest one counts for each file, unless one was given or none is wanted.

    `command` is what the command line, or a caller, selects: stronger than all of them.
    """

    def __init__(self, command: Selection | None = None, *, given: str | None = None, search: bool = True) -> None:
        self.command = command or Selection()
        self.search = search and given is None
        self._given = read(given, os.getcwd()) if given is not None else None
        self._none = Configuration(os.getcwd()) if not self.search else None
        self._found: dict[str, Configuration] = {}
        self._inside: dict[tuple[str, str], Configuration] = {}
        self._read: dict[str, Configuration] = {}

    def of(self, subject: str) -> Configuration:
        """The configuration that counts for a file or folder that is to be checked: the nearest from there upwards."""
        fixed = self._given or self._none
        if fixed is not None:
            return fixed
        path = os.path.abspath(subject)
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        found = self._found.get(folder)
        if found is None:
            place = nearest(folder)
            found = self._found[folder] = self._at(place) if place is not None else Configuration(folder)
        return found

    def below(self, path: str, root: str) -> Configuration:
        """The configuration that counts for a file which was found below the folder `root`."""
        fixed = self._given or self._none
        if fixed is not None:
            return fixed
        return self._below(os.path.dirname(path), root)

    def _below(self, folder: str, root: str) -> Configuration:
        found = self._inside.get((root, folder))
        if found is None:
            if folder == root or not folder.startswith(root.rstrip(os.sep) + os.sep):
                return self.of(root)
            found = self._below(os.path.dirname(folder), root)
            if found.excluded(folder) is None and (place := in_folder(folder, root)) is not None:
                found = self._at(place)
            self._inside[root, folder] = found
        return found

    def _at(self, path: str) -> Configuration:
        if path not in self._read:
            self._read[path] = read(path)
        return self._read[path]


__all__ = ["OWN", "SHARED", "Configuration", "Configurations", "InvalidConfiguration", "read"]
