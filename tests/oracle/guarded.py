"""A project whose real client runs with the guard in its settings, and a model that makes the calls it is told to."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.installing import command, install, renewed

TOOLS = [
    "Bash",
    "Read",
    "Write",
    "Edit",
    "NotebookEdit",
    "Agent",
    "SendMessage",
    "Skill",
    "WebFetch",
    "mcp__github",
    "mcp__slack",
]
"""What the settings allow to everybody, so that nothing but the guard is in the way."""

Call = tuple[str, dict[str, object]]
Turn = Sequence[Call]


class Told:
    """What became of a launch: for each call by its identity whether it was an error and what it gave, who was asked for an answer."""

    def __init__(self) -> None:
        self.results: dict[str, tuple[bool, str]] = {}
        self.turns: dict[str, int] = {}
        self.tools: dict[str, list[str]] = {}
        self.code: int | None = None
        self.errors = ""

    def ran(self, identity: str) -> bool:
        """Whether a call was made and came back without an error."""
        return identity in self.results and not self.results[identity][0]


class Project:
    """A project with agents, a home, and a client. `guarded` says whether the guard is installed."""

    def __init__(
        self, folder: Path, agents: dict[str, str], *, guarded: bool = True, more: dict[str, str] | None = None
    ) -> None:
        self.home = folder / "home"
        self.root = folder / "project"
        self.policy = folder / "policy.json"
        self.state = folder / "state"
        self.settings = self.root / ".claude" / "settings.local.json"
        self.home.mkdir(parents=True)
        for name, text in agents.items():
            self.put(f".claude/agents/{name}.md", f"---\nname: {name}\ndescription: Does {name}\n{text}---\nDo it.\n")
        for name, text in (more or {}).items():
            self.put(name, text)
        self.put(".claude/settings.local.json", json.dumps({"permissions": {"allow": TOOLS}}))
        trust = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        known = {"hasCompletedOnboarding": True, "projects": {str(self.root): trust}}
        (self.home / ".claude.json").write_text(json.dumps(known))
        if guarded:
            self.guard()

    def guard(self) -> None:
        """Compiles the policy and installs the guard."""
        self.policy.write_text(text_of(compiled(str(self.root), "claude-code", home=str(self.home))))
        install("claude-code", str(self.settings), command("claude-code", str(self.policy), str(self.state)))
        renewed(str(self.policy))

    def put(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def launch(self, oracle: ModuleType, script: dict[str, Sequence[Turn]], first: str, version: str, *words: str) -> Told:
        """Starts the client with the prompt of `first`. `script` has for each key the turns of the model that was prompted with it; what
        the model is told of an agent to start is `ORACLE-SUB::KEY`."""
        told = Told()
        lock = threading.Lock()

        def answer(server: object, record: dict[str, object]) -> list[dict[str, object]]:
            body, key = record["body"], record["key"]
            if not isinstance(body, dict) or not isinstance(key, str) or not body.get("tools"):
                return [{"type": "text", "text": "ok"}]
            with lock:
                told.results.update(oracle.tool_results(body))
                told.tools[key] = [tool.get("name", "") for tool in body["tools"]]
                turn = told.turns.get(key, 0)
                told.turns[key] = turn + 1
            turns = script.get(key, ())
            if turn >= len(turns):
                return [{"type": "text", "text": f"done {key}"}]
            return [
                {"type": "tool_use", "id": f"toolu_{key}_{turn}_{at}", "name": tool, "input": value}
                for at, (tool, value) in enumerate(turns[turn])
            ]

        server = oracle.FakeAnthropic(answer).start()
        environment = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.home),
            "ANTHROPIC_BASE_URL": server.base_url,
            "ANTHROPIC_API_KEY": "sk-fake-oracle-key",
            "NO_PROXY": "127.0.0.1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_MAX_RETRIES": "0",
            "ENABLE_TOOL_SEARCH": "false",
        }
        servers = {
            name: {"type": "stdio", "command": sys.executable, "args": [str(Path(oracle.HERE) / "fake_mcp.py"), *tools]}
            for name, tools in oracle.MCP_SERVERS.items()
        }
        config = self.home / "mcp.json"
        config.write_text(json.dumps({"mcpServers": servers}))
        program = [
            oracle.client_path(version),
            "-p",
            f"{oracle.SUB_MARK}{first} go",
            "--output-format",
            "stream-json",
            "--verbose",
        ]
        program += ["--mcp-config", str(config), "--strict-mcp-config", *words]
        process = subprocess.Popen(
            program, cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True,
        )  # fmt: skip
        try:
            out, told.errors = process.communicate(timeout=180)
            told.code = process.returncode
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            server.shutdown()
            server.server_close()
        for line in out.splitlines():
            event = json.loads(line) if line.startswith("{") else {}
            if event.get("type") == "user":
                told.results.update(oracle.tool_results({"messages": [event.get("message", {})]}))
        return told

    def journal(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.state / "journal.jsonl").read_text().splitlines()]
