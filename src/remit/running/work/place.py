"""The place where an agent works: a folder it does not leave, and how much a tool may say."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Json = dict[str, object]

MOST = 30_000
"""Characters of a result that a model is shown."""
LARGEST = 10 << 20
"""Size in bytes above which no file is read: 10 MiB."""


class Failed(Exception):
    """A call that cannot be done: `reason` is one phrase for the model."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Place:
    """A folder, what processes started from it have as their environment, and which files may be looked into (`may_read`). `further` are folders
    outside that are its as well."""

    __slots__ = ("environment", "folder", "further", "may_read")

    def __init__(
        self,
        folder: str,
        environment: Callable[[], dict[str, str]] = dict,
        may_read: Callable[[str], bool] = lambda path: True,
        further: Iterable[str] = (),
    ) -> None:
        self.folder = os.path.realpath(folder)
        self.environment = environment
        self.may_read = may_read
        self.further = tuple(further)

    def path(self, given: object) -> str:
        """The real path that a call names. Raises `Failed` where it is outside the folder, however it gets there."""
        if not isinstance(given, str) or not given or "\0" in given:
            raise Failed("a path is needed")
        real = os.path.realpath(os.path.join(self.folder, os.path.expanduser(given)))
        if not any(real == folder or real.startswith(os.path.join(folder, "")) for folder in (self.folder, *self.further)):
            raise Failed(f"{given} is outside the working folder {self.folder}")
        return real

    def relative(self, path: str) -> str:
        return os.path.relpath(path, self.folder)


def text(value: Json, name: str) -> str:
    """A text of an input. Raises `Failed`."""
    found = value.get(name)
    if not isinstance(found, str):
        raise Failed(f"`{name}` is needed, a text")
    return found


def number(value: Json, name: str, default: int) -> int:
    found = value.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else default


def bounded(said: str, most: int = MOST) -> str:
    """A result as the model is shown it: the beginning and the end of a long one."""
    if len(said) <= most:
        return said
    head, tail = most * 2 // 3, most // 3
    return f"{said[:head]}\n[{len(said) - head - tail} characters left out]\n{said[-tail:]}"


def read_text(path: str, given: str) -> str:
    """The text of a plain file. Raises `Failed`."""
    try:
        # Not to wait for a pipe that somebody put there.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(file, "rb") as stream:
            import stat

            found = os.fstat(stream.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise Failed(f"{given} is no plain file")
            if found.st_size > LARGEST:
                raise Failed(f"{given} is larger than {LARGEST >> 20} MiB")
            return stream.read(LARGEST).decode("utf-8", "surrogateescape")
    except OSError as problem:
        raise Failed(f"{given}: {(problem.strerror or str(problem)).lower()}") from None


def write_text(path: str, given: str, said: str) -> None:
    """Writes a plain file, its folders made. A link that came to be there since the path was looked at is not followed. Raises `Failed`."""
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666), "wb") as stream:
            stream.write(said.encode("utf-8", "surrogateescape"))
    except OSError as problem:
        raise Failed(f"{given}: {(problem.strerror or str(problem)).lower()}") from None


def shown(said: str) -> str:
    """A text as a model may be sent it: bytes that are no text are replaced."""
    return said.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
