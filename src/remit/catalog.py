"""A catalog: every definition a session or a tree holds, and what became of each file: active, shadowed, broken, or no definition."""

from __future__ import annotations

import os

from .diagnostic import Diagnostic
from .hosts import host as host_of
from .hosts.base import FOREGROUND, LOOSE, Place, Reading, Surroundings
from .inventory import Inventory
from .loose import ACTIVE, BROKEN, SKIPPED, Look, meant, restored, written_name
from .resolving import Remit
from .session import Session
from .source import Source, Unreadable, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .definition import Definition
    from .document import Document
    from .hosts.base import Host, Version


class Entry:
    """One file, or one definition of a file that holds several, and what became of it.

    `status` is the host's view: `active`, `shadowed` (then `shadowed_by` is the winner's path), `broken` (then `reason` says why), or
    `skipped`. `identity` is the name the host knows it by, with the plugin's prefix. `origin` is the folder one must work in for the
    definition to count, `None` where it counts everywhere; `session` the one whose sessions it competes in for its name. `alone` are the
    findings about the file in its place, `settled` those that it has because of other entries.
    """

    # Defaults stand in the class, as for readings.
    _reading: Reading | None = None
    _findings: list[Diagnostic] | tuple[()] | bytes | None = None
    status: str = ACTIVE
    identity: str | None = None
    reason: str | None = None
    shadowed_by: str | None = None
    session: str | None = None
    alone: list[Diagnostic] | tuple[()] = ()
    settled: list[Diagnostic] | tuple[()] = ()

    def __init__(self, host: Host, version: Version, place: Place, path: str) -> None:
        self.host = host
        self.version = version
        self.place = place
        self.path = path

    @property
    def reading(self) -> Reading | None:
        """What the host makes of the file; `None` where it cannot be read. Made again where another process had made it."""
        if self._reading is None and self._findings is not None:
            try:
                source = Source(read_bytes(self.path, only=self.place.only), self.path)
            except Unreadable:
                return None
            self._reading = self.host.read(source, self.version, self.scope, stem=stem_of(self.place, self.path))
            self._reading.forget()
        return self._reading

    @property
    def origin(self) -> str | None:
        return self.place.origin

    def report(self, finding: Diagnostic) -> None:
        """Adds a finding that this entry has in its catalog."""
        self.alone = [*self.alone, finding]

    @property
    def findings(self) -> list[Diagnostic]:
        """What there is to say of the entry in its catalog, beside what reading it found."""
        return [*self.alone, *self.settled]

    @property
    def scope(self) -> str:
        return self.place.scope

    @property
    def definition(self) -> Definition | None:
        return self.reading.definition if self.reading is not None else None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        if self._findings is not None:
            if isinstance(self._findings, bytes):
                self._findings = restored(self._findings, self.path)
            return [*self._findings, *self.findings]
        return [*(self._reading.diagnostics if self._reading is not None else ()), *self.findings]

    def __repr__(self) -> str:
        return f"Entry({self.identity!r}, {self.status!r}, {self.path!r})"


