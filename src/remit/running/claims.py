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

    import psycopg

    class _Lock(Protocol):
        def take(self) -> bool: ...
        def keep(self) -> bool: ...
        def free(self) -> bool: ...


BESIDE = "-claims"
"""What the file of the claims has behind the name of SQLite's."""
_AGAIN = 0.1
_RECONNECT = 1.0
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
        """Makes the claim, waiting so many seconds for another to end, or as long as it takes, also for a store that is away. Says whether it
        holds."""
        until = None if patience is None else time.monotonic() + patience
        attempt = self._lock.keep if patience is None else self._lock.take
        while not attempt():
            if until is not None and time.monotonic() >= until:
                return False
            time.sleep(_AGAIN)
        _HELD.append(self)
        return True

    def keep(self) -> bool:
        """Whether it still holds. A connection that was lost is made anew, however long that takes; somebody else may be there by then."""
        return self._lock.keep()

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

    keep = take

    def free(self) -> bool:
        import fcntl

        found = self._try(fcntl.LOCK_SH)
        if found:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, self._number)
        return found


class _InPostgres:
    """A lock of a session. The server is asked to notice soon when the other end is gone."""

    def __init__(self, url: str, number: int) -> None:
        self._address = url.replace("+psycopg", "", 1)
        self._number = number
        self._using = threading.Lock()
        self._connection: psycopg.Connection | None = None
        self._taken = False

    def _connected(self) -> psycopg.Connection:
        import psycopg

        found = psycopg.connect(self._address, autocommit=True, connect_timeout=10)
        for setting, value in (("tcp_keepalives_idle", 15), ("tcp_keepalives_interval", 5), ("tcp_keepalives_count", 3)):
            found.execute(f"SET {setting} = {value}")
        return found

    def _asked(self, query: str, *values: int) -> bool:
        with self._using:
            if self._connection is None:
                self._connection = self._connected()
            row = self._connection.execute(query, values).fetchone()
        return row is not None and row[0] is True

    def take(self) -> bool:
        self._taken = self._asked("SELECT pg_try_advisory_lock(%s)", self._number)
        return self._taken

    def keep(self) -> bool:
        import psycopg

        try:
            if self._taken:
                return self._asked("SELECT true")
        except psycopg.Error:
            self._connection = None
        while True:
            try:
                return self.take()
            except psycopg.OperationalError:
                self._connection = None
                time.sleep(_RECONNECT)

    def free(self) -> bool:
        with self._connected() as connection:  # closed behind it
            row = connection.execute(
                "SELECT NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND classid = %s AND objid = %s)",
                (self._number >> 32, self._number & 0xFFFFFFFF),
            ).fetchone()
        return row is not None and row[0] is True
