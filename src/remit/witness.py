"""A witness: which files and folders an answer was read from, so that whoever keeps the answer knows when it is out of date.

All reading of the disk goes through `source.read_bytes` and the walks of `discovery`; both tell the witness, also of what they did not find. Of a
settings file only some values may count: programs and their users write others into it all the time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Route = tuple[str, ...]
"""The keys that lead to a value in maps within maps."""

WITNESSES: list[Witness] = []


class Witness:
    """The paths that were looked at while it was asked to watch: `with Witness() as looked: …`, then `looked.paths`.

    `parts` has the paths of which, as far as somebody looked, only some values count, with the routes to them; no routes means that it counts
    only whether something is there. What somebody else read as a whole is in `paths` too, and there all of it counts.
    """

    __slots__ = ("parts", "paths")

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.parts: dict[str, set[Route]] = {}

    def __enter__(self) -> Witness:
        WITNESSES.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        WITNESSES.remove(self)


def looked_at(path: str, only: Iterable[Route] | None = None) -> None:
    """Tells every witness of a file or folder that is being looked at. `only`: the routes to the values that count; `None` for all of it."""
    for witness in WITNESSES:
        if only is None:
            witness.paths.add(path)
        else:
            witness.parts.setdefault(path, set()).update(only)


WHETHER: tuple[Route, ...] = ()
"""What `looked_at` is told where it only counts whether something is there."""


def at_route(value: object, route: Iterable[str]) -> object:
    """What stands in maps within maps, `None` where nothing does."""
    for name in route:
        value = value.get(name) if isinstance(value, dict) else None
    return value
