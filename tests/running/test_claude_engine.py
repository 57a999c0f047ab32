"""`--engine claude`: the guard is in the way, turns and time are counted by remit. The command is a stand-in that asks its hook as the client does;
`tests/oracle` asks the real one."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from actors import write_agent
from test_command import call
from test_limits import Clock, alive

import remit
from remit.running import claude


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "bin" / "claude"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec {sys.executable} {Path(__file__).with_name("stand_in.py")} "$@"\n')
    path.chmod(0o755)
    return str(path)


def drive(
    root: Path, program: str, *words: str, turns: int = 1, command: str = "git diff", **variables: str
) -> tuple[int, dict, str]:
    words = ("a", "go", "--engine", "claude", "--command", program, "--format", "json", *words)
    done = call(root, *words, CLAUDE_TURNS=str(turns), CLAUDE_CALL=command, **variables)
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


@pytest.mark.parametrize(("command", "refused"), [("git diff --stat", 0), ("git diff; touch x", 1), ("touch x", 1)])
def test_the_guard_decides_each_call(tmp_path: Path, program: str, command: str, refused: int) -> None:
    write_agent(tmp_path, "a", "tools: Read, Bash(git diff:*)")
    code, value, _ = drive(tmp_path, program, command=command)
    assert (code, value["outcome"], value["refusedCalls"], value["toolCalls"]) == (0, "completed", refused, 1 - refused)


def test_what_the_command_is_told(tmp_path: Path, program: str) -> None:
    write_agent(tmp_path, "a", "tools: Read, Bash\ndisallowedTools: Write\nmaxTurns: 5", "Be kind.")
    _, value, _ = drive(tmp_path, program, "--model", "opus", MY_TOKEN="s3cret")
    told = json.loads(value["text"])
    words = told["words"]
    assert words[:4] == ["-p", "go", "--agent", "a"]
    assert words[words.index("--max-turns") + 1] == "5"
    assert words[words.index("--allowedTools") + 1] == "Read,Bash"
    assert json.loads(words[words.index("--agents") + 1]) == {
        "a": {"description": "d", "prompt": "Be kind.", "tools": ["Read", "Bash"], "disallowedTools": ["Write"]}
    }
    hook = json.loads(words[words.index("--settings") + 1])["hooks"]["PreToolUse"][0]["hooks"][0]
    assert hook["onFailure"] == "block"
    assert "MY_TOKEN" not in told["seen"]


def test_turns_are_counted_here_whatever_the_command_does(tmp_path: Path, program: str) -> None:
    write_agent(tmp_path, "a", "tools: Bash\nmaxTurns: 2")
    code, value, _ = drive(tmp_path, program, turns=9)
    assert (code, value["outcome"], value["turns"], value["partial"]) == (4, "max_turns", 2, True)


def test_the_time_ends_the_command_with_all_it_has_forked(tmp_path: Path, program: str) -> None:
    clock = Clock()
    os.mkfifo(tmp_path / "begun")

    def tell(event: dict) -> None:
        if event["event"] == "call":
            (tmp_path / "begun").read_text()
            clock.jump()

    held = remit.resolve(remit.parse("---\nname: a\ndescription: d\ntools: Bash\n---\nDo it.\n"))
    environment = {**os.environ, "CLAUDE_TURNS": "1", "CLAUDE_CALL": "git diff", "CLAUDE_HANGS": "1"}
    options = {"root": str(tmp_path), "home": str(tmp_path), "program": program, "timeout": 1000}
    result = claude.run(held, "go", environment=environment, tell=tell, clock=clock, **options)
    assert (result.outcome, result.text) == ("timeout", "turn 0")
    assert not alive(int((tmp_path / "far").read_text()))


@pytest.mark.parametrize("version", ["2.1.299", "nonsense"])
def test_a_client_whose_hooks_fail_open_is_not_used(tmp_path: Path, program: str, version: str) -> None:
    write_agent(tmp_path, "a", "tools: Bash")
    path = Path(program)
    path.write_text(path.read_text().replace("exec", f"CLAUDE_STAND_IN_VERSION='{version}' exec"))
    code, _, said = drive(tmp_path, program)
    assert code == 2
    assert "2.1.300 or newer" in said


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    write_agent(tmp_path, "a", "tools: Bash")
    assert "there is no command `nowhere`" in drive(tmp_path, "nowhere")[2]


def test_lines_that_nobody_knows_are_passed_over(tmp_path: Path, program: str) -> None:
    write_agent(tmp_path, "a", "tools: Bash")
    code, value, _ = drive(tmp_path, program, CLAUDE_NOISE="1")
    assert (code, value["outcome"], value["turns"], value["toolCalls"]) == (0, "completed", 1, 1)


@pytest.mark.parametrize("how", ["0", "1", "killed"])
def test_a_command_that_dies_is_an_error_and_says_what_it_said(tmp_path: Path, program: str, how: str) -> None:
    write_agent(tmp_path, "a", "tools: Bash")
    code, value, _ = drive(tmp_path, program, CLAUDE_DIES=how)
    assert (code, value["outcome"], value["text"], value["partial"]) == (2, "error", "turn 0", True)
    assert value["reason"] == "the command ended without a result: no credit left"


@pytest.mark.parametrize(
    ("subtype", "code", "outcome"),
    [("error_max_turns", 4, "max_turns"), ("error_during_execution", 2, "error"), ("success", 2, "error")],
)
def test_a_result_that_is_none_is_not_taken_for_one(
    tmp_path: Path, program: str, subtype: str, code: int, outcome: str
) -> None:
    write_agent(tmp_path, "a", "tools: Bash\nmaxTurns: 5")
    found = drive(tmp_path, program, CLAUDE_FAILS=subtype)
    assert (found[0], found[1]["outcome"]) == (code, outcome)
    if outcome == "error":
        assert found[1]["reason"] == "the service is down"


def test_what_this_engine_leaves_out_is_told(tmp_path: Path, program: str) -> None:
    write_agent(tmp_path, "a", "tools: Bash(git diff:*)\neffort: high\nmaxTurns: 4\nmcpServers:\n  - demo: {command: 'true'}")
    _, value, said = drive(tmp_path, program)
    told = "the MCP server `demo` of `a` is not started: the command has the servers of its own configuration"
    assert said == f"remit: {told}\n"
    words = json.loads(value["text"])["words"]
    assert json.loads(words[words.index("--agents") + 1])["a"]["effort"] == "high"
    done = call(tmp_path, "a", "--engine", "claude", "--dry-run", "--max-turns", "3")
    assert done.stdout == f"a  the model that is given  3 turns\n  Bash  only Bash(git diff:*)\nnote: {told}\n"
