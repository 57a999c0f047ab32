"""Where a session of OpenCode reads definitions, and its MCP servers. See `layers` for the order."""

from __future__ import annotations

import os

from ...inventory import Inventory
from ..base import EXTRA, MANAGED, PROJECT, USER, Place, Surroundings, Version
from .config import HOLDS, NAMES
from .folders import config_folder, managed_folder, own_folders, way_up
from .layers import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading

_FOLDERS = ("agent", "agents", "mode", "modes")
_SUFFIXES = (".json", ".jsonc")


def places(around: Surroundings) -> list[Place]:
    """All places, the strongest first.

    The client merges definitions of one name field by field; the strongest place is the one whose fields win. Two files of one name in
    `agent` and `agents`, or in one of them, do not merge: the client takes the one that the disk lists last.
    """
    weak_first: list[tuple[str, str, bool]] = []
    environment = around.environment
    config = config_folder(around)
    if config:
        weak_first += [(os.path.join(config, name), USER, False) for name in ("config.json", *NAMES)]
    if environment.get("OPENCODE_CONFIG"):
        weak_first.append((environment["OPENCODE_CONFIG"], EXTRA, False))
    if not environment.get("OPENCODE_DISABLE_PROJECT_CONFIG"):
        for folder in reversed(way_up(around)):
            weak_first += [(os.path.join(folder, name), PROJECT, False) for name in NAMES]
    for folder in own_folders(around):
        scope = _scope(folder, around, config)
        if folder.endswith(".opencode") or scope == EXTRA:
            weak_first += [(os.path.join(folder, name), scope, False) for name in NAMES]
        weak_first += [(os.path.join(folder, name), scope, True) for name in _FOLDERS]
    managed = managed_folder(around)
    if managed:
        weak_first += [(os.path.join(managed, name), MANAGED, False) for name in NAMES]
    found = []
    rank = len(weak_first)
    for path, scope, _ in weak_first:
        name = os.path.basename(path)
        # `agent` and `agents` are one place in two folders, and so are `mode` and `modes`.
        rank -= name not in ("agents", "modes")
        found.append(_place(path, scope, rank, around.root if scope == PROJECT else None))
    return found[::-1]


def _scope(folder: str, around: Surroundings, config: str | None) -> str:
    if folder == around.environment.get("OPENCODE_CONFIG_DIR"):
        return EXTRA
    return USER if folder == config or (around.home and folder == os.path.join(around.home, ".opencode")) else PROJECT


def _place(path: str, scope: str, rank: int, origin: str | None) -> Place:
    if path.endswith(_SUFFIXES):
        return Place(path, scope, rank, suffixes=_SUFFIXES, origin=origin, only=HOLDS)
    return Place(path, scope, rank, recursive=not path.endswith(("mode", "modes")), origin=origin, strict=True)


def project_place(path: str, origin: str) -> Place:
    """A place that somebody came upon in a tree: settings files below agents, agents below modes."""
    name = os.path.basename(path)
    rank = 4 if path.endswith(_SUFFIXES) else 2 if name in ("mode", "modes") else 3
    if os.path.basename(origin) == ".opencode":
        origin = os.path.dirname(origin)
    return _place(path, PROJECT, rank, origin)


def winner(readings: list[tuple[Place, str, Reading]], version: Version) -> int:
    """Of several files of one name the one that is listed last: by path, as far as that is certain."""
    return max(range(len(readings)), key=lambda index: readings[index][1])


def inventory(settings: Settings) -> Inventory:
    """The built-in tools and the MCP servers that the settings start; what tools these have is not known."""
    return Inventory(None, {name: None for name, started in settings.servers.items() if started})
