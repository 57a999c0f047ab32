"""`--engine claude` with the real client: the guard is in the way, the cap and the time hold. Opt in with `--oracle DIR`."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from oracle.guarded import Call
from remit.api import load
from remit.resolving import resolve
from remit.running import claude
from remit.running.outcome import Result

pytestmark = pytest.mark.oracle
VERSION = "2.1.332"


@pytest.fixture(scope="module")
def oracle(request: pytest.FixtureRequest) -> ModuleType:
    folder = Path(request.config.getoption("--oracle")) / "claude-code"
    sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("oracle_scripts", folder / "oracle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def drive(
    oracle: ModuleType, folder: Path, fields: str, turns: Sequence[Sequence[Call]], **options: object
) -> tuple[Result, dict, Path]:
    """Runs an agent whose model makes the calls of each turn. Gives the result, what each call gave by its identity, and the project."""
    root, home = folder / "project", folder / "home"
    agents = root / ".claude" / "agents"
    agents.mkdir(parents=True)
    home.mkdir()
    (agents / "a.md").write_text(f"---\nname: a\ndescription: d\n{fields}\n---\nDo it.\n")
    told: dict[str, tuple[bool, str]] = {}
    asked = [0]

    def answer(server: object, record: dict) -> list[dict]:
        body = record["body"]
        if not body.get("tools"):
            return [{"type": "text", "text": "ok"}]
        told.update(oracle.tool_results(body))
        turn = asked[0]
        asked[0] += 1
        if turn >= len(turns):
            return [{"type": "text", "text": "done"}]
        return [
            {"type": "tool_use", "id": f"toolu_{turn}_{at}", "name": tool, "input": value}
            for at, (tool, value) in enumerate(turns[turn])
        ]

    server = oracle.FakeAnthropic(answer).start()
    environment = {
        "HOME": str(home), "PATH": os.environ["PATH"], "ANTHROPIC_BASE_URL": server.base_url, "ANTHROPIC_API_KEY": "sk-fake-oracle-key",
        "NO_PROXY": "127.0.0.1", "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_MAX_RETRIES": "0",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }  # fmt: skip
    try:
        remit = resolve(load(agents / "a.md"))
        result = claude.run(
            remit, "go", root=str(root), home=str(home), program=oracle.client_path(VERSION), environment=environment, **options
        )
    finally:
        server.shutdown()
        server.server_close()
    return result, told, root


def test_calls_within_the_remit_run_and_others_do_not(oracle: ModuleType, tmp_path: Path) -> None:
    turns: list[list[Call]] = [
        [("Bash", {"command": "echo fine"}), ("Bash", {"command": "touch x"})],
        [("Bash", {"command": "echo a; touch x"}), ("Write", {"file_path": "x", "content": ""})],
    ]
    result, told, root = drive(oracle, tmp_path, "tools: Read, Bash(echo:*)", turns)
    assert (result.outcome, result.text) == ("completed", "done"), result.reason
    assert {call: error for call, (error, _) in told.items()} == {
        "toolu_0_0": False, "toolu_0_1": True, "toolu_1_0": True, "toolu_1_1": True,
    }  # fmt: skip
    assert "outside the remit" in told["toolu_0_1"][1]
    assert not (root / "x").exists()


def test_the_cap_of_the_definition_holds(oracle: ModuleType, tmp_path: Path) -> None:
    turns: list[list[Call]] = [[("Bash", {"command": f"echo {at} >> log"})] for at in range(6)]
    result, _, root = drive(oracle, tmp_path, "tools: Bash\nmaxTurns: 2", turns)
    assert (result.outcome, result.turns) == ("max_turns", 2)
    assert (root / "log").read_text() == "0\n1\n"


def test_the_wall_clock_holds(oracle: ModuleType, tmp_path: Path) -> None:
    result, _, _ = drive(oracle, tmp_path, "tools: Bash", [[("Bash", {"command": "tail -f /dev/null"})]], timeout=6)
    assert result.outcome == "timeout"
    assert result.seconds < 20
