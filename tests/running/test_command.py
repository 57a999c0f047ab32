"""`remit run` as a process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from actors import write_agent
from endpoint import service

import remit
from remit.answers import answer

pytestmark = pytest.mark.whole

SRC = str(Path(remit.__file__).parent.parent)


def call(root: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": SRC, "HOME": str(root / "home"), "REMIT_MODEL": "", **variables}
    place = ("--root", str(root)) if words[0] != "jobs" else ()
    words = (*(("run",) if place else ()), *words, *place, "--home", str(root / "home"))
    return subprocess.run(
        [sys.executable, "-m", "remit", *words],
        capture_output=True,
        text=True,
        env=environment,
        cwd=root,
        timeout=60,
        check=False,
    )


def test_an_answer_and_its_exit_code(tmp_path: Path) -> None:
    write_agent(tmp_path, "helper", "tools: Read\nmodel: openai-chat:m")
    with service("the answer") as model:
        done = call(tmp_path, "helper", "what?", **model.variables())
    assert (done.returncode, done.stdout, done.stderr) == (0, "the answer\n", "")


def test_the_result_as_json_and_the_transcript(tmp_path: Path) -> None:
    write_agent(tmp_path, "helper", "tools: Read\nmaxTurns: 1")
    with service(["half", ("Read", {"file_path": "."})]) as model:
        words = ("helper", "what?", "--model", "anthropic:m", "--format", "json", "--transcript", str(tmp_path / "t.jsonl"))
        done = call(tmp_path, *words, **model.variables())
    value = json.loads(done.stdout)
    jsonschema.Draft7Validator(answer("run")).validate(value)
    assert done.returncode == 4
    assert value.pop("seconds") > 0
    assert value == {
        "schema": "remit/run/1", "agent": "helper", "outcome": "max_turns", "partial": True, "reason": "the 1 turn of `helper` is used up",
        "text": "half", "turns": 1, "toolCalls": 1, "refusedCalls": 0, "transcript": str(tmp_path / "t.jsonl"),
    }  # fmt: skip
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["began", "turn", "call", "result", "ended"]
    assert (tmp_path / "t.jsonl").stat().st_mode & 0o77 == 0


def test_an_agent_that_is_not_there_runs_nothing(tmp_path: Path) -> None:
    write_agent(tmp_path, "known", "tools: Read")
    with service("x") as model:
        done = call(tmp_path, "knwon", "go", "--model", "openai-chat:m", **model.variables())
    assert done.returncode == 2
    assert "did you mean `known`?" in done.stderr
    assert not model.requests


def test_a_dry_run_says_what_would_be_offered_without_the_engine(tmp_path: Path) -> None:
    write_agent(tmp_path, "top", "tools: Agent(low), Read, Bash(git diff:*)\nmodel: sonnet\nmaxTurns: 3")
    write_agent(tmp_path, "low", "tools: Read, Write")
    done = call(tmp_path, "top", "--dry-run")
    assert (
        done.stdout
        == "top  sonnet  3 turns\n  Read\n  Bash  only Bash(git diff:*)\n  Agent  low\nlow below top  sonnet\n  Read\n"
    )
    top, low = json.loads(call(tmp_path, "top", "--dry-run", "--format", "json").stdout)["agents"]
    assert (top["tools"], low["tools"], low["above"]) == (["Read", "Bash", "Agent"], ["Read"], ["top"])
    assert top["limits"] == {"maxTurns": 3, "timeoutSeconds": None, "ttlSeconds": None}
    code = (
        "import sys; from remit.__main__ import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "assert not {name.partition('.')[0] for name in sys.modules} & {'pydantic_ai', 'pydantic', 'asyncio', 'mcp'}"
    )
    words = ["run", "top", "--dry-run", "--root", str(tmp_path), "--home", str(tmp_path / "home")]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("fields", "words", "said"),
    [
        ("tools: Read", (), "no model for `a`"),
        ("tools: Read\nmodel: mystery-9", (), "whose model `mystery-9` is cannot be told"),
        ("tools: Read\nmodel: openai-chat:m", ("--model", "nosuchfamily"), "no model is called `nosuchfamily`"),
        ("tools: Read\nmodel: openai-chat:m", (), "the model needs a key: set the variable `OPENAI_API_KEY`\n"),
        ("tools: Read\nmodel: nowhere:m", (), "nowhere"),
        ("tools: Read\nmodel: openai-chat:m", ("--max-turns", "0"), "`0` is no whole number above 0"),
        ("tools: Read\nmodel: openai-chat:m", ("--timeout", "0"), "`0` is no number of seconds above 0"),
        ("tools: Read\nmodel: openai-chat:m", ("--timeout", "nan"), "`nan` is no number of seconds above 0"),
        ("tools: Read, Nonsense\nmodel: openai-chat:m", (), "lists `Nonsense` and does not get it"),
        ("tools: Read\ntools: Write\nmodel: sonnet", (), "remit check"),
    ],
)
def test_what_cannot_be_run_says_why(tmp_path: Path, fields: str, words: tuple[str, ...], said: str) -> None:
    write_agent(tmp_path, "a", fields)
    done = call(tmp_path, "a", "go", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_run_dies_with_the_command_that_started_it(tmp_path: Path) -> None:
    """Everybody below it holds a pipe, which ends when the last of them does."""
    write_agent(tmp_path, "a", "tools: Bash\nmodel: openai-chat:m")
    os.mkfifo(tmp_path / "pipe")
    with service(("Bash", {"command": "exec 3>pipe; echo begun >&3; setsid sleep 60 & sleep 60"})) as model:
        environment = {**os.environ, "PYTHONPATH": SRC, **model.variables()}
        words = [sys.executable, "-m", "remit", "run", "a", "go", "--root", str(tmp_path), "--home", str(tmp_path / "home")]
        command = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
        reader = subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE, text=True)
        assert reader.stdout is not None
        assert reader.stdout.readline() == "begun\n"
        command.kill()
        command.wait()
        assert reader.communicate(timeout=30) == ("", None)


@pytest.mark.parametrize("columns", [60, 120])
def test_what_a_terminal_shows(tmp_path: Path, columns: int) -> None:
    """One line for each thing that happens, none wider than the terminal, none of the engine's, and nothing that a terminal acts on."""
    import fcntl
    import pty
    import struct
    import termios

    write_agent(tmp_path, "helper", "tools: Read, Bash(git diff:*)\nmodel: openai-chat:m")
    steps = (
        ["I look " + "and look " * 30, ("Read", {"file_path": "."})],
        ("Bash", {"command": "touch x\x1b[2J"}),
        "the \x1b[31manswer",
    )
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with service(*steps) as model:
        environment = {**os.environ, "PYTHONPATH": SRC, "TERM": "xterm", "NO_COLOR": "1", **model.variables()}
        words = ["run", "helper", "go", "--root", str(tmp_path), "--home", str(tmp_path / "home")]
        done = subprocess.run([sys.executable, "-m", "remit", *words], env=environment, stdin=other, stdout=other, stderr=other)
    os.close(other)
    said = b""
    with open(main, "rb", 0) as terminal:
        try:
            while data := terminal.read(65536):
                said += data
        except OSError:
            pass
    lines = re.sub(r"\x1b\[[0-9;]*m", "", said.decode()).splitlines()
    assert done.returncode == 0
    assert "\x1b[31m" not in said.decode()
    assert "\x1b[2J" not in said.decode()
    assert max(map(len, lines)) <= columns
    assert [line.split()[1] for line in lines[:-1]] == ["begins", "I", "Read", "Bash", "Bash", "the", "ends:"]
    assert lines[0] == "helper  begins"
    assert lines[1].endswith("…")
    assert lines[4].startswith("helper  Bash refused: `Bash` is outside the remit")
    assert lines[-2:] == ["helper  ends: completed after 3 turns", r"the \x1b[31manswer"]


