"""Projects: the agents of one folder of the workspace, known once and kept up to date.

The catalog of a project is discovered when it is opened and when files change outside the editor, never at a key. What stands in open
buffers counts before it is saved: those files are read anew in the catalog, and everything else that was worked out stays.
"""

from __future__ import annotations

import os

from ..baseline import Baseline
from ..catalog import Catalog, Entry
from ..checking import Bench, other_host, run
from ..configuration import Configurations
from ..document import Document
from ..errors import UsageError
from ..fixing import View, proved, views_of
from ..fixing.rounds import Wanted, mend
from ..fixing.views import view_alone
from ..gathering import discover
from ..hosts import all_hosts
from ..loose import SKIPPED, in_agents_folder, look_into
from ..renewing import renew
from ..resolving import Remit
from ..session import Session
from ..sieve import Sieve
from ..source import MAX_BYTES
from .options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..diagnostic import Diagnostic, Fix
    from ..hosts.base import Host, Reading, Version
    from ..source import Source
    from .buffers import Buffer


class Agent:
    """One agent of an open document: what its host makes of the text, and the session it would run in.

    `identity` is the name it goes by there. `active` says that the host has it and no other takes its place.
    """

    __slots__ = ("_remit", "active", "identity", "reading", "session")

    def __init__(self, reading: Reading, session: Session, identity: str | None, active: bool) -> None:
        self.reading = reading
        self.session = session
        self.identity = identity
        self.active = active
        self._remit: Remit | None = None

    @property
    def host(self) -> Host:
        return self.reading.host

    @property
    def version(self) -> Version:
        return self.reading.version

    @property
    def remit(self) -> Remit:
        if self._remit is None:
            definition = self.reading.subject()
            self._remit = Remit(definition, self.host.resolve(definition, self.session))
        return self._remit


class Known:
    """What is known of a project's files: its catalog, its configurations, and what is wrong with those."""

    __slots__ = ("catalog", "configurations", "problem")

    def __init__(self, catalog: Catalog, configurations: Configurations, problem: UsageError | None = None) -> None:
        self.catalog = catalog
        self.configurations = configurations
        self.problem = problem


