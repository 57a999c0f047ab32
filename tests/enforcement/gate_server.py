"""A server for tests of the gate: `python gate_server.py [stdio | http PORT_FILE]`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import anyio
from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel

server = MCPServer("srv")
released = anyio.Event()
cancelled = anyio.Event()


@server.tool()
def echo(text: str) -> str:
    return text


@server.tool()
def variable(name: str) -> str:
    return os.environ.get(name, "nothing")


@server.tool()
def part(name: str, start: int, end: int) -> str:
    return os.environ[name][start:end]


@server.tool()
def complain(name: str) -> str:
    print(f"the value is {os.environ[name]}", file=sys.stderr, flush=True)
    return "done"


@server.tool()
def forbidden() -> str:
    Path(os.environ["TOUCHED"]).touch()
    return "it ran"


@server.tool()
async def slow(ctx: Context) -> str:
    """Tells of its progress, and ends only once `release` was called."""
    await ctx.report_progress(1, 2, "half")
    await released.wait()
    return "released"


@server.tool()
def release() -> str:
    released.set()
    return "done"


@server.tool()
async def endless(ctx: Context) -> str:
    await ctx.report_progress(0, 1, "begun")
    try:
        await anyio.sleep_forever()
    finally:
        cancelled.set()


@server.tool()
async def was_cancelled() -> str:
    await cancelled.wait()
    return "cancelled"


class Answer(BaseModel):
    colour: str


@server.tool()
async def ask(ctx: Context) -> str:
    found = await ctx.elicit("Which colour?", Answer)
    return found.data.colour if found.action == "accept" else found.action


@server.tool()
async def grow(ctx: Context) -> str:
    """Has two tools more from now on, and tells so."""
    server.add_tool(lambda: "grown", name="granted_later", description="later")
    server.add_tool(lambda: "grown", name="forbidden_later", description="later")
    await ctx.session.send_tool_list_changed()
    return "grown"


@server.tool()
def live(path: str) -> str:
    """Holds a pipe open, in this process and in a child that nobody waits for, for as long as they live."""
    code = "import os, sys, time; file = os.open(sys.argv[1], os.O_WRONLY); os.write(file, b'c'); time.sleep(1000)"
    subprocess.Popen([sys.executable, "-c", code, path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    file = os.open(path, os.O_WRONLY)
    os.write(file, b"s")
    return "alive"


@server.resource("data://one")
def data() -> str:
    return "a resource"


@server.prompt()
def hello() -> str:
    return "a prompt"


if __name__ == "__main__":
    if sys.argv[1:2] == ["http"]:
        import uvicorn

        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        Path(sys.argv[2] + ".new").write_text(str(listening.getsockname()[1]))
        Path(sys.argv[2] + ".new").rename(sys.argv[2])
        print("ready", flush=True)
        config = uvicorn.Config(server.streamable_http_app(), log_level="error", timeout_graceful_shutdown=1)
        uvicorn.Server(config).run(sockets=[listening])
    else:
        server.run("stdio")