def test_an_interrupted_run_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    write_agent(tmp_path, "a", "tools: Bash\nmodel: openai-chat:m")
    os.mkfifo(tmp_path / "pipe")
    with service(["so far", ("Bash", {"command": "exec 3>pipe; echo begun >&3; setsid sleep 60 & sleep 60"})]) as model:
        environment = {**os.environ, "PYTHONPATH": SRC, **model.variables()}
        words = [sys.executable, "-m", "remit", "run", "a", "go", "--root", str(tmp_path), "--home", str(tmp_path / "home")]
        command = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with open(tmp_path / "pipe") as pipe:
            assert pipe.readline() == "begun\n"
            command.send_signal(signal.SIGINT)
            said, complaint = command.communicate(timeout=60)
            assert pipe.read() == ""  # nobody is left who has it
    assert (command.returncode, said, complaint) == (7, "so far\n", "remit: cancelled: it was cancelled\n")


@pytest.mark.parametrize("model", ["openai-chat:m", "anthropic:m"])
def test_a_service_that_refuses_is_quoted_without_the_key(tmp_path: Path, model: str) -> None:
    write_agent(tmp_path, "a", "tools: Read")
    key = "sk-proj-" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5dE7f"
    with service([401, f"no such key: {key}"]) as endpoint:
        done = call(tmp_path, "a", "go", "--model", model, "--transcript", "t.jsonl", **endpoint.variables())
    assert done.returncode == 2
    assert done.stderr.startswith("remit: error: the service of the model `m` answers 401: no such key: ")
    assert key not in done.stderr + (tmp_path / "t.jsonl").read_text()


def test_a_service_that_is_not_there(tmp_path: Path) -> None:
    write_agent(tmp_path, "a", "tools: Read\nmodel: openai-chat:m")
    done = call(tmp_path, "a", "go", OPENAI_BASE_URL="http://127.0.0.1:9/v1", OPENAI_API_KEY="none")
    assert (done.returncode, done.stderr) == (
        2,
        "remit: error: the service of the model `m` does not answer: Connection error.\n",
    )
