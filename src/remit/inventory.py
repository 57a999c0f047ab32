"""The tools a session has."""

from __future__ import annotations

from .errors import UsageError
from .tools import MCP, mcp_server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Inventory:
    """A session's tools: built-ins by name, and MCP servers with their tools.

    `builtins` is `None` for "what this host version has". `servers` maps a server's name to its tools, `None` where they are not
    known; an unknown server's tools stand in every list as `mcp__server__*`. `complete` says that nothing else exists: the list was
    given, not assumed. `others` are servers that the session does not have but a definition may start, with their tools.
    """

    __slots__ = ("builtins", "complete", "others", "servers")

    def __init__(
        self,
        builtins: Iterable[str] | None = None,
        servers: dict[str, tuple[str, ...] | None] | None = None,
        complete: bool = False,
        others: dict[str, tuple[str, ...] | None] | None = None,
    ) -> None:
        self.builtins = None if builtins is None else tuple(builtins)
        self.servers = servers or {}
        self.complete = complete
        self.others = others or {}

    @classmethod
    def of(cls, names: Iterable[str]) -> Inventory:
        """The inventory that is exactly these names, MCP tools among them."""
        builtins: list[str] = []
        servers: dict[str, list[str] | None] = {}
        for name in names:
            if not name.startswith(MCP):
                if name not in builtins:
                    builtins.append(name)
                continue
            server = mcp_server(name) or ""
            tool = name[len(MCP) + len(server) + 2 :]
            if tool in ("", "*"):
                servers[server] = None
                continue
            known = servers.setdefault(server, [])
            if known is not None and tool not in known:
                known.append(tool)
        return cls(builtins, {name: None if tools is None else tuple(tools) for name, tools in servers.items()}, complete=True)

    @classmethod
    def from_json(cls, value: object) -> Inventory:
        """The inventory of a JSON value: an array of names, or `{"builtins": "default" | [...], "mcp": {server: [...] | "*"}}`.

        Raises `UsageError` where the value is neither.
        """
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return cls.of(value)
        if not isinstance(value, dict):
            raise UsageError(
                "an inventory is an array of tool names or an object", 'for example `{"builtins": "default", "mcp": {}}`'
            )
        unknown = set(value) - {"builtins", "mcp"}
        if unknown:
            raise UsageError(f"an inventory has no key `{sorted(unknown)[0]}`", "it has `builtins` and `mcp`")
        builtins = value.get("builtins", "default")
        if builtins != "default" and not (isinstance(builtins, list) and all(isinstance(name, str) for name in builtins)):
            raise UsageError('`builtins` of an inventory is "default" or an array of tool names')
        mcp = value.get("mcp", {})
        if not isinstance(mcp, dict):
            raise UsageError("`mcp` of an inventory is an object of servers")
        servers: dict[str, tuple[str, ...] | None] = {}
        for name, tools in mcp.items():
            if tools == "*":
                servers[name] = None
            elif isinstance(tools, list) and all(isinstance(tool, str) for tool in tools):
                servers[name] = tuple(tools)
            else:
                raise UsageError(f'the tools of MCP server `{name}` are an array of names or "*"')
        return cls(None if builtins == "default" else builtins, servers, complete=True)

    def to_json(self) -> dict[str, object]:
        """The JSON value that `from_json` takes."""
        mcp = {name: "*" if tools is None else list(tools) for name, tools in self.servers.items()}
        return {"builtins": "default" if self.builtins is None else list(self.builtins), "mcp": mcp}

    def __repr__(self) -> str:
        return f"Inventory({self.builtins!r}, {self.servers!r})"
