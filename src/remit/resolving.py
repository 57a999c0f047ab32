"""A remit: which tools an agent asks for, which it gets, which it can reach, and why.

The answer for one definition is its host's (`Host.resolve`). What is the same for every host stands here: reaching further agents to a
fixed point, and the object that carries the answer.
"""

from __future__ import annotations

from .hosts import host as host_of
from .hosts.base import FOREGROUND
from .inventory import Inventory
from .session import Resolution, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .catalog import Catalog
    from .definition import Definition
    from .diagnostic import Diagnostic
    from .policy import Decision
    from .ruling import Ruling
    from .session import Reason


class Remit:
    """The whole answer for one definition: `declared`, `effective`, `reachable`, the reasons, and decisions about calls."""

    __slots__ = ("_paths", "_ruling", "definition", "resolution")

    def __init__(self, definition: Definition, resolution: Resolution) -> None:
        self.definition = definition
        self.resolution = resolution
        self._paths: dict[str, tuple[str, ...]] | None = None
        self._ruling: Ruling | None = None

    @property
    def declared(self) -> tuple[str, ...] | None:
        return self.resolution.declared

    @property
    def effective(self) -> tuple[str, ...] | None:
        return self.resolution.effective

    @property
    def enforced(self) -> tuple[str, ...] | None:
        return self.resolution.enforced

    @property
    def spawnable(self) -> bool:
        return self.resolution.spawnable

    @property
    def reasons(self) -> list[Reason]:
        return self.resolution.reasons

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return self.resolution.diagnostics

    @property
    def reachable(self) -> tuple[str, ...] | None:
        """The effective tools, then those of every agent that can be started from here, however far down."""
        if self.effective is None:
            return None
        return tuple(self.paths)

    @property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """For each reachable tool the agents on the way to it, this one first: `("reviewer", "fixer")`."""
        if self._paths is None:
            self._paths = _reach(self.definition, self.resolution)
        return self._paths

    @property
    def ruling(self) -> Ruling:
        """What remit holds the agent to, as plain data that decides about calls."""
        if self._ruling is None:
            self._ruling = self.resolution.session.host.ruling(self.definition, self.resolution)
        return self._ruling

    def decide(self, tool: str, value: object = None) -> Decision:
        """May the agent call `tool` with this input (a dictionary, or the text of its main field)?"""
        return self.ruling.decide(tool, value)

    def may_spawn(self, name: str) -> bool:
        """Whether the agent may start the agent of that name."""
        return self.resolution.spawns is not None and self.resolution.spawns(name)

    def __repr__(self) -> str:
        return f"Remit({self.definition.name!r}, effective={self.effective!r})"


def resolve(
    definition: Definition,
    inventory: Inventory | Iterable[str] | None = None,
    settings: object = None,
    catalog: Catalog | None = None,
    *,
    host: str | None = None,
    mode: str = FOREGROUND,
    depth: int = 1,
) -> Remit:
    """The remit of a definition.

    `inventory`: the session's tools, an `Inventory` or names; the host version's built-ins by default. `settings`: what the host's
    `settings` gave, none by default. `catalog`: who else could be started. `host`: `NAME[@VERSION]`, by default the definition's own.
    """
    name, _, version = (host or definition.host).partition("@")
    found = host_of(name)
    if inventory is not None and not isinstance(inventory, Inventory):
        inventory = Inventory.of(inventory)
    at = found.version(version or (definition.host_version if name == definition.host else None) or None)
    session = Session(found, at, inventory=inventory, settings=settings, catalog=catalog, mode=mode, depth=depth)
    return Remit(definition, found.resolve(definition, session))


def _reach(definition: Definition, resolution: Resolution) -> dict[str, tuple[str, ...]]:
    """Breadth first, so that the path to each tool is a shortest one. Agents that were reached at a lesser depth are not asked again:
    going deeper only takes tools away."""
    paths: dict[str, tuple[str, ...]] = dict.fromkeys(resolution.effective or (), (definition.name,))
    if resolution.spawns is None or not resolution.spawnable:
        return paths
    if _starts_any(definition, resolution, paths):
        return paths
    waiting = [(name, target) for name, target in resolution.session.agents if not _same(target, definition)]
    front: list[tuple[Resolution, tuple[str, ...], frozenset[str] | None]] = [(resolution, (definition.name,), None)]
    while front and waiting:
        following: list[tuple[Resolution, tuple[str, ...], frozenset[str] | None]] = []
        for current, path, ceiling in front:
            if current.spawns is None:
                continue
            limit = ceiling
            if current.narrows:
                own = frozenset(current.effective or ())
                limit = own if ceiling is None else ceiling & own
            session = current.session.deeper(limit)
            left = []
            for name, target in waiting:
                if not current.spawns(name):
                    left.append((name, target))
                    continue
                answer = session.answer(target)
                if answer.effective is None or not answer.spawnable:
                    continue
                for tool in answer.effective:
                    paths.setdefault(tool, (*path, name))
                following.append((answer, (*path, name), limit))
            waiting = left
        front = following
    return paths


def _starts_any(definition: Definition, resolution: Resolution, paths: dict[str, tuple[str, ...]]) -> bool:
    """Adds what an agent reaches that may start every other: what any of them has, by one step. `False` where that is not so plain.

    A session has one answer for all such agents, which spares asking each of them about each other one. The agent itself is among those
    that are asked; that tells nothing new where it has no more tools when it is started than it has here.
    """
    session = resolution.session
    spawns = resolution.spawns
    if spawns is None or not all(spawns(name) for name, _ in session.agents):
        return False
    below = session.deeper(frozenset(resolution.effective or ()) if resolution.narrows else None)
    if not all(tool in paths for tool in below.answer(definition).effective or ()):
        return False
    for tool, name in below.owners.items():
        if tool not in paths:
            paths[tool] = (definition.name, name)
    return True


def _same(left: Definition, right: Definition) -> bool:
    return left.name == right.name and left.path == right.path
