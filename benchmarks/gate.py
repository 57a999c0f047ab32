"""What the gate adds to a call of a tool.

    python benchmarks/gate.py [--calls 1000]

A client of the `mcp` library calls a tool of a small server: without a gate, through a process that copies bytes and understands nothing (what any
process between the two costs), and through the gate, without and with a secret to mask. The calls of the four take turns, so that all have the same
machine. Prints the medians in milliseconds, what each adds, and the ratio to the call without a gate, as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

AGENT = "---\nname: worker\ndescription: Does one thing of many, and does it well\ntools: Read, mcp__srv__echo\n---\nBody\n"
SERVER = (
    "from mcp.server.mcpserver import MCPServer\ns = MCPServer('srv')\ns.tool(name='echo')(lambda text: text)\ns.run('stdio')"
)
COPY = """
import os, subprocess, sys, threading
def copy(source, target):
    while data := os.read(source, 65536):
        os.write(target, data)
server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
threading.Thread(target=copy, args=(server.stdout.fileno(), 1), daemon=True).start()
copy(0, server.stdin.fileno())
server.kill()
"""


async def measure(root: Path, calls: int) -> dict[str, list[float]]:
    python = sys.executable
    server = [python, "-c", SERVER]
    gate = [python, "-m", "remit", "gate", "--agent", "worker", "--server", "srv", "--root", str(root), "--home", str(root)]
    ways = {
        "without": server,
        "copied": [python, "-c", COPY, *server],
        "gate": [*gate, "--", *server],
        "gate, with a secret": [*gate, "--secret", "TOKEN", "--", *server],
    }
    environment = {"TOKEN": "s3cr3t-value-of-forty-characters-as-many", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    times: dict[str, list[float]] = {name: [] for name in ways}
    async with AsyncExitStack() as stack:
        sessions = {}
        for name, words in ways.items():
            parameters = StdioServerParameters(command=words[0], args=words[1:], env=environment)
            streams = await stack.enter_async_context(stdio_client(parameters))
            sessions[name] = await stack.enter_async_context(ClientSession(*streams))
            await sessions[name].initialize()
        for number in range(calls + 20):
            for name, session in sessions.items():
                before = time.perf_counter()
                await session.call_tool("echo", {"text": "a text of some length, as tools give " * 10})
                if number >= 20:
                    times[name].append(time.perf_counter() - before)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".claude" / "agents").mkdir(parents=True)
        (root / ".claude" / "agents" / "worker.md").write_text(AGENT)
        times = anyio.run(measure, root, options.calls)
    plain = statistics.median(times["without"])
    found = {}
    for name, values in times.items():
        median = statistics.median(values)
        found[name] = {
            "median ms": round(median * 1e3, 3),
            "adds ms": round((median - plain) * 1e3, 3),
            "ratio": round(median / plain, 2),
            "95th ms": round(sorted(values)[len(values) * 95 // 100] * 1e3, 3),
        }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
