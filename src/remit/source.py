"""A file as it lies on the disk: its bytes, its text, and where its lines begin.

Everything here is lossless. The text is decoded so that encoding it again gives the same bytes, also where they are not UTF-8;
offsets are characters of that text from 0, a byte order mark counts as one. Lines and columns exist only when somebody wants to
see a place: an index of lines for each file of a large tree costs more than reading it.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from io import StringIO
from itertools import accumulate

from .witness import WITNESSES, looked_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .witness import Route

BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 16  # larger buffers make glibc map and trim memory for every file (+70 % on a first pass)
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

_USUAL = bytes((*range(32, 127), 9, 10, 13))

MAX_BYTES = 4 << 20
"""Size in bytes above which remit does not read a definition of a host that has no limit of its own: 4 MiB."""


class Unreadable(Exception):
    """A file that could not be read: `reason` is one phrase, `kind` is "missing", "directory", "special", "denied", "large" or
    "io"."""

    def __init__(self, reason: str, kind: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind = kind


def read_bytes(path: str, limit: int = MAX_BYTES, only: Iterable[Route] | None = None) -> bytes:
    """The bytes of a regular file of at most `limit` bytes. Never reads more than `limit` + 1 and never waits on a pipe. `only`: the routes to the
    values that whoever reads it will look at, where those are not all.

    Raises `Unreadable`.
    """
    if WITNESSES:
        looked_at(path, only)
    try:
        fd = os.open(path, _OPEN)
    except OSError as error:
        raise _unreadable(error, path) from None
    try:
        data = os.read(fd, _CHUNK)
        if len(data) < _CHUNK:
            if data or os.fstat(fd).st_mode & 0o170000 == 0o100000:
                return data if len(data) <= limit else _too_large(limit)
            raise Unreadable("not a regular file", "special")
        parts = [data]
        size = len(data)
        while size <= limit and (data := os.read(fd, _CHUNK)):
            parts.append(data)
            size += len(data)
        return b"".join(parts) if size <= limit else _too_large(limit)
    except OSError as error:
        raise _unreadable(error, path) from None
    finally:
        os.close(fd)


def replace_file(path: str, data: bytes) -> None:
    """Writes a file as a whole: whoever reads it meanwhile, or after a failure, finds the old one. Its permissions stay, its owner where one
    may keep it.

    A link stays, and what it leads to is replaced; a device or a pipe is written to. Raises `OSError`.
    """
    target = os.path.realpath(path)
    try:
        found = os.stat(target)
        if not os.path.isfile(target):
            with open(target, "wb") as special:
                special.write(data)
            return
    except FileNotFoundError:
        found = None
    beside = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}.tmp")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if found is not None:
            if hasattr(os, "chown") and (found.st_uid, found.st_gid) != (os.getuid(), os.getgid()):
                _give(beside, found.st_uid, found.st_gid)
            os.chmod(beside, found.st_mode & 0o7777)
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise


def _give(path: str, user: int, group: int) -> None:
    """Makes a file somebody's, where one may."""
    try:
        os.chown(path, user, group)
    except OSError:
        return


def _too_large(limit: int) -> bytes:
    unit = f"{limit >> 10} KiB" if limit < 1 << 20 else f"{limit >> 20} MiB"
    raise Unreadable(f"larger than {unit}", "large")


def _unreadable(error: OSError, path: str) -> Unreadable:
    if isinstance(error, FileNotFoundError):
        dangling = os.path.islink(path)
        return Unreadable("a symbolic link to nothing" if dangling else "no such file", "missing")
    if isinstance(error, IsADirectoryError):
        return Unreadable("a directory, not a file", "directory")
    if isinstance(error, PermissionError):
        return Unreadable("permission denied", "denied")
    if isinstance(error, BlockingIOError):
        return Unreadable("not a regular file", "special")
    return Unreadable((error.strerror or str(error)).lower(), "io")


