"""The guard in the way of the real Codex and Copilot CLI: installed in a project as a user would, with a model that makes the calls it is told to.

Opt in with `--oracle DIR`; the clients lie in `~/.cache/remit-oracles`, or where `REMIT_ORACLE_ROOT` says. They run with all of their own
sandboxes and questions switched off, so that only the guard is in the way.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import remit
from oracle.answering import Call, Model
from oracle.lanes import told

CLIENTS = Path(os.environ.get("REMIT_ORACLE_ROOT") or Path.home() / ".cache" / "remit-oracles")
CODEX = CLIENTS / "codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"
COPILOT = CLIENTS / "copilot/node_modules/@github/copilot-linux-x64/copilot"
REFUSALS = ("PreToolUse hook", "preToolUse hook", "unsupported", "No such tool", "does not exist")
"""What the clients write where a call was not made."""

Turns = list[list[tuple[Call, bool]]]


class Elsewhere:
    """A project of another host with its agents, a home, and the client."""

    def __init__(self, folder: Path, host: str, files: dict[str, str], servers: Path) -> None:
        self.root = folder / "project"
        self.home = folder / "home"
        self.host = host
        self.servers = servers
        self.home.mkdir(parents=True)
        for name, text in {"a.txt": "alpha\n", "src/b.txt": "beta\n", **files}.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        subprocess.run(["git", "-C", str(self.root), "init", "-q"], check=True)
        source = str(Path(remit.__file__).parent.parent)
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": source,
            "XDG_STATE_HOME": str(folder / "state"),
            "NO_PROXY": "127.0.0.1",
            "LANG": "C.UTF-8",
        }
        self.state = folder / "state"

    def guard(self) -> None:
        words = [sys.executable, "-m", "remit", "guard", "install", "--host", self.host, "--compile"]
        subprocess.run(words, cwd=self.root, env=self.environment, check=True, capture_output=True)

    def launch(self, model: Model, *words: str) -> None:
        with model:
            done = subprocess.run(
                words,
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=170,
                check=False,
            )
        assert done.returncode == 0, done.stderr

    def denials(self) -> int:
        lines = [json.loads(line) for path in self.state.rglob("journal.jsonl") for line in path.read_text().splitlines()]
        return sum(line["effect"] == "deny" for line in lines)


def calls_in(model: Model, lanes: dict[str, Turns]) -> list[tuple[str, bool, bool]]:
    """Each call: what it is, whether it is to pass, and whether it was made."""
    return [
        (f"{key} {turn}: {call[0]} {call[1]}", passes, _made(model, f"{key}_{turn}_{at}"))
        for key, turns in lanes.items()
        for turn, calls in enumerate(turns)
        for at, (call, passes) in enumerate(calls)
    ]


def _made(model: Model, identity: str) -> bool:
    said = model.results.get(identity)
    return said is not None and not any(word in said for word in REFUSALS)


def each(*calls: tuple[Call, bool]) -> Turns:
    return [[call] for call in calls]


def scripted(lanes: dict[str, Turns]) -> dict[str, list[list[Call]]]:
    return {key: [[call for call, _ in turn] for turn in turns] for key, turns in lanes.items()}


ROLE = 'name = "{}"\ndescription = "Does {}"\ndeveloper_instructions = "Do it."\n'
READ_ONLY = 'sandbox_mode = "read-only"\n'


def shell(line: str) -> Call:
    return "exec_command", {"cmd": line}


def spawn(key: str, kind: str | None) -> Call:
    value = {"message": f"ORACLE-SUB::{key} go"}
    return "multi_agent_v1.spawn_agent", value if kind is None else {**value, "agent_type": kind}


def waiting(*identities: str) -> Call:
    """Waits for the agents that these calls started."""

    def targets(results: dict[str, str]) -> object:
        found = [one for identity in identities for one in re.findall(r'"agent_id":\s*"([^"]+)"', results.get(identity, ""))]
        return {"targets": found, "timeout_ms": 60_000}

    return "multi_agent_v1.wait_agent", targets


PATCH = "apply_patch <<'E'\n*** Begin Patch\n*** Add File: w6\n+x\n*** End Patch\nE"
IN_CODEX: dict[str, Turns] = {
    "main": each(
        (spawn("reader", "reader"), True), (waiting("main_0_0"), True), (spawn("writer", "writer"), True), (waiting("main_2_0"), True), (shell("touch ok-main"), True)
    ),
    "reader": each(
        (shell("cat a.txt"), True),
        (shell("ls -l src"), True),
        (shell("git status"), True),
        (shell("head -1 a.txt | wc -l"), True),
        (shell("grep -r beta src"), True),
        (("mcp__github.get_issue", {}), True),
        (shell("touch w1"), False),
        (shell("cat a.txt; touch w2"), False),
        (shell("cat a.txt > w3"), False),
        (shell("cat $(touch w4)"), False),
        (shell("sed -i s/a/b/ a.txt"), False),
        (shell("tee w5 < a.txt"), False),
        (shell(PATCH), False),
        (shell("python3 -c 'open(\"w7\", \"w\")'"), False),
        (shell("bash -c 'touch w8'"), False),
        (shell("git config x.y z"), False),
        (("apply_patch", "*** Begin Patch\n*** Add File: w9\n+x\n*** End Patch\n"), False),
        (("mcp__github.create_issue", {}), False),
        (spawn("r1", "writer"), False),
        (spawn("r2", "worker"), False),
        (spawn("r3", "default"), False),
        (spawn("r4", "nobody"), False),
        (spawn("r5", None), False),
        (("multi_agent_v1.send_input", {"target": "x", "message": "go on"}), False),
        (spawn("looker", "looker"), True),
        (waiting("reader_24_0"), True),
    ),
    "looker": each((shell("cat a.txt"), True), (shell("touch w10"), False)),
    "writer": each((shell("touch ok-writer"), True), (shell("cat a.txt"), True), (("mcp__github.create_issue", {}), True)),
}  # fmt: skip


def codex(folder: Path, oracle: Path, *, guarded: bool) -> tuple[Model, Elsewhere]:
    model = Model(scripted(IN_CODEX))
    program = json.dumps([str(oracle / "claude-code/fake_mcp.py"), "get_issue", "create_issue"])
    server = f"[mcp_servers.github]\ncommand = {json.dumps(sys.executable)}\nargs = {program}\n"
    kept = server + 'disabled_tools = ["create_issue"]\n'
    files = {
        ".codex/agents/reader.toml": ROLE.format("reader", "reader") + READ_ONLY + kept,
        ".codex/agents/looker.toml": ROLE.format("looker", "looker") + READ_ONLY + kept,
        ".codex/agents/writer.toml": ROLE.format("writer", "writer"),
    }
    project = Elsewhere(folder, "codex", files, oracle)
    own = project.home / ".codex"
    own.mkdir()
    (own / "config.toml").write_text(
        f'model = "fake"\nmodel_provider = "fake"\n[model_providers.fake]\nname = "fake"\nbase_url = "{model.url}"\nwire_api = "responses"\n'
        f'[agents]\nmax_depth = 3\n[projects."{project.root}"]\ntrust_level = "trusted"\n{server}'
    )
    project.environment["CODEX_HOME"] = str(own)
    if guarded:
        project.guard()
    flags = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"]
    project.launch(model, str(CODEX), "exec", *flags, "ORACLE-SUB::main go")
    return model, project


CUSTOM = "---\nname: {}\ndescription: Does {}\n{}---\nDo it.\n"


def task(key: str, kind: str) -> Call:
    return "task", {"agent_type": kind, "description": key, "prompt": f"ORACLE-SUB::{key} go", "name": key}


def copilot_lanes(root: Path) -> dict[str, Turns]:
    def view(path: str) -> Call:
        return "view", {"path": str(root / path)}

    def run(line: str) -> Call:
        return "bash", {"command": line, "description": "d"}

    def patch(name: str) -> Call:
        return "apply_patch", {"input": f"*** Begin Patch\n*** Add File: {name}\n+x\n*** End Patch\n"}

    return {
        "main": each((task("lead", "lead"), True), (task("shell", "shell"), True), (run("touch ok-main"), True)),
        "lead": each(
            (view("a.txt"), True),
            (view("src/b.txt"), True),
            (view("src"), True),
            (("glob", {"pattern": "**/*.txt"}), True),
            (run("touch w1"), False),
            (run("cat a.txt"), False),
            (("create", {"path": str(root / "w2"), "file_text": "x"}), False),
            (("edit", {"path": str(root / "a.txt"), "old_str": "alpha", "new_str": "x"}), False),
            (patch("w3"), False),
            (("sql", {"description": "d", "query": "select 1"}), False),
            (("Bash", {"command": "touch w4"}), False),
            (("shell", {"command": "touch w5"}), False),
            (("write_bash", {"shellId": "x", "input": "touch w6\n"}), False),
            (task("l1", "free"), False),
            (task("l2", "FREE"), False),
            (task("l3", "shell"), False),
            (task("l4", "general-purpose"), False),
            (task("l5", "nobody"), False),
            (("write_agent", {"agent_id": "shell", "message": "go on"}), False),
            (task("reader", "reader"), True),
        ),
        "reader": each((view("a.txt"), True), (run("touch w7"), False), (task("r1", "lead"), False)),
        "shell": each((run("touch ok-shell"), True), (run("cat a.txt"), True), (view("a.txt"), False), (patch("w8"), False)),
    }


def copilot(folder: Path, oracle: Path, *, guarded: bool) -> tuple[Model, Elsewhere]:
    kinds = {"lead": "tools: [view, glob, agent]\n", "reader": "tools: [view]\n", "shell": "tools: [bash]\n", "free": ""}
    files = {f".github/agents/{name}.agent.md": CUSTOM.format(name, name, text) for name, text in kinds.items()}
    project = Elsewhere(folder, "copilot", files, oracle)
    model = Model(scripted(copilot_lanes(project.root)))
    project.environment |= {
        "COPILOT_AUTO_UPDATE": "false",
        "COPILOT_OFFLINE": "true",
        "COPILOT_MODEL": "gpt-4",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_PROVIDER_BASE_URL": model.url,
    }
    if guarded:
        project.guard()
    project.launch(model, str(COPILOT), "-p", "ORACLE-SUB::main go", "--allow-all", "--trust-folder")
    return model, project


HOSTS: dict[str, tuple[Path, Callable[..., tuple[Model, Elsewhere]], Callable[[Path], dict[str, Turns]]]] = {
    "codex": (CODEX, codex, lambda root: IN_CODEX),
    "copilot": (COPILOT, copilot, copilot_lanes),
}


@pytest.mark.oracle
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("guarded", [True, False], ids=["guarded", "alone"])
def test_what_is_outside_is_refused_and_what_is_within_passes(
    request: pytest.FixtureRequest, tmp_path: Path, host: str, guarded: bool
) -> None:
    client, start, lanes = HOSTS[host]
    if not client.exists():
        pytest.skip(f"{client} is not here")
    model, project = start(tmp_path, Path(request.config.getoption("--oracle")), guarded=guarded)
    calls = calls_in(model, lanes(project.root))
    told(host, "with the guard" if guarded else "without it", calls, project.denials())
    made = sorted(path.name for path in project.root.iterdir() if re.fullmatch(r"w\d+", path.name))
    if not guarded:
        assert any(ran for _, passes, ran in calls if not passes), "what the guard keeps from happening happens without it"
        return
    assert [what for what, passes, ran in calls if ran and not passes] == []
    assert [what for what, passes, ran in calls if passes and not ran] == []
    assert made == []
    assert sum(not passes for _, passes, _ in calls) >= 10
    assert sum(passes for _, passes, _ in calls) >= 10
    assert project.denials() >= 10


GEMINI = CLIENTS / "gemini/node_modules/@google/gemini-cli-core"
NODE = CLIENTS / "node22/node_modules/node/bin/node"
IN_GEMINI: list[tuple[Call, bool]] = [
    (("read_file", {"file_path": "a.txt"}), True),
    (("read_file", {"file_path": "/etc/hostname"}), True),
    (("glob", {"pattern": "**"}), True),
    (("list_directory", {"dir_path": "."}), True),
    (("list_directory", {"dir_path": "src"}), True),
    (("mcp_docs_search", {}), True),
    (("mcp_docs_search", {"query": "x"}), True),
    (("complete_task", {}), True),
    (("glob", {"pattern": "*.txt"}), True),
    (("read_file", {"file_path": "src/b.txt"}), True),
    (("run_shell_command", {"command": "ls"}), False),
    (("run_shell_command", {"command": "touch w1"}), False),
    (("write_file", {"file_path": "w2", "content": "x"}), False),
    (("replace", {"file_path": "a.txt", "old_string": "a", "new_string": "b"}), False),
    (("web_fetch", {"prompt": "x"}), False),
    (("google_web_search", {"query": "x"}), False),
    (("save_memory", {"fact": "x"}), False),
    (("mcp_docs_delete", {}), False),
    (("mcp_other_search", {}), False),
    (("Run_Shell_Command", {"command": "ls"}), False),
    (("write_todos", {"todos": []}), False),
]


@pytest.mark.oracle
def test_gemini_blocks_what_the_session_may_not(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Its core alone is at hand, without the program: the hook is started, and its answer read, by the client's own code."""
    if not GEMINI.exists():
        pytest.skip(f"{GEMINI} is not here")
    agent = "---\nname: reader\ndescription: Reads\ntools: [read_file]\n---\nRead.\n"
    project = Elsewhere(tmp_path, "gemini", {".gemini/agents/reader.md": agent}, tmp_path)
    inventory = {"builtins": ["read_file", "glob", "list_directory"], "mcp": {"docs": ["search"]}}
    (tmp_path / "inventory.json").write_text(json.dumps(inventory))
    remit_with = [sys.executable, "-m", "remit"]
    for words in (
        ["compile", "--host", "gemini", "--inventory", str(tmp_path / "inventory.json"), "-o", ".remit/policy.json"],
        ["guard", "install", "--host", "gemini"],
    ):
        subprocess.run([*remit_with, *words], cwd=project.root, env=project.environment, check=True, capture_output=True)
    script = Path(__file__).parent / "gemini_hooks.mjs"
    done = subprocess.run(
        [str(NODE), str(script), str(GEMINI), str(project.root / ".gemini/settings.json")],
        input=json.dumps([call for call, _ in IN_GEMINI]), cwd=project.root, env=project.environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = json.loads(done.stdout)
    calls = [
        (f"{call[0]} {call[1]}", passes, not blocked) for (call, passes), (blocked, _) in zip(IN_GEMINI, answers, strict=True)
    ]
    told("gemini", "hooks of its core", calls, project.denials())
    assert [what for what, passes, ran in calls if ran != passes] == []
    assert all("outside what this session may do" in why for blocked, why in answers if blocked)
