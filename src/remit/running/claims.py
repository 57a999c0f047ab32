"""Claims: that one process and no other is at something in a store, a run or a worker's name. A claim ends with its process, however that ends.

Beside a file of SQLite's it is a lock on one byte of a file of its own, in Postgres an advisory lock of a connection of its own. Neither leaves
anything behind that somebody would have to clear away.
"""

from __future__ import annotations

import os
import threading
import time
from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class _Lock(Protocol):
        def take(self) -> bool: ...
        def holds(self) -> bool: ...
        def free(self) -> bool: ...


BESIDE = "-claims"
"""What the file of the claims has behind the name of SQLite's."""
_AGAIN = 0.1
_HELD: list[Claim] = []
"""The claims of this process: a connection that nobody knows any more would be closed."""


class Claim:
    """One claim, by what it is about. It is let go of by the end of the process only."""

    __slots__ = ("_lock",)

    def __init__(self, url: str, what: str) -> None:
        number = int.from_bytes(blake2b(what.encode(), digest_size=8).digest()) >> 2
        path = url.removeprefix("sqlite:///")
        self._lock: _Lock = _InFile(path + BESIDE, number) if path != url else _InPostgres(url, number)

    def take(self, patience: float | None = 0.0) -> bool:
        """Makes the claim, waiting so many seconds for another to end, or as long as it takes. Says whether it holds."""
        until = None if patience is None else time.monotonic() + patience
        while not self._lock.take():
            if until is not None and time.monotonic() >= until:
                return False
            time.sleep(_AGAIN)
        _HELD.append(self)
        return True

    def holds(self) -> bool:
        """Whether it still holds: a connection may have been lost."""
        return self._lock.holds()

    def free(self) -> bool:
        """Whether nobody makes it, for somebody who does not want to either."""
        return self._lock.free()


class _InFile:
    """A lock of the process; closing the file anywhere in the process would let go of it, so it stays open."""

    _files: dict[str, int] = {}  # noqa: RUF012

    def __init__(self, path: str, number: int) -> None:
        if path not in self._files:
            self._files[path] = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        self._file = self._files[path]
        self._number = number

    def _try(self, how: int) -> bool:
        import fcntl

        try:
            fcntl.lockf(self._file, how | fcntl.LOCK_NB, 1, self._number)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def take(self) -> bool:
        import fcntl

        return self._try(fcntl.LOCK_EX)

    def holds(self) -> bool:
        return True

    def free(self) -> bool:
        import fcntl

        found = self._try(fcntl.LOCK_SH)
        if found:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, self._number)
        return found


class _InPostgres:
    """A lock of a session. The server is asked to notice soon when the other end is gone."""

    def __init__(self, url: str, number: int) -> None:
        import psycopg

        self._fault = psycopg.Error
        self._connection = psycopg.connect(url.replace("+psycopg", "", 1), autocommit=True, connect_timeout=10)
        self._number = number
        self._using = threading.Lock()
        for setting, value in (("tcp_keepalives_idle", 15), ("tcp_keepalives_interval", 5), ("tcp_keepalives_count", 3)):
            self._connection.execute(f"SET {setting} = {value}")

    def _asked(self, query: str, *values: int) -> bool:
        with self._using:
            row = self._connection.execute(query, values).fetchone()
        return row is not None and row[0] is True

    def take(self) -> bool:
        return self._asked("SELECT pg_try_advisory_lock(%s)", self._number)

    def holds(self) -> bool:
        try:
            return self._asked("SELECT true")
        except self._fault:
            return False

    def free(self) -> bool:
        with self._connection:  # closed behind it
            return self._asked(
                "SELECT NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND classid = %s AND objid = %s)",
                self._number >> 32,
                self._number & 0xFFFFFFFF,
            )
