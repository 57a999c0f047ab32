"""The ledger of one agent run: a file of lines that many hooks append to, one at a time.

Every line is a JSON object. Lines are only appended, each with one write under a lock, so that a hook that is killed in the middle leaves at most a
cut line at the end, which the next one closes. What the ledger says is what its lines say together; there is no other state.
"""

from __future__ import annotations

import sys

from .event import Fault
from .json_text import dumps, loads
from .system import O_APPEND, O_CREAT, O_RDWR, close, fstat, make_folder, open_own, read, reason_of, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    Line = dict[str, object]

_FLAGS = O_RDWR | O_CREAT | O_APPEND
MAX_BYTES = 16 << 20


class LedgerError(Fault):
    """A ledger that cannot be kept."""


class Ledger:
    """An open ledger, locked until it is closed: `with Ledger(path) as ledger: …`. Raises `LedgerError`."""

    __slots__ = ("_cut", "_file", "lines", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: list[Line] = []
        self._cut = False
        self._file = -1

    def __enter__(self) -> Ledger:
        try:
            self._file = _open(self.path)
            _lock(self._file)
            self._read()
        except OSError as problem:
            self.close()
            raise LedgerError(f"{self.path}: {reason_of(problem)}") from None
        except LedgerError:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._file >= 0:
            close(self._file)  # and the lock is gone
            self._file = -1

    def _read(self) -> None:
        size = fstat(self._file).st_size
        if size > MAX_BYTES:
            raise LedgerError(f"{self.path} is larger than {MAX_BYTES >> 20} MiB")
        data = b""
        while len(data) < size:
            part = read(self._file, size - len(data))
            if not part:
                break
            data += part
        self._cut = bool(data) and not data.endswith(b"\n")
        for line in data.split(b"\n"):
            try:
                value = loads(line)
            except ValueError:
                continue  # cut off by a hook that was killed
            if isinstance(value, dict):
                self.lines.append(value)

    def add(self, line: Line) -> None:
        """Appends a line, whole or not at all as far as anybody can tell. Raises `LedgerError`."""
        data = (("\n" if self._cut else "") + dumps(line) + "\n").encode()
        try:
            written = write(self._file, data)
        except OSError as problem:
            raise LedgerError(f"{self.path}: {reason_of(problem)}") from None
        if written != len(data):
            raise LedgerError(f"{self.path}: the disk is full")
        self._cut = False
        self.lines.append(line)


def _open(path: str) -> int:
    try:
        return open_own(path, _FLAGS)
    except FileNotFoundError:
        make_folder(path.rpartition("/")[0])
        return open_own(path, _FLAGS)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_LOCK, 1)
                return
            except OSError as problem:
                if problem.errno != _DEADLOCK:
                    raise

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


_DEADLOCK = 36
"""What Windows says when somebody else has had the lock for ten seconds."""
