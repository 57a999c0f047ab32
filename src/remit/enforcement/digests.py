"""What a policy was compiled from, as digests, and whether the disk still says the same.

A file's digest is that of its bytes, a folder's that of the names in it; a path that was not there has none, like a folder without names. Of a
settings file only some values may count: then it is the digest of these, beside the routes to them, and a file that is not there is one that
says nothing of them. Without routes it counts only whether something is there. Only C modules of the standard library are imported, but for
settings that have changed and are no plain JSON: a hook asks before every call of a tool.
"""

from __future__ import annotations

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # Python 3.11
    from _sha256 import sha256  # type: ignore[import-not-found,no-redef,unused-ignore]

from .json_text import dumps
from .system import listdir, read_file, stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from ..witness import Route

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
    return None if not names else "names:" + of_bytes("\0".join(sorted(names)).encode("utf-8", "surrogateescape"))


def _of_file(path: str) -> str | None:
    try:
        data = read_file(path, LIMIT)
        return f"size:{stat(path).st_size}" if data is None else "bytes:" + of_bytes(data)
    except FileNotFoundError:
        return None
    except OSError:
        return "unreadable"


def _of_parts(path: str, routes: Collection[Collection[str]]) -> str | None:
    """The digest of the values at some routes of a settings file; that of all its bytes where it is not read. Without routes, what is there."""
    if not routes:
        return _kind(path)
    from .parts import values

    try:
        data = read_file(path, LIMIT)
        value = values(path, data) if data is not None else None
        if data is None or not isinstance(value, dict):
            return digest(path)
        return "values:" + of_bytes("\n".join(_at(value, route) for route in routes).encode())
    except FileNotFoundError:
        return "values:" + of_bytes("\n".join(_NONE for _ in routes).encode())
    except (OSError, ValueError, TypeError):  # what is no value of JSON has no digest of its own
        return digest(path)


_NONE = "-"
"""What stands for a value that is not there."""


def _at(value: object, route: Iterable[str]) -> str:
    """The value at a route as text. One that is not there and one that is null are two things."""
    for name in route:
        if not isinstance(value, dict) or name not in value:
            return _NONE
        value = value[name]
    return dumps(value)


def _kind(path: str) -> str | None:
    try:
        return "folder" if stat(path).st_mode & 0o170000 == 0o040000 else "file"
    except FileNotFoundError:
        return None
    except OSError:
        return "unreadable"


def digests(paths: Iterable[str], parts: Mapping[str, Iterable[Route]] | None = None) -> dict[str, object]:
    """The digests of several paths, by path in order. `parts`: the files of which only the values at some routes count."""
    found: dict[str, object] = {path: digest(path) for path in paths}
    for path, only in (parts or {}).items():
        if path not in found:
            routes = sorted(only)
            found[path] = {"only": [list(route) for route in routes], "digest": _of_parts(path, routes)}
    return dict(sorted(found.items()))


def same(path: str, known: object) -> bool:
    """Whether a path is still as `digests` said; never for what it cannot have said."""
    if not isinstance(known, dict):
        return digest(path) == known
    routes = known.get("only")
    if not isinstance(routes, list) or not all(isinstance(route, list) for route in routes):
        return False
    return _of_parts(path, routes) == known.get("digest")


def changed(sources: Mapping[str, object]) -> str | None:
    """The first path that is no longer as it was, `None` where all are."""
    return next((path for path, known in sources.items() if not same(path, known)), None)
