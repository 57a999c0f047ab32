"""How long an editor waits for the language server after a key.

    python benchmarks/keystroke.py [--agents 50] [--lines 500] [--keys 200]

Starts `remit lsp` as a process, over its standard streams, on a project of its own making. At each key it sends the change and asks for what
an editor asks for then: completion, and the findings (pulled, so that they cannot be put off). Measured is the time from the key to each
answer, with the client's own work in it. Prints the median and the 95th of a hundred, as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

HEAD = "---\nname: {name}\ndescription: Does one thing of many, and does it well\ntools: Read, Grep, Agent(agent-1, agent-2)\nmodel: sonnet\n---\n"


def project(root: Path, agents: int, lines: int) -> Path:
    """A project with many agents, and one file among them that is as long as asked for."""
    folder = root / ".claude" / "agents"
    folder.mkdir(parents=True)
    (root / ".git").mkdir()
    for number in range(agents):
        (folder / f"agent-{number}.md").write_text(HEAD.format(name=f"agent-{number}") + "# Task\n\nDo it well.\n")
    long = folder / "long.md"
    head = HEAD.format(name="long")
    body = "".join(
        f"{number}. Look at the {number}th thing, tell what is wrong with it, and why.\n"
        for number in range(lines - head.count("\n"))
    )
    long.write_text(head + body)
    return long


async def measure(path: Path, root: Path, keys: int) -> dict[str, list[float]]:
    client = LanguageClient("benchmark", "1")
    await client.start_io(sys.executable, "-m", "remit", "lsp")
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(diagnostic=types.DiagnosticClientCapabilities())
    )
    folders = [types.WorkspaceFolder(root.as_uri(), "benchmark")]
    await client.initialize_async(
        types.InitializeParams(capabilities, workspace_folders=folders, initialization_options={"home": ""})
    )
    client.initialized(types.InitializedParams())
    uri = path.as_uri()
    document = types.TextDocumentIdentifier(uri)
    text = path.read_text()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, types.LanguageKind.Markdown, 1, text))
    )
    await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    times: dict[str, list[float]] = {"completion": [], "findings": [], "body": []}
    version = 1
    column = len("tools: Read, Grep, ")
    for number in range(keys):
        # A key in the list of tools, then the same key taken back; every other one in the body.
        line, character = (3, column) if number % 4 < 2 else (200, 3)
        end = character + number % 2
        version += 1
        change = types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(line, character), types.Position(line, end)), text="" if number % 2 else "G"
        )
        begin = time.perf_counter()
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), [change])
        )
        position = types.Position(line, character + (0 if number % 2 else 1))
        await client.text_document_completion_async(types.CompletionParams(document, position))
        middle = time.perf_counter()
        await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
        done = time.perf_counter()
        times["completion" if line == 3 else "body"].append(middle - begin)
        times["findings"].append(done - begin)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", type=int, default=50)
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--keys", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        path = project(root, options.agents, options.lines)
        times = asyncio.run(measure(path, root, options.keys))
    told = {
        name: {
            "median_ms": round(statistics.median(values) * 1000, 2),
            "p95_ms": round(sorted(values)[int(len(values) * 0.95)] * 1000, 2),
        }
        for name, values in times.items()
        if values
    }
    print(json.dumps({**vars(options), **told}, indent=1))


if __name__ == "__main__":
    main()
