"""What a definition is resolved in, and the answer that its host gives.

Every host speaks in these terms: it is asked in a `Session` and answers with a `Resolution`, a `Reason` for every tool.
"""

from __future__ import annotations

from .hosts.base import FOREGROUND, MAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .catalog import Catalog
    from .definition import Definition
    from .diagnostic import Diagnostic
    from .hosts.base import Host, Version
    from .inventory import Inventory
    from .policy import Origin


class Session:
    """What a definition is resolved in: the host's version, its tools, its settings, how the agent runs and who could be called.

    `inventory` and `settings` are `None` where nothing was said: then the host's defaults hold, and no rule of a session narrows them.
    `depth` is how many agents stand above this one. `ceiling` holds the tools of the agent that starts this one where it bounds them,
    `None` where nothing does. `answers` remembers what agents further down were resolved to.
    """

    __slots__ = (
        "_agents",
        "_owners",
        "answers",
        "catalog",
        "ceiling",
        "depth",
        "host",
        "inventory",
        "mode",
        "settings",
        "version",
    )

    def __init__(
        self,
        host: Host,
        version: Version,
        *,
        inventory: Inventory | None = None,
        settings: object = None,
        catalog: Catalog | None = None,
        mode: str = FOREGROUND,
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
        self.answers: dict[tuple[str, str | None, int, str, frozenset[str] | None], Resolution] = {}
        self._agents: list[tuple[str, Definition]] | None = None
        self._owners: dict[tuple[int, str, frozenset[str] | None], dict[str, str]] = {}

    @property
    def agents(self) -> list[tuple[str, Definition]]:
        """The agents that exist in this session by the names they go by: those of the catalog, and the host's own where no file replaces
        them."""
        if self._agents is None:
            found = self.catalog.agents(self.host.name) if self.catalog is not None else []
            names = {name for name, _ in found}
            found += [(one.name, one) for one in self.host.builtin_agents(self.version) if one.name not in names]
            self._agents = found
        return self._agents

    @property
    def owners(self) -> dict[str, str]:
        """The tools of all agents that can be started in this session, each with the first agent that gets it."""
        key = (self.depth, self.mode, self.ceiling)
        found = self._owners.get(key)
        if found is None:
            found = self._owners[key] = {}
            for name, agent in self.agents:
                answer = self.answer(agent)
                if answer.spawnable:
                    for tool in answer.effective or ():
                        found.setdefault(tool, name)
        return found

    def forget(self, path: str) -> None:
        """Lets go of what was worked out from a file that says something else now."""
        self._agents = None
        self._owners.clear()
        for key in [key for key in self.answers if key[1] == path]:
            del self.answers[key]

    def deeper(self, ceiling: frozenset[str] | None = None) -> Session:
        """The same session one agent further down, below an agent whose tools bound it where the host holds children to them."""
        mode = FOREGROUND if self.mode == MAIN else self.mode
        below = Session(
            self.host,
            self.version,
            inventory=self.inventory,
            settings=self.settings,
            catalog=self.catalog,
            mode=mode,
            depth=1 if self.mode == MAIN else self.depth + 1,
            ceiling=ceiling,
        )
        below.answers = self.answers
        below._agents = self.agents
        below._owners = self._owners
        return below

    def answer(self, definition: Definition) -> Resolution:
        """The host's answer for a definition in this session, asked once."""
        key = (definition.name, definition.path, self.depth, self.mode, self.ceiling)
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
    * `reasons`: one for every tool, or what gives them: they are many, and seldom read.
    * `spawnable`: whether the host would start the agent at all.
    * `spawns`: says of an agent's name whether this agent may start it; `None` where it can start none.
    * `added`: tools that the host adds beyond the declared ones.
    * `narrows`: whether an agent that is started from here is held to this one's own tools by the host.
    """

    __slots__ = (
        "_reasons", "added", "data", "declared", "diagnostics", "effective", "enforced", "narrows", "session", "spawnable", "spawns",
    )  # fmt: skip

    def __init__(
        self,
        session: Session,
        declared: Sequence[str] | None,
        effective: Sequence[str] | None,
        *,
        enforced: Sequence[str] | None = None,
        reasons: list[Reason] | Callable[[], list[Reason]] | None = None,
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
        self._reasons = reasons or []
        self.spawnable = spawnable
        self.spawns = spawns
        self.added = tuple(added)
        self.narrows = narrows
        self.diagnostics = diagnostics or []
        self.data = data

    @property
    def reasons(self) -> list[Reason]:
        if not isinstance(self._reasons, list):
            self._reasons = self._reasons()
        return self._reasons
