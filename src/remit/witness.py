"""A witness: which files and folders an answer was read from, so that whoever keeps the answer knows when it is out of date.

All reading of the disk goes through `source.read_bytes` and the walks of `discovery`; both tell the witness, also of what they did not find.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

WITNESSES: list[Witness] = []


class Witness:
    """The paths that were looked at while it was asked to watch: `with Witness() as looked: …`, then `looked.paths`.

    `parts` has the files of which only some values count, each with the routes to them.
    """

    __slots__ = ("parts", "paths")

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.parts: dict[str, tuple[tuple[str, ...], ...]] = {}

    def __enter__(self) -> Witness:
        WITNESSES.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        WITNESSES.remove(self)


def looked_at(path: str) -> None:
    """Tells every witness of a file or folder that is being looked at."""
    for witness in WITNESSES:
        witness.paths.add(path)


def only_parts(path: str, routes: tuple[tuple[str, ...], ...]) -> None:
    """Tells every witness that of a JSON file only the values at these routes count: a program writes others into it all the time."""
    for witness in WITNESSES:
        witness.parts[path] = routes


def at_route(value: object, route: Iterable[str]) -> object:
    """What stands in maps within maps, `None` where nothing does."""
    for name in route:
        value = value.get(name) if isinstance(value, dict) else None
    return value