class Source:
    """The bytes of one file and its path, or a text without one."""

    __slots__ = ("_data", "_lines", "_text", "_unusual", "path")

    def __init__(self, data: bytes, path: str | None = None) -> None:
        self._data: bytes | None = data
        self.path = path
        self._text: str | None = None
        self._lines: list[int] | None = None
        self._unusual: bytes | None = None

    @classmethod
    def of(cls, text: str, path: str | None = None) -> Source:
        """The source of a text in memory."""
        return cls(text.encode("utf-8", "surrogatepass" if not text.isascii() and has_surrogate(text) else "strict"), path)

    @property
    def data(self) -> bytes:
        if self._data is None:
            assert self.path is not None
            try:
                self._data = read_bytes(self.path)
            except Unreadable:
                self._data = b""  # gone since it was read: every place is then the file's beginning
        return self._data

    def release(self) -> None:
        """Lets go of the bytes of a file on the disk; they are read again when somebody wants to see them."""
        if self.path is not None:
            self._data = self._text = self._lines = self._unusual = None

    @property
    def text(self) -> str:
        """The whole text. Bytes that are not UTF-8 become lone surrogates, so that `text` encodes to `data` again."""
        if self._text is None:
            self._text = decode(self.data)
        return self._text

    @property
    def unusual(self) -> bytes:
        """The bytes that are neither printable ASCII nor tabs nor line ends, in order and without what stands between them: what to ask
        first when looking for a rare character."""
        if self._unusual is None:
            self._unusual = self.data.translate(None, _USUAL)
        return self._unusual

    @property
    def bom(self) -> bool:
        return self.data.startswith(BOM)

    @property
    def newline(self) -> str:
        """How lines end: `"\\n"`, `"\\r\\n"`, `"\\r"`, `"mixed"`, or `""` for a single line."""
        crlf = self.data.count(b"\r\n")
        lf = self.data.count(b"\n") - crlf
        cr = self.data.count(b"\r") - crlf
        kinds = [end for end, count in (("\n", lf), ("\r\n", crlf), ("\r", cr)) if count]
        return kinds[0] if len(kinds) == 1 else "mixed" if kinds else ""

    @property
    def utf16(self) -> bool:
        """Whether the file is UTF-16: by its mark, or because every other byte of its beginning is 0."""
        head = self.data[:64]
        return head.startswith((b"\xff\xfe", b"\xfe\xff")) or (
            len(head) > 7 and b"\0" * (len(head) // 2) in (head[::2], head[1::2])
        )

    @property
    def valid_utf8(self) -> bool:
        try:
            self.data.decode()
        except UnicodeDecodeError:
            return False
        return True

    @property
    def starts(self) -> list[int]:
        """Where each line begins: after a line feed, a carriage return, or both together."""
        if self._lines is None:
            text = self.text
            if "\r" not in text:
                starts = list(accumulate(map(len, StringIO(text, "\n")), initial=0))
                if text and text[-1] != "\n":
                    starts.pop()
                self._lines = starts
                return starts
            starts = [0]
            position, end = 0, len(text)
            while position < end:
                newline = text.find("\n", position)
                stop = newline if newline >= 0 else end
                lone = text.find("\r", position, stop)
                while lone >= 0:
                    if lone + 1 != newline:
                        starts.append(lone + 1)
                    lone = text.find("\r", lone + 1, stop)
                if newline < 0:
                    break
                starts.append(newline + 1)
                position = newline + 1
            self._lines = starts
        return self._lines

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1; a byte order mark has no column."""
        starts = self.starts
        line = bisect_right(starts, max(offset, 0))
        column = offset - starts[line - 1] + 1
        return line, max(column - 1, 1) if line == 1 and self.bom else column

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its end and without a byte order mark."""
        starts = self.starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        text = self.text[starts[number - 1] : end].rstrip("\r\n")
        return text.removeprefix("\ufeff") if number == 1 else text

    @property
    def line_count(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        return f"Source({self.path!r}, {len(self.data)} bytes)"


class Unsaved(Source):
    """The text of a file as an editor holds it: its bytes are not those on the disk, so they are never let go."""

    __slots__ = ()

    def release(self) -> None:
        pass


def decode(data: bytes) -> str:
    """Text that encodes to the same bytes again (see `encode`)."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def lines_with(data: bytes, signs: tuple[bytes, ...], start: int = 0) -> list[tuple[int, int]]:
    """The lines from `start` on that hold any of the signs, each as its bytes without the line end, in order."""
    found = set()
    for sign in signs:
        at = data.find(sign, start)
        while at >= 0:
            end = data.find(b"\n", at)
            end = end if end >= 0 else len(data)
            found.add((max(data.rfind(b"\n", start, at) + 1, start), end))
            at = data.find(sign, end)
    return sorted(found)


def encode(text: str) -> bytes:
    """The bytes of a text that came from `decode`."""
    return text.encode("utf-8", "surrogateescape")


def has_surrogate(text: str) -> bool:
    """Whether a text stands for bytes that are not UTF-8."""
    return any("\ud800" <= char <= "\udfff" for char in text)
