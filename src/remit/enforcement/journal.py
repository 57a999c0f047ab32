"""The journal of the guard: one line for every decision, appended and never changed. It holds no input of a call, so no secret.

Each line is written with one append, which the system keeps apart from those of other processes. A full file is renamed; whoever has it open
still writes to it, so that no line is lost.
"""

from __future__ import annotations

import time

from .event import Fault
from .json_text import dumps
from .system import O_APPEND, O_CREAT, O_RDWR, close, fstat, make_folder, open_own, reason_of, replace, stat, whole_lines, write

NAME = "journal.jsonl"
ROTATED = 8 << 20
"""Size in bytes from which on the journal is put aside: 8 MiB."""
KEPT = 5
"""How many full journals are kept."""

_FLAGS = O_RDWR | O_CREAT | O_APPEND


class JournalError(Fault):
    """A line that cannot be written."""


class Journal:
    """The journal in a folder."""

    __slots__ = ("folder", "path")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.path = f"{folder}/{NAME}"

    def write(self, line: dict[str, object]) -> None:
        """Appends a line with the time (UTC) before it. Raises `JournalError`."""
        moment = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) + f".{int(moment * 1000) % 1000:03}Z"
        data = (dumps({"time": stamp, **line}) + "\n").encode()
        try:
            file = self._open()
            try:
                if not whole_lines(file):
                    data = b"\n" + data  # a line was cut off when the disk was full
                written = write(file, data)
                full = fstat(file).st_size >= ROTATED
            finally:
                close(file)
        except OSError as problem:
            raise JournalError(f"{self.path}: {reason_of(problem)}") from None
        if written != len(data):
            raise JournalError(f"{self.path}: the disk is full")
        if full:
            self._rotate()

    def _open(self) -> int:
        try:
            return open_own(self.path, _FLAGS)
        except FileNotFoundError:
            make_folder(self.folder)
            return open_own(self.path, _FLAGS)

    def _rotate(self) -> None:
        """Puts the full journal aside. What fails here costs room on the disk and no line."""
        from .ledger import Ledger, LedgerError

        try:
            with Ledger(f"{self.folder}/rotating.lock"):
                if stat(self.path).st_size < ROTATED:
                    return  # somebody else was faster
                # One that was killed here left a number free: only what lies before it has to move.
                for number in range(self._free(), 1, -1):
                    replace(self.aside(number - 1), self.aside(number))
                replace(self.path, self.aside(1))
        except (OSError, LedgerError):
            return

    def _free(self) -> int:
        """The first number that no full journal has, the last one where all are taken."""
        for number in range(1, KEPT):
            try:
                stat(self.aside(number))
            except FileNotFoundError:
                return number
        return KEPT

    def aside(self, number: int) -> str:
        """Where a full journal lies; 1 is the newest."""
        return f"{self.folder}/journal.{number}.jsonl"
