"""What one agent is held to for as long as the files say the same: asked before every call, and refusing once they do not.

A policy that was compiled anew counts from then on; one that is out of date, unreadable or gone is none. What was resolved on the spot
stays what it was: an agent that changes its own definition gains nothing, and has nothing from then on.
"""

from __future__ import annotations

import os
import time

from .digests import same
from .policy import Policy, PolicyError
from .policy import load as read_policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .policy import Held

    Mark = tuple[int, int, int, int] | None

RECENT = 2.0
"""Seconds within which a file that changed is read again: a second change could leave its times the same."""


class Standing:
    """What an agent is held to, and the files that say so. `held` raises `PolicyError` where they no longer do."""

    __slots__ = ("_held", "_marks", "_sources")

    renewable = False
    """Whether it can count again after it no longer did."""

    def __init__(self, held: Held, sources: Mapping[str, object]) -> None:
        self._held = held
        self._sources = sources
        self._marks: dict[str, Mark] = {}

    def held(self) -> Held:
        for path, wanted in self._sources.items():
            mark = _mark(path)
            if self._marks.get(path, ()) == mark:
                continue
            if not same(path, wanted):
                raise PolicyError(f"{path} has changed, so nothing is allowed", self._cure)
            if mark is None or time.time() - mark[-1] / 1e9 >= RECENT:
                self._marks[path] = mark
        return self._held

    @property
    def _cure(self) -> str:
        return "start the gate again"


class PolicyStanding(Standing):
    """What a policy's file says of an agent; `None` is the session itself."""

    __slots__ = ("_agent", "_file", "_host", "_path")

    renewable = True

    def __init__(self, path: str, host: str, agent: str | None) -> None:
        self._path = os.path.abspath(path)
        self._host = host
        self._agent = agent
        self._file: Mark = None
        self._read()

    def held(self) -> Held:
        if _mark(self._path) != self._file:
            self._read()
        return super().held()

    def _read(self) -> None:
        mark = _mark(self._path)
        policy = read_policy(self._path, fresh=False)
        super().__init__(_of(policy, self._host, self._agent), policy.sources)
        self._file = mark

    @property
    def _cure(self) -> str:
        return f"compile the policy again: `remit compile --again {self._path}`"


def _of(policy: Policy, host: str, agent: str | None) -> Held:
    if agent is None:
        return policy.session(host)
    found = policy.agent(host, agent)
    if found is None:
        raise PolicyError(f"the policy has no agent `{agent}` of {host}", "`remit list` shows the agents there are")
    return found


def _mark(path: str) -> Mark:
    """What tells one state of a file from another without reading it."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
