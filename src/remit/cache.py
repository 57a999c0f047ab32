"""Reports remembered: what a command printed, for as long as nothing that it looked at has changed.

A report depends on the command's words, its surroundings (environment, terminal, user, day, Python) and on all that it looked at on the disk:
files with their folders, settings, paths that are not there, remit's own code. The first two make the name under which a report is kept; the
third is noted by an onlooker while the report is made. When the same command comes again, each of these looks is taken again (a question to the
system for each, nothing is read), and only if every one gives the same, the report is printed as it was, with the same exit code.

Reports are kept in the user's own cache folder, never in a tree that is checked, in files that nobody else can read or write, and hold nothing
that is run. Whatever is odd about such a file makes it as good as absent. See `docs/cache.md`.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from .onlooker import Onlooker

COMMANDS = ("check",)
"""The commands whose reports are remembered."""

_MARK = "remit report 1"
_NEVER = frozenset(("--no-cache", "--fix", "-"))
"""Words of commands that are always done: somebody says so, they write, they read what comes in."""
_LIMIT = 32 << 20
"""Bytes of the largest report that is kept, with its looks."""
_KEPT_FILES = 64
_KEPT_BYTES = 128 << 20
_IDLE = frozenset(("_", "OLDPWD", "PWD", "SHLVL"))
"""Names in the environment that a shell sets anew for every command, and that remit asks nothing of."""


def remembered(words: list[str], work: Callable[[], int]) -> int:
    """The exit code of a command, which prints what it printed last time where that still holds, and works where not."""
    folder = _folder(words)
    if folder is None:
        return work()
    name = _name(words)
    path = os.path.join(folder, name)
    known = _recalled(path, name)
    if known is not None:
        code, text = known
        _write(text)
        return code
    from time import time_ns

    from .onlooker import Onlooker

    out, err = _Copy(sys.stdout), _Copy(sys.stderr)
    sys.stdout, sys.stderr = out, err
    try:
        with Onlooker(time_ns()) as onlooker:
            code = work()
    finally:
        sys.stdout, sys.stderr = out.stream, err.stream
    report = out.text()
    if onlooker.whole and report is not None and err.text() == "":
        _keep(folder, name, onlooker, code, report)
    return code


def _write(text: str) -> None:
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    sys.stdout.write(text)
    sys.stdout.flush()


class _Copy:
    """A stream that keeps what is written to it. A counter that overwrites itself on a terminal is no part of it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._parts: list[str] | None = []

    def write(self, text: str) -> int:
        if self._parts is not None and not text.startswith("\r"):
            self._parts.append(text)
        return self.stream.write(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    @property
    def buffer(self) -> object:
        self._parts = None  # bytes that go past
        return self.stream.buffer

    def text(self) -> str | None:
        """All that was written, `None` where that is not known."""
        return None if self._parts is None else "".join(self._parts)

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


def _folder(words: list[str]) -> str | None:
    """Where reports are kept; `None` where none shall be: that was asked for, or the folder lies in what is looked at, whose author could
    have put something there."""
    if os.name != "posix" or os.environ.get("REMIT_NO_CACHE") or not _NEVER.isdisjoint(words):
        return None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = os.path.expanduser("~")
        if not os.path.isabs(home):
            return None
        base = os.path.join(home, "Library/Caches" if sys.platform == "darwin" else ".cache")
    folder = os.path.realpath(os.path.join(base, "remit"))
    for word in (".", *words):
        given = os.path.realpath(word.rpartition("=")[2])
        if (folder + os.sep).startswith(given.rstrip(os.sep) + os.sep):
            return None
    return folder


def _name(words: list[str]) -> str:
    """A name for a command in its surroundings. What the environment holds cannot be told from it."""
    from hashlib import sha256
    from time import strftime

    from ._version import __version__

    surroundings = (
        __version__,
        words,
        os.getcwd(),
        strftime("%Y-%m-%d %z"),
        (os.geteuid(), os.getegid(), sorted(os.getgroups())),
        (sys.version, sys.path, sys.flags),
        (sys.stdout.isatty(), sys.stdout.encoding, [_size(stream) for stream in (0, 1, 2)]),
        sorted((key, value) for key, value in os.environ.items() if key not in _IDLE),
    )
    return sha256(repr(surroundings).encode("utf-8", "backslashreplace")).hexdigest()


def _size(stream: int) -> object:
    try:
        return tuple(os.get_terminal_size(stream))
    except OSError:
        return None


def _recalled(path: str, name: str) -> tuple[int, str] | None:
    """Exit code and text of a report that still holds."""
    data = _read(path)
    first, _, rest = data.partition(b"\n")
    try:
        mark, named, code, length, total, sum_ = first.decode("ascii").rsplit(" ", 5)
        if (mark, named, int(total)) != (_MARK, name, len(rest)) or int(sum_) != _sum(rest):
            return None
        looks = os.fsdecode(rest[: int(length)]).split("\0")
        text = rest[int(length) :].decode("utf-8", "surrogatepass")
        exit_code = int(code)
    except ValueError:
        return None
    from .onlooker import state

    kinds, paths, states = looks[::3], looks[1::3], looks[2::3]
    if not len(kinds) == len(paths) == len(states):
        return None
    if any(state(kind, seen) != found for kind, seen, found in zip(kinds, paths, states, strict=True)):
        return None
    return exit_code, text


def _read(path: str) -> bytes:
    """The bytes of a file that is the user's alone, else none."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        found = os.fstat(handle)
        # A regular file of ours with no permission for others.
        if found.st_mode & 0o170077 != 0o100000 or found.st_uid != os.geteuid() or found.st_size > _LIMIT:
            return b""
        with open(handle, "rb", closefd=False) as file:
            return file.read(_LIMIT)
    except OSError:
        return b""
    finally:
        os.close(handle)


def _sum(data: bytes) -> int:
    from zlib import crc32

    return crc32(data)


def _keep(folder: str, name: str, onlooker: Onlooker, code: int, text: str) -> None:
    """Writes a report as a whole or not at all. A cache that cannot be written is no reason to complain."""
    looks = os.fsencode("\0".join("\0".join(look) for look in onlooker))
    rest = looks + text.encode("utf-8", "surrogatepass")
    data = f"{_MARK} {name} {code} {len(looks)} {len(rest)} {_sum(rest)}\n".encode() + rest
    if len(data) > _LIMIT:
        return
    beside = os.path.join(folder, f"{name}.{os.getpid()}")
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            with open(handle, "wb") as file:
                file.write(data)
            os.replace(beside, os.path.join(folder, name))
        except BaseException:
            os.unlink(beside)
            raise
        _prune(folder)
    except OSError:
        pass


def _prune(folder: str) -> None:
    """Leaves the newest reports, so many and of so many bytes."""
    with os.scandir(folder) as entries:
        files = [(entry.stat(follow_symlinks=False), entry.path) for entry in entries]
    files.sort(key=lambda file: file[0].st_mtime_ns, reverse=True)
    total = 0
    for count, (found, path) in enumerate(files, 1):
        total += found.st_size
        if count > _KEPT_FILES or total > _KEPT_BYTES:
            os.unlink(path)
