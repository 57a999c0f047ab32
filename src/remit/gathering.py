"""Gathering: which files a session or a tree holds are looked for, host by host and place by place, and become a catalog."""

from __future__ import annotations

import gc
import os

from .catalog import Catalog, Entry, entry_of, loose_entry, stem_of
from .diagnostic import ERROR, INFO, WARNING, Diagnostic
from .discovery import Found, ancestors, files_of, walk
from .hosts import all_hosts, select
from .hosts.base import LOOSE, SESSION, Place, Reading, Surroundings
from .loose import BROKEN, SKIPPED, Look, Task, in_agents_folder, look_again, look_at
from .precedence import settle
from .source import BOM, MAX_BYTES, Source, Unreadable, read_bytes
from .witness import WHETHER, looked_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .hosts.base import Host, Version


def discover(
    root: str | os.PathLike[str] = ".",
    host: str | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    extra: Iterable[str | os.PathLike[str]] = (),
    plugins: Iterable[str | os.PathLike[str]] = (),
    managed: str | os.PathLike[str] | None = None,
    environment: dict[str, str] | None = None,
    settings: Iterable[str] = (),
    agents: Source | None = None,
    given: Iterable[str | os.PathLike[str]] = (),
    below: bool = True,
    jobs: int = 1,
    keep: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Catalog:
    """Every definition in every scope of a session that works in `root`, and in the folders below it.

    * `host`: one host (`NAME[@VERSION]`), or all.
    * `home`: where the user's own definitions lie; none by default. `managed`: the folder of the administrators.
    * `extra`: added directories. `plugins`: installed plugins, or folders of them.
    * `agents` and `given`: a text that defines agents, and paths, from the host's own command line. `settings`: further settings files.
    * `below`: whether the projects below `root` are listed as well.
    * `jobs`: processes at most, for trees of thousands of files. `keep`: bytes of files that stay in memory with what was read in them, for
      somebody who asks every file for more; none by default, as they can be read again. `progress` is called with the number of files so far.
    """
    around = Surroundings(
        os.path.abspath(os.fspath(root)),
        os.path.abspath(os.fspath(home)) if home is not None else None,
        extra=tuple(os.path.abspath(os.fspath(path)) for path in extra),
        plugins=tuple(_plugins(plugins)),
        managed=os.path.abspath(os.fspath(managed)) if managed is not None else None,
        environment=environment,
        agents=agents,
        given=tuple(os.path.abspath(os.fspath(path)) for path in given),
        settings=tuple(settings),
    )
    chosen = select(host)
    hosts = [chosen] if chosen is not None else [(one, one.version(None)) for one in all_hosts()]
    builder = _Builder(around, progress, jobs, keep)
    # The collector would look again and again at objects that all stay (10 to 15 % of the time).
    collecting = gc.isenabled()
    gc.disable()
    try:
        for one, version in hosts:
            builder.session(one, version, named=chosen is not None)
        if below:
            builder.below(hosts, named=chosen is not None)
        return builder.done()
    finally:
        if collecting:
            gc.enable()


def _plugins(folders: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Plugin folders; one that is none itself stands for those inside it."""
    found: list[str] = []
    for folder in folders:
        path = os.path.abspath(os.fspath(folder))
        signs = [os.path.join(path, name) for name in ("agents", ".claude-plugin")]
        for sign in signs:
            looked_at(sign, WHETHER)
        if any(map(os.path.isdir, signs)):
            found.append(path)
        elif os.path.isdir(path):
            looked_at(path)
            for name in sorted(os.listdir(path)):
                inner = os.path.join(path, name)
                if os.path.isdir(inner):
                    found.append(inner)
    return found


_SEVERAL = 2
"""Agents that make a folder one of agents, where they are at least half of its files."""


class _Builder:
    """Collects entries place by place, then settles who wins."""

    def __init__(self, around: Surroundings, progress: Callable[[int], None] | None, jobs: int, keep: int) -> None:
        self.around = around
        self.progress = progress
        self.jobs = jobs
        self.keep = keep
        self.loose: list[Task] = []
        self.catalog = Catalog(around, [])
        self.seen: set[tuple[str, str]] = set()
        self.count = 0

    def session(self, host: Host, version: Version, named: bool) -> None:
        settings = host.settings(self.around, version, self.around.settings)
        self.catalog.settings[host.name] = settings
        self.catalog.inventories[host.name] = host.inventory(self.around, version)
        self.catalog.findings += getattr(settings, "diagnostics", [])
        if self.around.agents is not None:
            place = Place(self.around.agents.path or "<agents>", SESSION, 1)
            for reading in host.session_agents(self.around.agents, version):
                self.reading(host, version, place, place.path, reading, self.around.root)
        places = list(host.places(self.around, version))
        # Another host's folder is not told twice in a project where nobody uses this host.
        own = named or host.in_use(self.around) or any(os.path.isdir(place.path) for place in places if not place.borrowed)
        for place in places:
            if own or not place.borrowed:
                self.place(host, version, place, self.around.root)

    def place(self, host: Host, version: Version, place: Place, session: str) -> None:
        key = (host.name, place.path)
        if key in self.seen:
            return
        if not os.path.lexists(place.path):
            looked_at(place.path, place.only)
            return
        self.seen.add(key)
        if place.origin == self.around.root:
            place.origin = None
        for item in files_of(place):
            self.file(host, version, place, item, session)

    def file(self, host: Host, version: Version, place: Place, item: Found, session: str) -> None:
        self._step(1)
        if item.skipped is not None:
            entry = Entry(host, version, place, item.path)
            entry.status, entry.reason = (BROKEN if item.outside else SKIPPED), item.skipped
            if item.outside:
                self._report(entry, "leaves-folder", {"target": os.path.realpath(item.path), "refused": True}, WARNING)
            elif item.meant:
                self._report(entry, "file-passed-over", {"why": item.skipped}, WARNING)
            self.catalog.entries.append(entry)
            return
        try:
            data = read_bytes(item.path, host.size_limit(version) or MAX_BYTES, place.only)
        except Unreadable as problem:
            entry = Entry(host, version, place, item.path)
            entry.status, entry.reason = BROKEN, problem.reason
            self._report(entry, "unreadable", {"reason": problem.reason, "kind": problem.kind}, ERROR)
            self.catalog.entries.append(entry)
            return
        source = Source(data, item.path)
        self.keep -= len(data)
        for reading in host.entries(source, version, place.scope, stem_of(place, item.path)):
            entry = self.reading(host, version, place, item.path, reading, session)
            if item.outside:
                self._report(entry, "leaves-folder", {"target": os.path.realpath(item.path), "refused": False}, INFO)
            if self.keep < 0:
                reading.forget()

    def reading(self, host: Host, version: Version, place: Place, path: str, reading: Reading, session: str) -> Entry:
        entry = entry_of(host, version, place, path, reading, session)
        self.catalog.entries.append(entry)
        return entry

    def _report(self, entry: Entry, rule: str, data: dict[str, object], severity: str) -> None:
        source = entry.reading.document.source if entry.reading is not None else Source(b"", entry.path)
        entry.report(Diagnostic(rule, source, 0, 0, {**data, "host": entry.host.title}, severity))

    def below(self, hosts: list[tuple[Host, Version]], named: bool) -> None:
        """The projects below the root, and loose definitions that lie in no host's place. Each folder is listed once."""
        marks: dict[str, list[tuple[Host, Version, str]]] = {}
        for host, version in hosts:
            for path in (*host.folders, *host.files):
                first, _, rest = path.partition("/")
                marks.setdefault(first, []).append((host, version, rest))
        taken = {path for _, path in self.seen}
        for folder, names, files in walk(self.around.root):
            for first in names:
                if first in marks:
                    self._misnamed(os.path.join(folder, first), marks[first])
                for host, version, rest in marks.get(first, ()):
                    path = os.path.join(folder, first, *rest.split("/")) if rest else os.path.join(folder, first)
                    if os.path.isdir(path) and path not in taken:
                        self.place(host, version, host.project_place(path, folder, version), folder)
            for first in files:
                for host, version, _ in marks.get(first, ()):
                    path = os.path.join(folder, first)
                    if path not in taken:
                        self.place(host, version, host.project_place(path, folder, version), folder)
            for host, version in hosts:
                if host.bundle_mark in names:
                    for place in host.bundled_places(folder, version):
                        self.place(host, version, place, folder)
                        taken.add(place.path)
            if not any(above in taken for above in ancestors(folder)):
                prefix = folder if folder.endswith(os.sep) else folder + os.sep
                in_agents = in_agents_folder(prefix)
                self.loose += [
                    (prefix, name, in_agents)
                    for name in files
                    if name.endswith(".md") and name != "SKILL.md" and prefix + name not in taken
                ]
        self._loose(hosts, named)

    def _misnamed(self, parent: str, marks: list[tuple[Host, Version, str]]) -> None:
        """Definitions in a folder that is nearly called as the one that hosts read: `.claude/agent`, `.claude/Agents`."""
        wanted = {rest: (host, version) for host, version, rest in reversed(marks) if rest.lower() in _AGENT_FOLDERS}
        if not wanted:
            return
        looked_at(parent)
        try:
            names = sorted(os.listdir(parent))
        except OSError:
            return
        for name in names:
            if name.lower() not in _AGENT_FOLDERS or name in wanted or os.path.islink(os.path.join(parent, name)):
                continue
            right, (host, version) = next(iter(wanted.items()))
            place = host.project_place(os.path.join(parent, name), os.path.dirname(parent), version)
            for item in files_of(place) if os.path.isdir(place.path) else ():
                if item.skipped is None and not item.outside and _begins_with_fence(item.path):
                    entry = Entry(host, version, place, item.path)
                    entry.status, entry.reason = SKIPPED, f"the folder is called `{name}`, not `{right}`"
                    self._report(entry, "file-passed-over", {"why": entry.reason}, WARNING)
                    self.catalog.entries.append(entry)

    def _loose(self, hosts: list[tuple[Host, Version]], named: bool) -> None:
        host, version = hosts[0]
        self.catalog.loose_as = host, version, named
        place = None
        together: list[Look] = []
        for found in look_at(self.loose, host, version, named, self.jobs, self._step):
            folder = found.path[: found.path.rindex(os.sep)]
            if place is None or place.path != folder:
                self._gathered(place, together)
                place, together = Place(folder, LOOSE, 0, recursive=False), []
            together.append(found)
        self._gathered(place, together)

    def _gathered(self, place: Place | None, together: list[Look]) -> None:
        """The loose files of one folder. Among agents a file that cannot be read as one is a mistake, whatever the folder is called."""
        if place is None:
            return
        passed = sum(found.status == SKIPPED for found in together)
        if passed and len(together) - passed >= max(passed, _SEVERAL):
            place.gathered = True
            together = [look_again(found, *self.catalog.loose_as) for found in together]  # type: ignore[misc]
        self.catalog.entries += [loose_entry(place, found) for found in together]

    def _step(self, files: int) -> None:
        before = self.count
        self.count += files
        if self.progress is not None and before >> 8 != self.count >> 8:
            self.progress(self.count)

    def done(self) -> Catalog:
        settle(self.catalog)
        return self.catalog


_AGENT_FOLDERS = frozenset(("agent", "agents", "subagent", "subagents", "sub-agents", "sub_agents"))
"""What people call a folder of agents, in any case."""


def _begins_with_fence(path: str) -> bool:
    try:
        return read_bytes(path).removeprefix(BOM).startswith((b"---\n", b"---\r"))
    except Unreadable:
        return False
