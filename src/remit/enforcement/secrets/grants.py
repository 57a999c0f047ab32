"""Grants: what an agent is given for a time, and the store that says, before every call, whether the time is still running.

A `Grant` is about a secret or a tool, by its exact name. It has expired once its time has passed: at exactly `ttl` seconds, and at once for 0. Time
is that of a clock that nobody can set, handed in. The store only limits in time and is no allowlist: a tool that was never granted for a time
is none of its business. Nothing here is ever written down: a store, and a grant, cannot be pickled or copied.
"""

from __future__ import annotations

import threading

from .. import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

SECRET = "secret"  # noqa: S105 (a kind, no secret)
TOOL = "tool"

UNLIMITED = "unlimited"
"""The tool was never granted for a time."""
ACTIVE = "active"
EXPIRED = "expired"


class Grant:
    """One thing granted for a time, in seconds of the store's clock."""

    __slots__ = ("kind", "name", "since", "ttl")

    def __init__(self, kind: str, name: str, ttl: float, since: float) -> None:
        if kind not in (SECRET, TOOL):
            raise ValueError(f"`{kind}` is no kind of grant")
        if not ttl >= 0:
            raise ValueError("a grant's time is 0 or more seconds")
        self.kind = kind
        self.name = name
        self.ttl = ttl
        self.since = since

    @property
    def until(self) -> float:
        return self.since + self.ttl

    def expired(self, now: float) -> bool:
        # Not `now >= until`: the sum may round to a moment later than the time asked for.
        return now - self.since >= self.ttl

    def __repr__(self) -> str:
        return f"Grant({self.kind}, {'<redacted>' if self.kind == SECRET else self.name})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a grant is not written down")


class Grants:
    """The grants of one run. Several threads may ask; what is revoked counts for all of them at once."""

    __slots__ = ("__weakref__", "_clock", "_grants", "_lock", "_revoked", "_seen")

    def __init__(self, time: Callable[[], float] = clock.now) -> None:
        self._clock = time
        self._grants: list[Grant] = []
        self._seen: set[str] = set()
        self._revoked = False
        self._lock = threading.RLock()

    def add(self, grant: Grant) -> None:
        """Appends: an earlier grant of the same thing stays, and none is swept. Raises `RuntimeError` once the run is over."""
        with self._lock:
            if self._revoked:
                raise RuntimeError("the run is over: nothing more is granted")
            self._grants.append(grant)
            if grant.kind == TOOL:
                self._seen.add(grant.name)

    def grant_secret(self, key: str, ttl: float) -> None:
        self._grant(SECRET, key, ttl)

    def grant_tool(self, name: str, ttl: float) -> None:
        self._grant(TOOL, name, ttl)

    def _grant(self, kind: str, name: str, ttl: float) -> None:
        with self._lock:
            now = self.sweep()
            self.add(Grant(kind, name, ttl, now))

    def sweep(self) -> float:
        """Forgets what has expired, and tells the time."""
        with self._lock:
            now = self._clock()
            self._grants = [grant for grant in self._grants if not grant.expired(now)]
            return now

    def is_active(self, kind: str, name: str) -> bool:
        """Whether any grant of it is still running, now."""
        with self._lock:
            self.sweep()
            return any(grant.kind == kind and grant.name == name for grant in self._grants)

    def expires_at(self, kind: str, name: str) -> float | None:
        """When the first of its grants ends that is still running, not the latest: whoever asks rather stops too early."""
        with self._lock:
            self.sweep()
            return next((grant.until for grant in self._grants if grant.kind == kind and grant.name == name), None)

    def check_tool(self, name: str) -> str:
        """`UNLIMITED`, `ACTIVE` or `EXPIRED`: to be asked before every call. A tool that was granted once stays expired, however often
        somebody asks."""
        with self._lock:
            if self._revoked and name in self._seen:
                return EXPIRED
            if self.is_active(TOOL, name):
                return ACTIVE
            return EXPIRED if name in self._seen else UNLIMITED

    def revoke_all(self) -> None:
        """Ends everything at once, for good: the run is over, was cancelled, or is dropped."""
        with self._lock:
            self._grants.clear()
            self._revoked = True

    @property
    def revoked(self) -> bool:
        return self._revoked

    def __enter__(self) -> Grants:
        return self

    def __exit__(self, *_: object) -> None:
        self.revoke_all()

    def __del__(self) -> None:
        if getattr(self, "_grants", None):
            self._grants.clear()
            import warnings

            warnings.warn("grants were dropped before they were revoked; they are revoked now", ResourceWarning, stacklevel=2)

    def __len__(self) -> int:
        return len(self._grants)

    def __repr__(self) -> str:
        return f"Grants({len(self._grants)})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("grants are not written down")
