"""An onlooker: what a piece of work looked at on the disk, so that it can be told whether the work would come out the same again.

Python says of itself which files it opens and which folders it lists (`sys.addaudithook`). Questions about a path (`os.stat`, and with it
`os.path.isdir` and the like) are not told there, so the two functions behind them are replaced while an onlooker watches. Each state is taken
before the work sees it: what changes afterwards differs from what was noted. What the work does beyond looking (it writes, starts a process,
opens a connection) is no state that could be compared, and then the onlooker says that it did not see the whole.

A `Witness` hears of what remit's own readers tell it, which is what a policy is made from. An onlooker needs nobody to tell it.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISDIR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SEEN = "s"
"""A file that was read, or a path that was asked about."""
LINK = "l"
"""A path that was asked about without following it."""
LISTED = "d"
"""A folder that was listed."""

_MARGIN = 2_000_000_000
"""Nanoseconds before the work in which a change might be followed by another one that leaves the same times: clocks of file systems are coarse."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_DEEDS = frozenset(("os", "subprocess", "socket", "shutil", "tempfile", "ctypes", "pty", "fcntl", "mmap", "signal", "syslog"))
"""First words of the events that say that something was done."""
_ASK = os.stat
_ASK_LINK = os.lstat


def state(kind: str, path: str) -> str:
    """What a look of this kind at a path depends on. Of a folder that was not listed that is what it is, not what lies in it."""
    try:
        found = _ASK_LINK(path) if kind == LINK else _ASK(path)
    except OSError as problem:
        return f"! {problem.errno}"
    except ValueError:
        return "!"
    text = f"{found.st_dev} {found.st_ino} {found.st_mode} {found.st_uid} {found.st_gid}"
    if kind != LISTED and S_ISDIR(found.st_mode):
        return text
    return f"{text} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}"


class Onlooker:
    """Watches this process from `with` to its end. `now` is the time in nanoseconds when the work begins."""

    def __init__(self, now: int) -> None:
        self.looks: dict[tuple[str, str], str] = {}
        self.whole = True
        self._latest = now - _MARGIN
        self._busy = False

    def __enter__(self) -> Onlooker:
        global _WATCHING
        if not _HOOKED:
            sys.addaudithook(_told)
            _HOOKED.append(True)
        _WATCHING = self
        os.stat, os.lstat = _stat, _lstat
        return self

    def __exit__(self, *_: object) -> None:
        global _WATCHING
        _WATCHING = None
        os.stat, os.lstat = _ASK, _ASK_LINK
        # The code decides as well. Of what was loaded compiled, and of what was loaded before, the source was not looked at by the work.
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if isinstance(path, str):
                self.look(SEEN, path)

    def look(self, kind: str, path: object) -> None:
        """Notes the state of a path, once; a state that is too young to be told from the next one is not remembered."""
        if isinstance(path, int):
            return  # a file that is open already was looked at when it was opened
        name = os.fsdecode(path)  # type: ignore[arg-type]
        if (kind, name) in self.looks:
            return
        found = self.looks[kind, name] = state(kind, name)
        parts = found.split(" ")
        if len(parts) == 8 and int(parts[7]) >= self._latest:
            self.whole = False

    def _list(self, path: object) -> None:
        """Notes a folder with what its links lead to, which its own times do not tell."""
        if isinstance(path, int):
            self.whole = False
            return
        name = os.fsdecode(path or ".")  # type: ignore[arg-type]
        if (LISTED, name) in self.looks:
            return
        self.look(LISTED, name)
        self._busy = True
        try:
            with os.scandir(name) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        self.look(SEEN, entry.path)
        except OSError:
            pass
        finally:
            self._busy = False

    def heard(self, event: str, arguments: tuple[object, ...]) -> None:
        """Takes in an event of Python's own account."""
        if event == "open":
            flags = arguments[2]
            if isinstance(flags, int) and not flags & _WRITES and not isinstance(arguments[0], int):
                self.look(SEEN, arguments[0])
            else:
                self.whole = False
        elif event in ("os.scandir", "os.listdir"):
            if not self._busy:
                self._list(arguments[0])
        elif event.partition(".")[0] in _DEEDS:
            self.whole = False

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        for (kind, path), found in self.looks.items():
            yield kind, path, found


_WATCHING: Onlooker | None = None
_HOOKED: list[bool] = []


def _told(event: str, arguments: tuple[object, ...]) -> None:
    if _WATCHING is not None:
        _WATCHING.heard(event, arguments)


def _stat(path: object, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
    _note(SEEN if follow_symlinks else LINK, path, dir_fd)
    return _ASK(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)  # type: ignore[arg-type]


def _lstat(path: object, *, dir_fd: int | None = None) -> os.stat_result:
    _note(LINK, path, dir_fd)
    return _ASK_LINK(path, dir_fd=dir_fd)  # type: ignore[arg-type]


def _note(kind: str, path: object, dir_fd: int | None) -> None:
    if _WATCHING is None:
        return
    if dir_fd is not None:
        _WATCHING.whole = False
    _WATCHING.look(kind, path)
