"""A definition on its way to a session: its policy, mode and memory with their places, and what a decision about it needs."""

from __future__ import annotations

from ...policy import Origin
from ...tools import Entry
from .policy import INHERIT, Policy
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from .reading import ZephReading


class Agent:
    """A definition as Zeph has it, with the places of its parts: the file's own values where there is one, else the
    definition's."""

    __slots__ = ("definition", "memory", "mode", "policy", "reading", "worktree")

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        reading: ZephReading | None = definition.reading  # type: ignore[assignment]
        self.reading = reading
        if reading is None:
            self.policy = Policy.of(definition.tools, definition.disallowed_tools)
            self.mode = definition.permission_mode
            self.memory = definition.memory
            self.worktree = definition.extra.get("worktree") is True
            return
        self.policy = reading.view if isinstance(reading.view, Policy) else Policy(INHERIT)
        values = reading.values
        self.mode = values.text("permissions.permission_mode") if values else None
        self.memory = values.text("memory") if values else None
        self.worktree = bool(values and values.get("permissions.worktree"))

    @property
    def loaded(self) -> bool:
        return self.reading is None or self.reading.loaded

    @property
    def refused(self) -> bool:
        return self.reading is not None and self.reading.definition is None

    def origin(self, entry: Entry | None) -> Origin | None:
        if self.reading is None or entry is None or entry.start < 0:
            return None
        return Origin(self.reading.document.source, entry.start, entry.end)

    def place(self, route: str) -> Origin | None:
        """Where a field stands."""
        values = self.reading.values if self.reading is not None else None
        if self.reading is None or values is None or route not in values.nodes:
            return None
        return Origin(self.reading.document.source, *values.place(route))


class Data:
    """What a decision needs beside the resolution. `stopped` is why Zeph does not start the agent, `scopes` the only calls of a
    tool that the author allows, by tool."""

    __slots__ = ("agent", "because", "folded", "mode", "scopes", "settings", "stopped")

    def __init__(self, agent: Agent, settings: Settings | None, folded: bool, mode: str | None) -> None:
        self.agent = agent
        self.settings = settings
        self.folded = folded
        self.mode = mode
        self.stopped: str | None = None
        self.because: Origin | None = None
        self.scopes: dict[str, list[str]] = {}


def memory_path(scope: str, name: str) -> str:
    """The folder of an agent's memory. Raises `InvalidDefinition` for a name that Zeph refuses here as well."""
    from .reading import valid_name

    if not valid_name(name):
        from ...errors import InvalidDefinition

        raise InvalidDefinition(f"`{name}` cannot name a memory folder: letters, digits, `-` and `_`, at most 64")
    folder = {"user": "~/.zeph/agent-memory", "project": ".zeph/agent-memory", "local": ".zeph/agent-memory-local"}[scope]
    return f"{folder}/{name}"
