"""What `config.toml` says about a session: its sandbox, how deep agents nest, its MCP servers.

The files count in this order, the last the strongest: `$CODEX_HOME` (`~/.codex`), then `.codex` from the repository's root
down to the working folder, then those that somebody names.
"""

from __future__ import annotations

import os

from ...discovery import ancestors, repository_root
from ...source import Unreadable, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Surroundings

FILE = "config.toml"
HOLDS = (("sandbox_mode",), ("agents", "max_depth"), ("mcp_servers",))
"""What of it is looked at; the client itself writes down which folders are trusted, and which notices it has shown."""


class Config:
    """The settings of a session. `servers` maps an MCP server to the tools that are enabled, `None` where all are."""

    __slots__ = ("max_depth", "sandbox_mode", "servers")

    def __init__(self) -> None:
        self.sandbox_mode: str | None = None
        self.max_depth: int | None = None
        self.servers: dict[str, tuple[str, ...] | None] = {}

    def add(self, value: dict[str, object]) -> None:
        """Takes in a stronger file."""
        mode = value.get("sandbox_mode")
        if isinstance(mode, str):
            self.sandbox_mode = mode
        agents = value.get("agents")
        depth = agents.get("max_depth") if isinstance(agents, dict) else None
        if isinstance(depth, int) and not isinstance(depth, bool):
            self.max_depth = depth
        servers = value.get("mcp_servers")
        for name, server in servers.items() if isinstance(servers, dict) else ():
            if not isinstance(server, dict):
                continue
            if server.get("enabled") is False:
                self.servers.pop(name, None)
                continue
            tools = server.get("enabled_tools")
            self.servers[name] = tuple(str(tool) for tool in tools) if isinstance(tools, list) else None


def home_of(around: Surroundings) -> str | None:
    """The user's own folder."""
    moved = around.environment.get("CODEX_HOME")
    return moved or (os.path.join(around.home, ".codex") if around.home else None)


def layers(around: Surroundings) -> Iterator[str]:
    """The `.codex` folders of a project that count in the working folder, the nearest first."""
    top = repository_root(around.root) or around.root
    for folder in ancestors(around.root):
        yield os.path.join(folder, ".codex")
        if folder == top:
            return


def load(around: Surroundings, files: tuple[str, ...] = ()) -> Config:
    """The settings of a session. A file that cannot be read says nothing."""
    config = Config()
    home = home_of(around)
    folders = [*([home] if home else []), *reversed(list(layers(around)))]
    for path in (*(os.path.join(folder, FILE) for folder in folders), *files):
        try:
            data = read_bytes(path, only=HOLDS)
        except Unreadable:
            continue
        import tomllib

        try:
            config.add(tomllib.loads(data.decode("utf-8-sig")))
        except (ValueError, RecursionError):
            continue
    return config
