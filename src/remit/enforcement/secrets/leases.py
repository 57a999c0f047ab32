"""Leases: secrets lent to one agent. An agent has those that its definition names, each for the time it was granted, and only the environment of a
single call ever carries the values.

What Python cannot do: a value is kept as bytes that are overwritten with zeros at the end, but the text handed to a call's environment, the
copies that the interpreter or the operating system makes, and what masks it are memory of the process until that is used again.
"""

from __future__ import annotations

import logging
import re
import threading

from .grants import SECRET, Grants
from .masking import Masker
from .sources import variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import NoReturn

    from .sources import Source

log = logging.getLogger("remit.secrets")

DEFAULT_TTL = 300.0
"""Seconds that a secret is lent for where neither the definition nor the host says."""

_REQUEST = re.compile(r"\[REQUEST_SECRET:([^\]]*)\]")
_KEY = re.compile(r"[A-Za-z0-9_-]{1,100}")


class LeaseError(Exception):
    """A secret that is not lent: `reason` is one phrase, which names no value, nor a key that the agent has no right to."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def requested(reply: str) -> str | None:
    """The key that an agent's reply asks for: the reply starts with `[REQUEST_SECRET: KEY]`. Anything else is ordinary text."""
    found = _REQUEST.match(reply)
    if found is None:
        return None
    key = found[1].strip()
    return key if _KEY.fullmatch(key) else None


class Lease:
    """One secret, lent. Its value is wiped when the lease ends."""

    __slots__ = ("_value", "key")

    def __init__(self, key: str, value: str) -> None:
        self.key = key
        self._value = bytearray(value.encode("utf-8", "surrogateescape"))

    def reveal(self) -> str:
        """The value. Raises `LeaseError` after the end."""
        if not self._value:
            raise LeaseError("the lease has ended")
        return self._value.decode("utf-8", "surrogateescape")

    def wipe(self) -> None:
        """Overwrites the value and lets go of it."""
        for at in range(len(self._value)):
            self._value[at] = 0
        self._value.clear()

    def __del__(self) -> None:
        if hasattr(self, "_value"):
            self.wipe()

    def __repr__(self) -> str:
        return "Lease(<redacted>)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a lease is not written down")


class Leases:
    """The secrets of one run of one agent.

    `names` are those of its definition; `source` has the values. With `approve` somebody is asked for every key that the agent requests; without
    one nothing is ever lent on request. A background agent is denied at once: there is nobody to ask.
    """

    __slots__ = ("_approve", "_background", "_leases", "_lock", "_names", "_source", "_ttl", "grants", "masker")

    def __init__(
        self,
        names: Iterable[str],
        source: Source,
        grants: Grants | None = None,
        *,
        ttl: float | None = None,
        approve: Callable[[str], bool] | None = None,
        background: bool = False,
        masker: Masker | None = None,
    ) -> None:
        self._names = frozenset(names)
        self._source = source
        self._ttl = DEFAULT_TTL if ttl is None else ttl
        self._approve = approve
        self._background = background
        self._leases: dict[str, Lease] = {}
        self._lock = threading.RLock()
        self.grants = grants if grants is not None else Grants()
        self.masker = masker if masker is not None else Masker()

    def request(self, key: str) -> None:
        """The agent asks for a secret. Raises `LeaseError` where it does not get it."""
        if self._background:
            raise LeaseError("an agent in the background is lent no secret: nobody can be asked")
        self._named(key)
        if self._approve is None or not self._approved(key):
            raise LeaseError("the secret was not approved")
        self.lend(key)

    def _approved(self, key: str) -> bool:
        assert self._approve is not None
        try:
            return self._approve(key) is True
        except Exception as fault:  # whatever asks somebody may fail in any way, and then nobody has agreed
            log.debug("nobody could be asked: %s", type(fault).__name__)
            return False

    def lend(self, key: str, ttl: float | None = None) -> None:
        """Lends a secret that the definition names, for `ttl` seconds. Raises `LeaseError`."""
        self._named(key)
        try:
            self.grants.grant_secret(key, self._ttl if ttl is None else ttl)
        except RuntimeError:
            raise LeaseError("the run is over") from None
        if not self.grants.is_active(SECRET, key):
            return
        value = self._source.value(key)
        if not value:
            raise LeaseError("the secret has no value in any source")
        with self._lock:
            if self.grants.revoked:
                raise LeaseError("the run is over")
            self.masker.add(value)
            self._wipe(key)
            self._leases[key] = Lease(key, value)
        log.debug("lent the secret %s", key)

    def hide(self, key: str) -> None:
        """Masks a secret that was lent once and is no more, where it still has a value."""
        self._named(key)
        value = self._source.value(key)
        if value:
            self.masker.add(value)

    def lend_all(self) -> None:
        """Lends every secret that the definition names, as for a server that starts with them. Raises `LeaseError`."""
        for key in sorted(self._names):
            self.lend(key)

    def _named(self, key: str) -> None:
        if key not in self._names:
            raise LeaseError("the secret is not among the `secrets` of the agent's definition")

    def environment(self, base: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of one call: `base` and the secrets that are lent at this moment. It belongs to that call alone; those that
        have expired are wiped first."""
        with self._lock:
            for key in [key for key in self._leases if not self.grants.is_active(SECRET, key)]:
                self._wipe(key)
            return {**(base or {}), **{variable(key): lease.reveal() for key, lease in self._leases.items()}}

    def value(self, key: str) -> str:
        """The value of one secret that is lent at this moment. Raises `LeaseError`."""
        with self._lock:
            lease = self._leases.get(key)
            if lease is None or not self.grants.is_active(SECRET, key):
                raise LeaseError("the secret is not lent, or no longer")
            return lease.reveal()

    def _wipe(self, key: str) -> None:
        lease = self._leases.pop(key, None)
        if lease is not None:
            lease.wipe()

    def end(self) -> None:
        """Revokes and wipes everything; the masker still knows the values, for what is yet to come out."""
        with self._lock:
            self.grants.revoke_all()
            for key in list(self._leases):
                self._wipe(key)

    def __enter__(self) -> Leases:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def __repr__(self) -> str:
        return f"Leases({len(self._leases)} lent)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("leases are not written down")