class Catalog:
    """The entries of a session or a tree, in the order of precedence and path.

    `settings` and `inventories` are what the hosts of the session have, by host name; `findings` are those that belong to no single file.
    `loose_as` is the host that files in no place were read as, and whether somebody named it.
    """

    __slots__ = ("around", "entries", "findings", "inventories", "inventory", "loose_as", "mode", "sessions", "settings")

    def __init__(self, around: Surroundings, entries: list[Entry]) -> None:
        self.around = around
        self.entries = entries
        self.settings: dict[str, object] = {}
        self.inventories: dict[str, object] = {}
        self.loose_as: tuple[Host, Version, bool] | None = None
        self.findings: list[Diagnostic] = []
        self.sessions: dict[str, Session] = {}
        self.inventory: Inventory | None = None
        self.mode = FOREGROUND

    def session(self, host: Host, version: Version) -> Session:
        """The session that the agents of a host run in, made when it is first asked for: with the tools of `inventory`, else the host's
        own, and in `mode`."""
        found = self.sessions.get(host.name)
        if found is None:
            tools = self.inventory or self.inventories.get(host.name)
            found = self.sessions[host.name] = Session(
                host,
                version,
                inventory=tools if isinstance(tools, Inventory) else None,
                settings=self.settings.get(host.name),
                catalog=self,
                mode=self.mode,
            )
        return found

    def hosts(self) -> Iterator[tuple[Host, object]]:
        """The hosts that were looked for, each with the settings of its session."""
        return ((host_of(name), settings) for name, settings in self.settings.items())

    def remit(self, entry: Entry) -> Remit | None:
        """The remit of an entry in its session; `None` where remit refuses the file or it cannot be read."""
        definition = entry.definition
        if definition is None:
            return None
        return Remit(definition, self.session(entry.host, entry.version).answer(definition))

    def around_of(self, entry: Entry) -> Surroundings:
        """The surroundings of a session in which an entry counts: the catalog's own, or those of a project below it."""
        around = self.around
        if entry.origin is None or entry.origin == around.root:
            return around
        return Surroundings(
            entry.origin,
            around.home,
            extra=around.extra,
            plugins=around.plugins,
            managed=around.managed,
            environment=around.environment,
        )

    def together(self) -> Iterator[list[Entry]]:
        """The active agents that are there together: those of the catalog's own session, host by host, and for each project below it
        those of that project with what counts everywhere."""
        groups: dict[tuple[str, str | None], list[Entry]] = {}
        for entry in self.entries:
            if entry.status == ACTIVE and entry.scope != LOOSE:
                origin = entry.origin if entry.origin != self.around.root else None
                groups.setdefault((entry.host.name, origin), []).append(entry)
        for (host, origin), own in groups.items():
            yield own if origin is None else [*groups.get((host, None), ()), *own]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def active(self, host: str) -> list[Definition]:
        """The definitions of a host that count where the session works."""
        return [definition for _, definition in self.agents(host)]

    def agents(self, host: str) -> list[tuple[str, Definition]]:
        """The same with the name each goes by in the session, which for a plugin's agent has the plugin's before it."""
        return [
            (entry.identity or "", entry.reading.subject())
            for entry in self.entries
            if entry.status == ACTIVE
            and entry.host.name == host
            and entry.reading is not None
            and entry.place.scope != LOOSE
            and (entry.origin is None or entry.origin == self.around.root)
        ]

    def configurations(self) -> Iterator[Document]:
        """The settings files of the session, as written."""
        for name, settings in self.settings.items():
            yield from host_of(name).configurations(self.around, settings)

    def find(self, name: str, host: str | None = None) -> list[Entry]:
        """The entries of that identity, the active first; without one those that only differ in case, `-`, `_` and blanks."""
        from .tools import fold

        pool = [entry for entry in self.entries if entry.identity is not None and (host is None or entry.host.name == host)]
        exact = [entry for entry in pool if name in (entry.identity, (entry.identity or "").rpartition(":")[2])]
        # Where the file is the identity, people still call the agent by the name in it.
        exact = exact or [
            entry for entry in pool if entry.scope != LOOSE and entry.definition is not None and entry.definition.name == name
        ]
        found = exact or [entry for entry in pool if fold(entry.identity or "") == fold(name)]
        return sorted(found, key=lambda entry: (entry.status != ACTIVE, entry.place.rank))

    def names(self, host: str | None = None) -> list[str]:
        return sorted(
            {entry.identity for entry in self.entries if entry.identity and (host is None or entry.host.name == host)}
        )


def entry_of(host: Host, version: Version, place: Place, path: str, reading: Reading, session: str) -> Entry:
    """A reading filed under its identity."""
    entry = Entry(host, version, place, path)
    entry._reading = reading
    if reading.loaded:
        name = reading.name or ""
        entry.identity = f"{place.prefix}:{_folders(place, path)}{name}" if place.prefix else name
        entry.session = session
    else:
        entry.status = SKIPPED if reading.silent and not meant(reading) else BROKEN
        entry.reason = reading.why
        entry.identity = written_name(reading)
    return entry


def loose_entry(place: Place, found: Look) -> Entry:
    """A file in no host's place, as an entry."""
    entry = Entry(found.host, found.version, place, found.path)
    entry.status, entry.identity, entry.reason = found.status, found.identity, found.reason
    if found.reading is not None:
        entry._reading = found.reading
    else:
        entry._findings = found.findings
    return entry


def stem_of(place: Place, path: str) -> str:
    """The file's name without its ending, with the folders below the place before it."""
    relative = path[len(place.path) :].lstrip(os.sep) if path.startswith(place.path) else os.path.relpath(path, place.path)
    relative = relative or os.path.basename(path)  # the place is the file
    for suffix in place.suffixes:
        relative = relative.removesuffix(suffix)
    return relative.replace(os.sep, "/")


def _folders(place: Place, path: str) -> str:
    """The folders between a plugin's place and a file, as part of the agent's identity."""
    inner = os.path.dirname(os.path.relpath(path, place.path))
    return "".join(f"{name}:" for name in inner.split(os.sep) if name)
