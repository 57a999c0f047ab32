"""An MCP server for tests: tools that say what they see."""

import os

from mcp.server.mcpserver import MCPServer

server = MCPServer("demo")


@server.tool()
def alpha(text: str) -> str:
    """Says it back."""
    return f"alpha {text}"


@server.tool()
def beta() -> str:
    """Writes a file."""
    with open("beta-ran", "w"):
        return "beta"


@server.tool()
def seen(name: str) -> str:
    """A variable of the server."""
    return os.environ.get(name, "nothing")


if __name__ == "__main__":
    server.run("stdio")
