"""A remit: which tools an agent asks for, which it gets, which it can reach, and why.

The answer for one definition is its host's (`Host.resolve`). What is the same for every host stands here: reaching further agents to a
fixed point, and the object that carries the answer.
"""

from __future__ import annotations

from .hosts import base
from .hosts import host as host_of
from .inventory import Inventory
from .policy import Decision, Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .catalog import Catalog
    from .definition import Definition
    from .diagnostic import Diagnostic
    from .hosts.base import Host, Version


class Session:
    """What a definition is resolved in: the host's version, its tools, its settings, how the agent runs and who could be called.

    `inventory` and `settings` are `None` where nothing was said: then the host's defaults hold, and no rule of a session narrows them.
    `depth` is how many agents stand above this one. `ceiling` holds the tools of the agent that starts this one where it bounds them,
    `None` where nothing does. `answers` remembers what agents further down were resolved to.
    """

    __slots__ = ("answers", "catalog", "ceiling", "depth", "host", "inventory", "mode", "settings", "version")

    def __init__(
        self,
        host: Host,
        version: Version,
        *,
        inventory: Inventory | None = None,
        settings: object = None,
        catalog: Catalog | None = None,
        mode: str = base.FOREGROUND,
        depth: int = 1,
        ceiling: frozenset[str] | None = None,
    ) -> None:
        self.host = host
        self.version = version
        self.inventory = inventory
        self.settings = settings
        self.catalog = catalog
        self.mode = mode
        self.depth = depth
        self.ceiling = ceiling
        self.answers: dict[tuple[str, int, str, frozenset[str] | None], Resolution] = {}

    def deeper(self, ceiling: frozenset[str] | None = None) -> Session:
        """The same session one agent further down, below an agent whose tools bound it where the host holds children to them."""
        mode = base.FOREGROUND if self.mode == base.MAIN else self.mode
        below = Session(
            self.host,
            self.version,
            inventory=self.inventory,
            settings=self.settings,
            catalog=self.catalog,
            mode=mode,
            depth=1 if self.mode == base.MAIN else self.depth + 1,
            ceiling=ceiling,
        )
        below.answers = self.answers
        return below

    def answer(self, definition: Definition) -> Resolution:
        """The host's answer for a definition in this session, asked once."""
        key = (definition.name, self.depth, self.mode, self.ceiling)
        found = self.answers.get(key)
        if found is None:
            found = self.answers[key] = self.host.resolve(definition, self)
        return found


class Reason:
    """Why one tool is granted or not, and the place that says so."""

    __slots__ = ("because", "granted", "origin", "tool")

    def __init__(self, tool: str, granted: bool, because: str, origin: Origin | None = None) -> None:
        self.tool = tool
        self.granted = granted
        self.because = because
        self.origin = origin

    def __repr__(self) -> str:
        return f"Reason({self.tool!r}, {self.granted}, {self.because!r})"


class Resolution:
    """A host's answer for one definition.

    * `declared`: what the author's text asks for, `None` where remit cannot tell it for certain.
    * `effective`: what the host hands over, `None` where it does not have the agent.
    * `enforced`: what remit holds the agent to, as tool names of the inventory; `None` as for `declared`.
    * `spawnable`: whether the host would start the agent at all.
    * `spawns`: says of an agent's name whether this agent may start it; `None` where it can start none.
    * `added`: tools that the host adds beyond the declared ones.
    * `narrows`: whether an agent that is started from here is held to this one's own tools by the host.
    """

    __slots__ = (
        "added", "data", "declared", "diagnostics", "effective", "enforced", "narrows", "reasons", "session", "spawnable", "spawns",
    )  # fmt: skip

    def __init__(
        self,
        session: Session,
        declared: Sequence[str] | None,
        effective: Sequence[str] | None,
        *,
        enforced: Sequence[str] | None = None,
        reasons: list[Reason] | None = None,
        spawnable: bool = True,
        spawns: Callable[[str], bool] | None = None,
        added: Sequence[str] = (),
        narrows: bool = False,
        diagnostics: list[Diagnostic] | None = None,
        data: object = None,
    ) -> None:
        self.session = session
        self.declared = None if declared is None else tuple(declared)
        self.effective = None if effective is None else tuple(effective)
        self.enforced = None if enforced is None else tuple(enforced)
        self.reasons = reasons or []
        self.spawnable = spawnable
        self.spawns = spawns
        self.added = tuple(added)
        self.narrows = narrows
        self.diagnostics = diagnostics or []
        self.data = data


class Remit:
    """The whole answer for one definition: `declared`, `effective`, `reachable`, the reasons, and decisions about calls."""

    __slots__ = ("_paths", "definition", "resolution")

    def __init__(self, definition: Definition, resolution: Resolution) -> None:
        self.definition = definition
        self.resolution = resolution
        self._paths: dict[str, tuple[str, ...]] | None = None

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

    def decide(self, tool: str, value: object = None) -> Decision:
        """May the agent call `tool` with this input (a dictionary, or the text of its main field)?"""
        return self.resolution.session.host.decide(self.resolution, tool, value)

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
    mode: str = base.FOREGROUND,
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
    waiting = [target for target in _targets(resolution.session) if target.name != definition.name]
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
            for target in waiting:
                if not current.spawns(target.name):
                    left.append(target)
                    continue
                answer = session.answer(target)
                if answer.effective is None or not answer.spawnable:
                    continue
                for tool in answer.effective:
                    paths.setdefault(tool, (*path, target.name))
                following.append((answer, (*path, target.name), limit))
            waiting = left
        front = following
    return paths


def _targets(session: Session) -> list[Definition]:
    """The agents that exist in a session: those of the catalog, and the host's own where no file replaces them."""
    found = list(session.catalog.active(session.host.name)) if session.catalog is not None else []
    names = {definition.name for definition in found}
    found += [definition for definition in session.host.builtin_agents(session.version) if definition.name not in names]
    return found
