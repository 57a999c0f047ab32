"""What a policy was compiled from, as digests, and whether the disk still says the same.

A file's digest is that of its bytes, a folder's that of the names in it; a path that was not there has none. Of a JSON file that its program
writes all the time only some values may count: then it is the digest of these, beside the routes to them. Only C modules of the standard library
are imported: a hook asks before every call of a tool.
"""

from __future__ import annotations

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # Python 3.11
    from _sha256 import sha256  # type: ignore[import-not-found,no-redef,unused-ignore]

from ..witness import at_route
from .json_text import dumps, loads
from .system import listdir, read_file, stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Route = tuple[str, ...]

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


def _of_parts(path: str, routes: Iterable[Iterable[str]]) -> str | None:
    """The digest of the values at some routes of a JSON file; that of all its bytes where it is no JSON."""
    try:
        value = loads(read_file(path, LIMIT) or b"")
    except (OSError, ValueError):
        return digest(path)
    return "values:" + of_bytes("\n".join(dumps(at_route(value, route)) for route in routes).encode())


def digests(paths: Iterable[str], parts: Mapping[str, tuple[Route, ...]] | None = None) -> dict[str, object]:
    """The digests of several paths, by path in order. `parts`: the files of which only the values at some routes count."""
    found: dict[str, object] = {}
    for path in sorted(paths):
        routes = (parts or {}).get(path)
        found[path] = (
            digest(path) if routes is None else {"only": [list(route) for route in routes], "digest": _of_parts(path, routes)}
        )
    return found


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
