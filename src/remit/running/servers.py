"""The MCP servers of an agent, as toolsets of the engine, each with the name it has in the agent's remit.

A server is started in the working folder with an environment of its own: what its entry says, and nothing of the user's but what every program
needs. `${NAME}` in an entry is filled in from the secrets that the definition names, and from nothing else.
"""

from __future__ import annotations

import os
import re

from ..hosts.base import configuration
from ..syntax.schema import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_ai.mcp import MCPToolset

    from ..definition import Definition

    Json = dict[str, object]

START = 20.0
"""Seconds within which a server must have started."""
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")


class ServerError(Exception):
    """A server that cannot be started: `reason` is one phrase."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def names_in(definition: Definition) -> list[str]:
    """The servers that a definition itself describes."""
    inline = definition.mcp_servers
    return [
        str(name)
        for one in ([inline] if isinstance(inline, dict) else inline if isinstance(inline, list) else [])
        if isinstance(one, dict)
        for name, entry in one.items()
        if isinstance(entry, dict)
    ]


def entry_of(name: str, definition: Definition, root: str) -> Json | None:
    """How a server is started: as the definition says, or the project's `.mcp.json`. None where neither says it."""
    inline = definition.mcp_servers
    for one in [inline] if isinstance(inline, dict) else inline if isinstance(inline, list) else []:
        if isinstance(one, dict) and isinstance(one.get(name), dict):
            return dict(one[name])
    document = configuration(os.path.join(root, ".mcp.json"))
    value = plain(document.root) if document is not None and document.root is not None else None
    servers = value.get("mcpServers") if isinstance(value, dict) else None
    found = servers.get(name) if isinstance(servers, dict) else None
    return dict(found) if isinstance(found, dict) else None


def toolset(name: str, entry: Json, cwd: str, base: Mapping[str, str], secrets: Mapping[str, str]) -> MCPToolset[None]:
    """The tools of one server. Raises `ServerError`."""
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai.mcp import MCPToolset

    filled = _filled(name, entry, {**base, **secrets})
    command, url = filled.get("command"), filled.get("url", filled.get("httpUrl"))
    if isinstance(command, str) and command:
        given = filled.get("args", [])
        environment = filled.get("env", {})
        if not isinstance(given, list) or not isinstance(environment, dict):
            raise ServerError(f"the MCP server `{name}` has arguments or an environment that are none")
        transport = StdioTransport(
            command=command,
            args=[str(word) for word in given],
            env={**base, **{str(key): str(value) for key, value in environment.items()}},
            cwd=cwd,
            keep_alive=False,
        )
        return MCPToolset(transport, id=name, tool_error_behavior="failed", init_timeout=START)
    if isinstance(url, str) and url.startswith(("http://", "https://")):
        headers = filled.get("headers", {})
        if not isinstance(headers, dict):
            raise ServerError(f"the MCP server `{name}` has headers that are none")
        return MCPToolset(
            url,
            id=name,
            tool_error_behavior="failed",
            init_timeout=START,
            headers={str(key): str(value) for key, value in headers.items()} or None,
        )
    raise ServerError(f"the MCP server `{name}` has neither `command` nor `url`")


def _filled(name: str, entry: Json, values: Mapping[str, str]) -> Json:
    def fill(value: object) -> object:
        if isinstance(value, str):
            return _VARIABLE.sub(one, value)
        if isinstance(value, list):
            return [fill(item) for item in value]
        return {key: fill(item) for key, item in value.items()} if isinstance(value, dict) else value

    def one(match: re.Match[str]) -> str:
        found = values.get(match[1], match[2])
        if found is None:
            raise ServerError(f"the MCP server `{name}` needs `{match[1]}`, which is not among the agent's secrets")
        return found

    return {key: fill(value) for key, value in entry.items()}
