"""What a policy was compiled from, as digests, and whether the disk still says the same.

A file's digest is that of its bytes, a folder's that of the names in it; a path that was not there has none. Only C modules of the standard
library are imported: a hook asks before every call of a tool.
"""

from __future__ import annotations

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # Python 3.11
    from _sha256 import sha256  # type: ignore[import-not-found,no-redef,unused-ignore]

from .system import listdir, read_file, stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LIMIT = 8 << 20
"""Size in bytes above which a file is known by its size alone; remit reads none that is so large."""


def of_bytes(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return str(sha256(data).hexdigest())


def digest(path: str) -> str | None:
    """The digest of what is at a path now, `None` for nothing."""
    try:
        names = listdir(path)
    except FileNotFoundError:
        return None
    except OSError:
        return _of_file(path)
    return "names:" + of_bytes("\0".join(sorted(names)).encode("utf-8", "surrogateescape"))


def _of_file(path: str) -> str | None:
    try:
        data = read_file(path, LIMIT)
        return f"size:{stat(path).st_size}" if data is None else "bytes:" + of_bytes(data)
    except FileNotFoundError:
        return None
    except OSError:
        return "unreadable"


def digests(paths: Iterable[str]) -> dict[str, str | None]:
    """The digests of several paths, by path in order."""
    return {path: digest(path) for path in sorted(paths)}


def changed(sources: Mapping[str, str | None]) -> str | None:
    """The first path that is no longer as it was, `None` where all are."""
    return next((path for path, known in sources.items() if digest(path) != known), None)