class Project:
    """A folder that sessions work in. `below` says whether the projects below it are its too.

    `problem` is what is wrong with its configuration; it is told, and files are checked without one.
    """

    def __init__(self, root: str, options: Options, *, below: bool = True) -> None:
        self.root = root
        self.options = options
        self.below = below
        self.catalog: Catalog | None = None
        self.bench: Bench | None = None
        self.problem: UsageError | None = None
        self._baseline: Baseline | None = None
        self._read: dict[str, Source] = {}
        self._agents: dict[str | None, tuple[Source, list[Agent]]] = {}

    def discover(self) -> Known:
        """What the files on the disk say. Touches nothing of the project, so another thread may do it."""
        problem = None
        configurations = Configurations(self.options.selection)
        try:
            host = configurations.of(self.root).host
        except UsageError as mistake:
            problem, host = mistake, None
            configurations = Configurations(self.options.selection, search=False)
        catalog = discover(
            self.root,
            self.options.host or host,
            home=self.options.home,
            environment=dict(os.environ),
            below=self.below,
        )
        return Known(catalog, configurations, problem)

    def adopt(self, known: Known, buffers: Iterable[Buffer]) -> None:
        """Takes over what files say, and what stands in buffers on top of it."""
        self.catalog = known.catalog
        self.problem = known.problem
        self._bench(known.configurations)
        self._read.clear()
        self._agents.clear()
        for buffer in buffers:
            self.update(buffer.source)

    def _bench(self, configurations: Configurations) -> None:
        assert self.catalog is not None
        configuration = configurations.of(self.root)
        sieve = Sieve(configurations, self.root)
        self.bench = Bench(self.catalog, sieve, configuration.inventory, self.options.mode)
        self._baseline = None
        try:
            if configuration.baseline is not None:
                self._baseline = Baseline.read(configuration.baseline)
        except UsageError as mistake:
            self.problem = mistake

    def update(self, source: Source) -> None:
        """Reads one file anew where its text is not the one that is known."""
        path = source.path
        if self.catalog is None or self.bench is None or path is None or self._read.get(path) is source or large(source):
            return
        self._read[path] = source
        renew(self.catalog, source)
        self.bench.forget(path)
        self._agents.clear()

    def entries(self, path: str | None) -> list[Entry]:
        """The entries of a file, those left out that are no definitions."""
        if self.catalog is None or path is None:
            return []
        return [entry for entry in self.catalog if entry.path == path and entry.status != SKIPPED]

    def _host_of(self, path: str | None) -> str | None:
        """The host that a file is read as whatever its place says: the user's word, else the configuration's for its path."""
        found = self.entries(path) if self.options.host is None and self.bench is not None else []
        if not found or self.bench is None:
            return self.options.host
        return other_host(found[0], self.bench.sieve)

    def agents(self, source: Source) -> list[Agent]:
        """The agents in a text, as this project has them; none where the text is nobody's definition."""
        self.update(source)
        known, found = self._agents.get(source.path, (None, []))
        if known is not source:
            found = self._look(source)
            self._agents[source.path] = source, found
        return found

    def _look(self, source: Source) -> list[Agent]:
        if large(source):
            return []
        host = self._host_of(source.path)
        if self.bench is not None and host == self.options.host:
            found = [
                Agent(entry.reading, self.bench.session(entry), entry.identity, entry.status == "active")
                for entry in self.entries(source.path)
                if entry.reading is not None
            ]
            if found:
                return found
        reading = alone(source, host)
        if reading is None:
            return []
        return [Agent(reading, self._session(reading), reading.name, False)]

    def agent_named(self, host: Host, name: str) -> Agent | None:
        """The agent that a host would start by that name, the active one first."""
        if self.catalog is None or self.bench is None:
            return None
        for entry in self.catalog.find(name, host.name):
            if entry.reading is not None and entry.identity == name:
                return Agent(entry.reading, self.bench.session(entry), entry.identity, entry.status == "active")
        return None

    def names(self, host: Host) -> frozenset[str]:
        """The names that agents of a host go by here."""
        return frozenset(self.catalog.names(host.name)) if self.catalog is not None else frozenset()

    def _session(self, reading: Reading) -> Session:
        """The session of a file that the catalog does not have."""
        catalog = self.catalog
        own = catalog.inventories.get(reading.host.name) if catalog is not None else None
        from ..inventory import Inventory

        return Session(
            reading.host,
            reading.version,
            inventory=own if isinstance(own, Inventory) else None,
            settings=catalog.settings.get(reading.host.name) if catalog is not None else None,
            catalog=catalog,
            mode=self.options.mode,
        )

    def findings(self, source: Source) -> list[Diagnostic]:
        """What there is to say of a text, as `remit check` would say it of the saved file."""
        self.update(source)
        try:
            return self._findings(source)
        except UsageError as mistake:  # a configuration further down the tree
            self.problem = mistake
            if self.bench is not None:
                self._bench(Configurations(self.options.selection, search=False))
            return self._findings(source)

    def _findings(self, source: Source) -> list[Diagnostic]:
        path = source.path
        if self.bench is None or path is None or not self.entries(path):
            if alone(source, self.options.host) is None:
                return []
            return run(
                [Document(source)], self.options.host, mode=self.options.mode, selection=self.options.selection
            ).diagnostics
        if self.bench.sieve.excludes(path):
            return []
        found = self.bench.file(path)
        self.bench.sieve.suppressed.clear()
        if self._baseline is not None:
            held = {id(one) for one in self._baseline.hold(found)[0]}
            found = [one for one in found if id(one) not in held]
        return found

    # Fixes

    def proves(self, source: Source, finding: Diagnostic, fix: Fix) -> bool:
        """Whether a fix of a text does what it says and nothing else, for every host that reads the file. Who picks one that gives the agent
        a tool wants that."""
        return bool(proved(source, fix, finding=finding, views=self._views(source), widen=fix.widens))

    def mended(self, source: Source) -> Source:
        """The text after all its safe fixes; the same where there are none."""
        if self.bench is not None and self.entries(source.path):
            sieve, held = self.bench.sieve, []
            if self._baseline is not None:
                held = self._baseline.hold(self.bench.file(source.path or ""))[0]
        else:
            sieve, held = Sieve(Configurations(self.options.selection, search=False)), []
        return mend(source, self._views(source), Wanted(sieve, source.path, held)).source

    def _views(self, source: Source) -> list[View]:
        found = views_of(self.bench, source.path) if self.bench is not None and source.path is not None else []
        host = self._host_of(source.path)
        return found if found and host == self.options.host else [view_alone(source, host)]


def large(source: Source) -> bool:
    """Whether a text is larger than any definition that remit reads."""
    return len(source.data) > MAX_BYTES


def alone(source: Source, named: str | None) -> Reading | None:
    """What a host makes of a text that no catalog holds; `None` where it is nobody's definition.

    Files below a hidden folder that no host claims belong to something else, whatever they look like.
    """
    from ..api import reading_of

    path = source.path
    slashed = (path or "").replace(os.sep, "/")
    if path is None or any(host.claims(slashed) for host in all_hosts()):
        reading = reading_of(source, named)
        return reading if path is not None or reading.loaded or reading.definition is not None else None
    folder, name = os.path.split(path)
    if "/." in slashed or not name.endswith(".md") or name == "SKILL.md":
        return None
    prefix = os.path.join(folder, "")
    chosen = _chosen(named)
    found = look_into((prefix, name, in_agents_folder(prefix)), source, *chosen)
    return found.reading if found.status != SKIPPED else None


def _chosen(named: str | None) -> tuple[Host, Version, bool]:
    from ..hosts import DEFAULT, host, select

    chosen = select(named)
    if chosen is not None:
        return *chosen, True
    default = host(DEFAULT)
    return default, default.version(None), False


def home_of(path: str) -> str | None:
    """The folder of the project that a file in a host's place belongs to: what stands above `.claude/agents`."""
    slashed = path.replace(os.sep, "/")
    for host in all_hosts():
        for folder in host.folders:
            above, found, _ = slashed.rpartition(f"/{folder}/")
            if found:
                return above.replace("/", os.sep) or os.sep
    return None
