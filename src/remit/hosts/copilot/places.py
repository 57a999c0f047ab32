"""Where the Copilot CLI looks for agents and MCP servers.

Recorded from the client 1.0.102 on 2026-11-30: the user's own come before the repository's, `.github` before `.claude` at
any distance, the nearer folder before the farther, added directories last.
"""

from __future__ import annotations

import os

from ...discovery import ancestors, repository_root
from ...inventory import Inventory
from ...source import Unreadable, read_bytes
from ...syntax.jsonc import values as json_values
from ...syntax.nodes import SyntaxFault
from ..base import EXTRA, PROJECT, USER, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading, Surroundings

SUFFIXES = (".agent.md", ".md")
FOLDER = os.path.join(".github", "agents")
SHARED = os.path.join(".claude", "agents")
_SERVERS = (("mcpServers",),)


def config_folder(around: Surroundings) -> str | None:
    """The user's own folder: `COPILOT_HOME`, else `~/.copilot`."""
    moved = around.environment.get("COPILOT_HOME")
    return moved or (os.path.join(around.home, ".copilot") if around.home else None)


def places(around: Surroundings) -> Iterator[Place]:
    """The user's agents, then the way up to the repository's root, then Claude Code's folders on that way, then added
    directories."""
    rank = 0
    config = config_folder(around)
    if config:
        yield Place(os.path.join(config, "agents"), USER, rank, suffixes=SUFFIXES)
        rank += 1
    for inner in (FOLDER, SHARED):
        for folder in _way_up(around.root):
            path = os.path.join(folder, inner)
            yield Place(path, PROJECT, rank, suffixes=SUFFIXES, origin=around.root, borrowed=inner is SHARED)
            rank += 1
    for folder in around.extra:
        yield Place(os.path.join(folder, FOLDER), EXTRA, rank, suffixes=SUFFIXES)
        rank += 1


def in_use(around: Surroundings) -> bool:
    """Whether the user has the client's folder, or the project its instructions."""
    signs = [os.path.join(folder, ".github", "copilot-instructions.md") for folder in _way_up(around.root)]
    config = config_folder(around)
    return any(os.path.lexists(path) for path in (*signs, *((config,) if config else ())))


def _way_up(root: str) -> Iterator[str]:
    top = repository_root(root) or root
    for folder in ancestors(root):
        yield folder
        if folder == top:
            return


def winner(readings: list[tuple[Place, str, Reading]]) -> int:
    """Two files that the client knows by one name, `x.agent.md` and `x.md`: the first path."""
    return min(range(len(readings)), key=lambda index: readings[index][1].encode("utf-16-be", "surrogatepass"))


def inventory(around: Surroundings) -> Inventory:
    """The MCP servers that the user has configured."""
    servers: dict[str, tuple[str, ...] | None] = {}
    config = config_folder(around)
    if config:
        try:
            value = json_values(read_bytes(os.path.join(config, "mcp-config.json"), only=_SERVERS).decode("utf-8", "replace"))
        except (Unreadable, SyntaxFault):
            value = None
        found = value.get("mcpServers") if isinstance(value, dict) else None
        for name, server in found.items() if isinstance(found, dict) else ():
            listed = server.get("tools") if isinstance(server, dict) else None
            limited = isinstance(listed, list) and "*" not in listed
            servers[str(name)] = tuple(str(tool) for tool in listed) if limited and isinstance(listed, list) else None
    return Inventory(None, servers)
