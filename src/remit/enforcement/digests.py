"""What a policy was compiled from, as digests, and whether the disk still says the same.

A file's digest is that of its bytes, a folder's that of the names in it; a path that was not there has none. Only C modules of the standard
library are imported: a hook asks before every call of a tool.
"""

from __future__ import annotations

import os

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # Python 3.11
    from _sha256 import sha256  # type: ignore[import-not-found,no-redef,unused-ignore]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LIMIT = 8 << 20
"""Size in bytes above which a file is known by its size alone; remit reads none that is so large."""


def digest(path: str) -> str | None:
    """The digest of what is at a path now, `None` for nothing."""
    try:
        names = os.listdir(path)
    except NotADirectoryError:
        return _of_file(path)
    except OSError:
        # Windows says so of a file as well.
        return _of_file(path) if os.path.isfile(path) else None
    return "names:" + str(sha256("\0".join(sorted(names)).encode("utf-8", "surrogateescape")).hexdigest())


def _of_file(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            data = file.read(LIMIT + 1)
            if len(data) > LIMIT:
                return f"size:{os.fstat(file.fileno()).st_size}"
    except OSError:
        return "unreadable"
    return "bytes:" + str(sha256(data).hexdigest())


def digests(paths: Iterable[str]) -> dict[str, str | None]:
    """The digests of several paths, by path in order."""
    return {path: digest(path) for path in sorted(paths)}


def changed(sources: Mapping[str, str | None]) -> str | None:
    """The first path that is no longer as it was, `None` where all are."""
    return next((path for path, known in sources.items() if digest(path) != known), None)
