"""Where Codex looks for roles: `agents` beside each layer of its configuration.

Recorded from the client 0.171.0 on 2026-11-30: the nearer folder of a project before the farther, all of them before the
user's own; the project must be trusted.
"""

from __future__ import annotations

import os

from ..base import PROJECT, USER, Place
from .config import home_of, layers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading, Surroundings

SUFFIXES = (".toml",)


def places(around: Surroundings) -> Iterator[Place]:
    rank = 0
    for layer in layers(around):
        yield Place(os.path.join(layer, "agents"), PROJECT, rank, suffixes=SUFFIXES, origin=around.root)
        rank += 1
    home = home_of(around)
    if home:
        yield Place(os.path.join(home, "agents"), USER, rank, suffixes=SUFFIXES)


def winner(readings: list[tuple[Place, str, Reading]]) -> int:
    """Two files of one name below one folder: the first path, compared folder by folder."""

    def order(index: int) -> list[bytes]:
        return [os.fsencode(part) for part in readings[index][1].split(os.sep)]

    return min(range(len(readings)), key=order)
