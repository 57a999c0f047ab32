"""What an agent may call of one server's tools, by the same ruling as everywhere."""

from __future__ import annotations

from functools import reduce

from ...hosts import host as host_of
from ...policy import ALLOW, ASK, DENY, Decision, stricter
from ...ruling import Ruling, covers
from ..clock import now
from ..policy import PolicyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from ..standing import Standing

    T = TypeVar("T")

NOTHING = Ruling()
"""What counts before anybody has asked, and once nothing is allowed."""
PATIENCE = 30.0
"""Seconds that a server waits for a policy that is out of date to be compiled again."""


class Tools:
    """One server's tools as one agent has them, for `ttl` seconds from now on, or without an end.

    A call that would have to be asked for passes, as the host in front of the gate asks; with `asking` false nobody does, and it is refused.
    """

    __slots__ = ("_asking", "_clock", "_closed", "_entry", "_ruling", "_server", "_since", "_standing", "ttl")

    def __init__(
        self,
        standing: Standing,
        host: str,
        server: str,
        *,
        ttl: float | None = None,
        asking: bool = True,
        clock: Callable[[], float] = now,
    ) -> None:
        self._standing = standing
        self._ruling = NOTHING
        self._entry = host_of(host).server_entry
        self._server = server
        self._asking = asking
        self._clock = clock
        self._since = clock()
        self._closed: float | None = None
        self.ttl = ttl

    @property
    def left(self) -> float | None:
        """The seconds until the grant ends, `None` where it does not."""
        return None if self.ttl is None else max(0.0, self.ttl - (self._clock() - self._since))

    def refusal(self) -> str | None:
        """Why nothing at all is allowed at this moment, or `None`. To be asked before every call; what is asked after it is answered by the
        same ruling."""
        self._ruling = NOTHING
        if self.ttl is not None and self._clock() - self._since >= self.ttl:
            return f"the grant has expired: this server was granted for {self.ttl:g} seconds"
        try:
            self._ruling = self._standing.held().ruling
        except PolicyError as problem:
            return f"{problem.reason}; {problem.hint}"
        self._ruling.session = ()  # the settings are the host's to apply, and it knows them as they are now
        return None

    def over(self) -> str | None:
        """Why the server is to be ended, or `None`: what cannot be renewed is over at once, a policy that is out of date after a while."""
        reason = self.refusal()
        if reason is None:
            self._closed = None
            return None
        if self._closed is None:
            self._closed = self._clock()
        return reason if not self._standing.renewable or self._clock() - self._closed >= PATIENCE else None

    @property
    def counts(self) -> object:
        """What counts since it was last asked: another object once something else does."""
        return self._ruling

    def known_as(self, tool: str) -> str:
        """The tool's name in the agent's lists."""
        return self._ruling.name_of(self._entry(self._server, tool))

    def has(self, tool: str) -> bool:
        """Whether the agent has the tool for some call."""
        ruling = self._ruling
        if ruling.rules is None:
            return self._one([ruling.has(name) for name in self._names(tool)], tool, all, any)
        # Where the last rule that applies decides, no list has the tools of a server that nobody knew beforehand.
        return self._one([ruling.decide(name).effect != DENY for name in self._names(tool)], tool, all, any)

    @property
    def open(self) -> bool:
        """Whether anything at all was allowed when it was last asked."""
        return self._ruling is not NOTHING

    @property
    def whole(self) -> bool:
        """Whether the agent has all of the server, also what no list names: then its resources and prompts are its own too."""
        return self._ruling.has(self._entry(self._server, "*"))

    def decide(self, tool: str, arguments: dict[str, object]) -> Decision:
        """May the agent make this call? `ALLOW` or `DENY`."""
        found = [self._ruling.decide(name, arguments) for name in self._names(tool)]
        decision = self._one(found, tool, _strictest, _mildest)
        if decision.effect != ASK:
            return decision
        return (
            Decision(ALLOW, decision.reason) if self._asking else Decision(DENY, f"{decision.reason}, and nobody can be asked")
        )

    def _names(self, tool: str) -> list[str]:
        """What lists may call the tool: as the server does, and as hosts write names that have other characters than they take."""
        return list(dict.fromkeys((self._entry(self._server, tool), self._entry(_plain(self._server), _plain(tool)))))

    def _one(self, found: list[T], tool: str, strict: Callable[[list[T]], T], mild: Callable[[list[T]], T]) -> T:
        """The answer about a tool that goes by two names: either may be granted, and either may be taken away."""
        if len(found) == 1:
            return found[0]
        ruling = self._ruling
        names = [ruling.name_of(name) for name in self._names(tool)]
        taken = ruling.rules is not None or any(covers(pattern, name) for pattern in ruling.taken for name in names)
        return strict(found) if taken else mild(found)


def _strictest(decisions: list[Decision]) -> Decision:
    return reduce(stricter, decisions)


def _mildest(decisions: list[Decision]) -> Decision:
    return next((one for effect in (ALLOW, ASK) for one in decisions if one.effect == effect), decisions[0])


def _plain(name: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in "_-") else "_" for char in name)
