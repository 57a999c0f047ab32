"""The calls of the operating system that the hook needs, without `os`: loading that alone would be a tenth of the hook's time."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    Mark = list[int] | None

if sys.platform == "win32":
    from os import (
        O_APPEND,
        O_CREAT,
        O_EXCL,
        O_RDONLY,
        O_RDWR,
        O_WRONLY,
        _exit,
        close,
        fstat,
        getpid,
        listdir,
        lseek,
        read,
        replace,
        stat,
        write,
    )
    from os import open as open_file
else:
    from posix import (
        O_APPEND,
        O_CREAT,
        O_EXCL,
        O_RDONLY,
        O_RDWR,
        O_WRONLY,
        _exit,
        close,
        fstat,
        getpid,
        listdir,
        lseek,
        read,
        replace,
        stat,
        write,
    )
    from posix import open as open_file

if sys.platform == "win32":
    from os import O_BINARY

    SAFE = O_BINARY
    """The flags with which every file is opened."""
else:
    from posix import O_CLOEXEC, O_NOFOLLOW, O_NONBLOCK

    SAFE = O_CLOEXEC
    """The flags with which every file is opened."""

if sys.platform == "win32":

    def _owner() -> None:
        return None

else:
    from posix import geteuid as _owner

OWN = SAFE if sys.platform == "win32" else SAFE | O_NOFOLLOW
"""The flags for files that only the guard writes: nobody puts a link in their place."""


_READING = O_RDONLY if sys.platform == "win32" else O_RDONLY | O_NONBLOCK


def open_own(path: str, flags: int) -> int:
    """Opens a file that only the guard writes. Raises `OSError` for one that is a link, a pipe or the like, or belongs to somebody else."""
    file = open_file(path, flags | OWN, 0o600)
    owner, found = _owner(), fstat(file)
    wrong = None
    if found.st_mode & 0o170000 != 0o100000:
        wrong = "not a regular file"
    elif owner is not None and found.st_uid != owner:
        wrong = "belongs to another user"
    if wrong is not None:
        close(file)
        raise PermissionError(EPERM, wrong)
    return file


EPERM = 1


def whole_lines(file: int) -> bool:
    """Whether an open file is empty or ends with a line's end: not so where a write was cut off by a full disk."""
    if not fstat(file).st_size:
        return True
    lseek(file, -1, 2)
    return read(file, 1) == b"\n"


def mark_of(path: str | int) -> Mark:
    """What tells one state of a file (its path, or an open one) from another without reading it: number, size, and when it changed. `None` where
    nothing is there."""
    try:
        found = stat(path)
    except OSError:
        return None
    return [found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]


def open_to_read(path: str) -> int:
    """Opens a file of anybody's. Raises `OSError`; never waits on a pipe."""
    return open_file(path, _READING | SAFE)


def read_piece(file: int, start: int, end: int) -> bytes:
    """The bytes of an open file between two places. Raises `OSError`."""
    lseek(file, start, 0)
    data = b""
    while len(data) < end - start and (more := read(file, end - start - len(data))):
        data += more
    return data


def read_file(path: str, limit: int, *, own: bool = False) -> bytes | None:
    """The bytes of a file, `None` where it is larger than `limit`. Raises `OSError`; never waits on a pipe. `own`: a file of the guard's."""
    file = open_own(path, _READING) if own else open_to_read(path)
    try:
        parts = []
        size = 0
        expected = min(fstat(file).st_size, limit)
        while part := read(file, max(expected - size, 4096) + 1):
            parts.append(part)
            size += len(part)
            if size > limit:
                return None
        return b"".join(parts)
    finally:
        close(file)


def make_folder(path: str) -> None:
    """Makes a folder and those above it, for the user alone. Raises `OSError`."""
    from os import makedirs

    makedirs(path, 0o700, exist_ok=True)


def reason_of(problem: OSError) -> str:
    """What went wrong, one phrase."""
    return (problem.strerror or str(problem)).lower()


__all__ = [
    "OWN", "O_APPEND", "O_CREAT", "O_EXCL", "O_RDONLY", "O_RDWR", "O_WRONLY", "SAFE", "_exit", "close", "fstat", "getpid", "listdir", "make_folder",
    "mark_of", "open_file", "open_own", "open_to_read", "read", "read_file", "read_piece", "reason_of", "replace", "stat", "whole_lines", "write",
]  # fmt: skip
