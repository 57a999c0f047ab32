"""Where Claude Code looks for agents and MCP servers, and which of two agents of one name it takes.

Source: the client 2.1.332, recorded 2026-11-30; managed places and plugins from the documentation of 2026-08-22.
"""

from __future__ import annotations

import os

from ...discovery import ancestors, main_worktree, repository_root
from ...inventory import Inventory
from ...source import Unreadable, read_bytes
from ...syntax.jsonc import values as json_values
from ...syntax.nodes import SyntaxFault
from ...witness import at_route
from ..base import EXTRA, MANAGED, PLUGIN, PROJECT, USER, Place, Surroundings, Version
from .settings import config_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading

FOLDER = os.path.join(".claude", "agents")
LAST_WINS = Version("2.1.332")
MANIFEST = os.path.join(".claude-plugin", "plugin.json")


def places(around: Surroundings) -> Iterator[Place]:
    """Managed, then the way up from the working folder, added directories, the user's own, and plugins beside them all."""
    if around.managed:
        yield Place(os.path.join(around.managed, FOLDER), MANAGED, 0)
    rank = 2
    top = repository_root(around.root)
    for folder in ancestors(around.root):
        if top is None and around.home and folder == around.home and folder != around.root:
            break
        yield Place(os.path.join(folder, FOLDER), PROJECT, rank, origin=around.root)
        rank += 1
        if folder == top:
            break
    main = main_worktree(top) if top else None
    if main and main != top:
        yield Place(os.path.join(main, FOLDER), PROJECT, rank)
        rank += 1
    for folder in around.extra:
        yield Place(os.path.join(folder, FOLDER), EXTRA, rank)
        rank += 1
    config = config_folder(around)
    if config:
        yield Place(os.path.join(config, "agents"), USER, rank)
        rank += 1
    for folder in around.plugins:
        yield from plugin_places(folder, rank)


def plugin_places(folder: str, rank: int) -> list[Place]:
    """A plugin's agents: its `agents` folder, or what its manifest names instead."""
    name, paths = _manifest(folder)
    return [Place(os.path.normpath(os.path.join(folder, path)), PLUGIN, rank, prefix=name) for path in paths]


def plugin_in(folder: str) -> list[Place]:
    """The agents of a folder that is a plugin by its manifest. They count where it is installed, or in a session that works in it."""
    if not os.path.isfile(os.path.join(folder, MANIFEST)):
        return []
    found = plugin_places(folder, _BESIDE)
    for place in found:
        place.origin = folder
    return found


_BESIDE = 99
"""Plugins stand beside all other places: their agents have names of their own."""


def plugin_name(folder: str) -> str:
    """What a plugin's agents and skills carry before their names."""
    return _manifest(folder)[0]


def _manifest(folder: str) -> tuple[str, list[str]]:
    name = os.path.basename(os.path.normpath(folder))
    paths = ["agents"]
    try:
        value = json_values(read_bytes(os.path.join(folder, MANIFEST)).decode("utf-8", "replace"))
    except (Unreadable, SyntaxFault):
        return name, paths
    if isinstance(value, dict):
        if isinstance(value.get("name"), str) and value["name"]:
            name = value["name"]
        agents = value.get("agents")
        if isinstance(agents, str):
            agents = [agents]
        if isinstance(agents, list) and agents:
            paths = [path for path in agents if isinstance(path, str)] or paths
    return name, paths


def winner(readings: list[tuple[Place, str, Reading]], version: Version) -> int:
    """Two files of one name in one folder: the last path by code unit counts in 2.1.332; 2.1.197 was seen to take the first."""
    order = sorted(range(len(readings)), key=lambda index: readings[index][1].encode("utf-16-be", "surrogatepass"))
    return order[0] if version < LAST_WINS else order[-1]


SERVERS = "mcpServers"


def inventory(around: Surroundings) -> Inventory:
    """The configured MCP servers: `.mcp.json` on the way up, the user's `~/.claude.json`, and the plugins' own."""
    servers: dict[str, tuple[str, ...] | None] = {}
    top = repository_root(around.root)
    for folder in ancestors(around.root):
        _add(servers, os.path.join(folder, ".mcp.json"))
        if folder == top or (top is None and folder == around.home):
            break
    if around.home:
        moved = around.environment.get("CLAUDE_CONFIG_DIR")
        path = os.path.join(moved or around.home, ".claude.json")
        routes: list[tuple[str, ...]] = [(SERVERS,)]
        for folder in ancestors(around.root):
            routes.append(("projects", folder, SERVERS))
            if folder == top:
                break
        value = _json(path, routes)  # the client counts its starts and more in this file
        for route in routes:
            _servers(servers, at_route(value, route[:-1]))
    for folder in around.plugins:
        own: dict[str, tuple[str, ...] | None] = {}
        _add(own, os.path.join(folder, ".mcp.json"))
        _servers(own, _json(os.path.join(folder, MANIFEST)))
        name = _manifest(folder)[0]
        for server in own:
            servers.setdefault(f"plugin_{name}_{server}", None)
    return Inventory(None, servers)


def _json(path: str, only: list[tuple[str, ...]] | None = None) -> object:
    try:
        return json_values(read_bytes(path, only=only).decode("utf-8", "replace"))
    except (Unreadable, SyntaxFault):
        return None


def _add(servers: dict[str, tuple[str, ...] | None], path: str) -> None:
    _servers(servers, _json(path, [(SERVERS,)]))


def _servers(servers: dict[str, tuple[str, ...] | None], value: object) -> None:
    found = at_route(value, (SERVERS,))
    if isinstance(found, dict):
        for name in found:
            servers.setdefault(str(name), None)
