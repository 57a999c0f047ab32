"""A witness: which files and folders an answer was read from, so that whoever keeps the answer knows when it is out of date.

All reading of the disk goes through `source.read_bytes` and the walks of `discovery`; both tell the witness, also of what they did not find.
"""

from __future__ import annotations

WITNESSES: list[Witness] = []


class Witness:
    """The paths that were looked at while it was asked to watch: `with Witness() as looked: …`, then `looked.paths`."""

    __slots__ = ("paths",)

    def __init__(self) -> None:
        self.paths: set[str] = set()

    def __enter__(self) -> Witness:
        WITNESSES.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        WITNESSES.remove(self)


def looked_at(path: str) -> None:
    """Tells every witness of a file or folder that is being looked at."""
    for witness in WITNESSES:
        witness.paths.add(path)
