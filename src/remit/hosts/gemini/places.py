"""Where Gemini CLI looks for agents and MCP servers.

Source: `agents/registry.js`, `config/storage.js` of npm `@google/gemini-cli-core` 0.61.0, read on 2026-11-30: the working
folder's own (trusted, each file acknowledged), then the user's, then those of extensions; the first of a name stays.
"""

from __future__ import annotations

import os

from ...inventory import Inventory
from ...source import Unreadable, read_bytes
from ...syntax.jsonc import values as json_values
from ...syntax.nodes import SyntaxFault
from ...witness import looked_at
from ..base import EXTRA, PROJECT, USER, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading, Surroundings

FOLDER = ".gemini"
_SERVERS = (("mcpServers",),)


def home_of(around: Surroundings) -> str | None:
    """The user's own folder: `.gemini` in `GEMINI_CLI_HOME` or the home."""
    home = around.environment.get("GEMINI_CLI_HOME") or around.home
    return os.path.join(home, FOLDER) if home else None


def places(around: Surroundings) -> Iterator[Place]:
    yield Place(os.path.join(around.root, FOLDER, "agents"), PROJECT, 0, recursive=False, links=False, origin=around.root)
    home = home_of(around)
    if home is None:
        return
    yield Place(os.path.join(home, "agents"), USER, 1, recursive=False, links=False)
    extensions = os.path.join(home, "extensions")
    try:
        looked_at(extensions)
        names = sorted(os.listdir(extensions))
    except OSError:
        return
    for rank, name in enumerate(names, 2):
        yield Place(os.path.join(extensions, name, "agents"), EXTRA, rank, recursive=False, links=False)


def winner(readings: list[tuple[Place, str, Reading]]) -> int:
    """Two files of one name in one folder: the first; the client takes them in the folder's own order, remit by path."""
    return min(range(len(readings)), key=lambda index: os.fsencode(readings[index][1]))


def inventory(around: Surroundings) -> Inventory:
    """The MCP servers of the user's and the project's settings."""
    servers: dict[str, tuple[str, ...] | None] = {}
    for folder in (home_of(around), os.path.join(around.root, FOLDER)):
        if folder is None:
            continue
        try:
            value = json_values(read_bytes(os.path.join(folder, "settings.json"), only=_SERVERS).decode("utf-8", "replace"))
        except (Unreadable, SyntaxFault):
            continue
        found = value.get("mcpServers") if isinstance(value, dict) else None
        for name, server in found.items() if isinstance(found, dict) else ():
            listed = server.get("includeTools") if isinstance(server, dict) else None
            servers[str(name)] = tuple(str(tool) for tool in listed) if isinstance(listed, list) else None
    return Inventory(None, servers)
