"""Writing a mended file in the place of the one that was read: all of it or nothing of it."""

from __future__ import annotations

import os

from ..source import MAX_BYTES, Unreadable, read_bytes, replace_file


class NotWritten(Exception):
    """A file that was left as it is: `reason` is one phrase."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write(path: str, before: bytes, after: bytes, *, within: str | None = None) -> None:
    """Puts `after` in the place of a file that still says `before`.

    A link is not followed out of `within`, the folder that the file was found in; without one, out of its own. Raises `NotWritten`.
    """
    target = os.path.realpath(path)
    if os.path.islink(path) and not _inside(target, within or os.path.dirname(path)):
        raise NotWritten("it is a link that leads out of its folder")
    try:
        mode = os.stat(target).st_mode
        if not os.access(target, os.W_OK) or not mode & 0o222:
            raise NotWritten("the file may not be written")
        if read_bytes(target, max(MAX_BYTES, len(before))) != before:
            raise NotWritten("the file has changed since it was read")
        replace_file(target, after)
    except Unreadable as problem:
        raise NotWritten(problem.reason) from None
    except OSError as error:
        raise NotWritten((error.strerror or str(error)).lower()) from None


def _inside(target: str, folder: str) -> bool:
    home = os.path.realpath(folder or ".")
    return target.startswith(home.rstrip(os.sep) + os.sep)
