"""The door: every call of every tool of one agent passes here, and nowhere else is it decided.

An agent below others is held to its own ruling within theirs. A path is looked at as it is written and as it really is, so that a link opens
nothing.
"""

from __future__ import annotations

import os

from ..enforcement.clock import now
from ..enforcement.narrowing import Narrowed
from ..policy import ASK, DENY, Decision, stricter
from ..ruling import MCP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .plan import AgentPlan

INSISTS = 3
"""In how many turns one after the other a model may be refused what it calls before its run ends."""
PATH_FIELDS = ("file_path", "path", "filePath")
"""The names that hosts have for the field of a path: a decision is given all of them."""


class Insisted(Exception):
    """The model goes on calling what it is refused: `expired` says that it was granted once."""

    def __init__(self, reason: str, expired: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.expired = expired


class Refused(Exception):
    """A call that is not made, and why, in words for the model."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Door:
    """The door of one agent at work in `cwd`. `ask(tool, input, reason)` says whether somebody agrees to a call that is to be asked for; without
    it nobody does. `spent`: the seconds that it has been at work before, in a process that is no more."""

    __slots__ = ("_ask", "_began", "_clock", "_last", "_row", "agent", "calls", "cwd", "refused", "remit", "turn")

    def __init__(
        self,
        agent: AgentPlan,
        cwd: str,
        above: Narrowed | None = None,
        *,
        ask: Callable[[str, object, str], bool] | None = None,
        clock: Callable[[], float] = now,
        spent: float = 0.0,
    ) -> None:
        self.agent = agent
        self.remit = Narrowed(agent.ruling) if above is None else above.below(agent.ruling)
        self.cwd = cwd
        self.calls = 0
        self.refused = 0
        self._ask = ask
        self._clock = clock
        self._began = clock() - spent
        self.turn = 0
        self._row = 0
        self._last = -1

    def offers(self, tool: str) -> bool:
        """Whether the agent is shown the tool at all."""
        return self.remit.has(tool)

    def check(self, tool: str, value: dict[str, object]) -> None:
        """Looks whether a call may be made. Raises `Refused`, and `Insisted` where there were too many of them in a row."""
        if self.agent.ttl is not None and self._clock() - self._began >= self.agent.ttl:
            self.refuse(f"what was granted for {self.agent.ttl:g} seconds has expired", expired=True)
        decision = self.decide(tool, value)
        if decision.effect == ASK and not (self._ask is not None and self._ask(tool, value, decision.reason)):
            self.refuse(f"`{tool}` was to be asked for and nobody agreed: {decision.reason}")
        if decision.effect == DENY:
            self.refuse(f"`{tool}` is outside the remit of `{self.agent.name}`: {decision.reason}")

    def passed(self) -> None:
        """Counts a call that nothing is against."""
        self.calls += 1
        self._row = 0

    def decide(self, tool: str, value: object) -> Decision:
        """The decision about a call, whoever is asked then."""
        answer = self.remit.decide(tool, value, self.cwd)
        for other in self._really(tool, value):
            answer = stricter(answer, self.remit.decide(tool, other, self.cwd))
        return answer

    def _really(self, tool: str, value: object) -> list[object]:
        """A call that names a path, with the path that it really is."""
        if not isinstance(value, dict) or tool.startswith(MCP):
            return []
        path = next((value[name] for name in PATH_FIELDS if isinstance(value.get(name), str)), None)
        if path is None or "\0" in path:
            return []
        real = os.path.realpath(os.path.join(self.cwd, os.path.expanduser(path)))
        return [{**value, **dict.fromkeys(PATH_FIELDS, one)} for one in dict.fromkeys((path, real))]

    def refuse(self, reason: str, *, expired: bool = False) -> None:
        """Refuses a call. Always raises."""
        self.refused += 1
        self._row += self._last != self.turn or not self._row
        self._last = self.turn
        if self._row > INSISTS:
            raise Insisted(reason, expired)
        raise Refused(reason)
