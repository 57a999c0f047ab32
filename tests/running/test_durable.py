"""Runs that survive a kill of their process."""

from __future__ import annotations

import base64
import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from actors import write_agent
from stage import CALLS, FIELDS, KEY, begin, identity_of, jobs, kill, service, start, stored
from test_command import call

from remit.answers import answer

pytest.importorskip("dbos")
from remit.running import fleet

SECRET = "s3cret/value+of~the-test"


@pytest.fixture
def url(tmp_path: Path) -> str:
    write_agent(tmp_path, "helper", FIELDS)
    return f"sqlite:///{tmp_path}/runs.db"


def of_the_run(process: subprocess.Popen[str]) -> int:
    """The process in which the agent of a command runs."""
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return int(file.read().split()[0])


def running(words: str) -> bool:
    """Whether a process has these words in its command line."""
    done = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True)
    return words in done.stdout


@pytest.mark.whole
@pytest.mark.parametrize("whom", ["both", "the run"])
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, url: str, whom: str) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("the run's own process is found on Linux")
    with service() as model:
        model.hold_at = 3
        first = begin(tmp_path, url, "one", **model.variables)
        model.wait_for(3)
        os.kill(of_the_run(first), signal.SIGKILL)
        said = first.communicate(timeout=60)[1] if whom == "the run" else kill(first)
        identity = identity_of(said)
        assert ("goes on with it" in said) == (whom == "the run")
        assert [(one["status"], one["result"]) for one in jobs(tmp_path, url)] == [("interrupted", None)]
        model.release()
        done = call(tmp_path, "--durable", url, "--resume", identity, "--format", "json", **model.variables)
        again = call(tmp_path, "--durable", url, "--resume", identity, **model.variables)
    value = json.loads(done.stdout)
    assert (value["outcome"], value["text"], value["turns"], value["toolCalls"]) == ("completed", "done one", CALLS + 1, CALLS)
    assert (again.stdout, again.stderr) == ("done one\n", "")
    assert model.seen == {("one", at): 2 if at == 2 else 1 for at in range(CALLS + 1)}
    assert sorted("".join(path.read_text() for path in tmp_path.glob("done-*")).split()) == ["0", "1", "2", "3"]
    assert (tmp_path / "runs.db").stat().st_mode & 0o77 == 0


@pytest.mark.whole
def test_what_a_call_in_flight_gives_when_its_tools_are_ended_is_no_outcome(tmp_path: Path, url: str) -> None:
    with service() as model:
        model.step = lambda at, task: ("Bash", {"command": "echo begun >> log; test -e go || sleep 61.25; echo ended >> log"})
        first = begin(tmp_path, url, "one", **model.variables)
        while not (tmp_path / "log").exists():
            time.sleep(0.01)
        identity = identity_of(kill(first))
        assert not running("61.25")
        (tmp_path / "go").touch()
        done = call(tmp_path, "--durable", url, "--resume", identity, **model.variables)
    assert done.stdout == "done one\n"
    assert (tmp_path / "log").read_text().split() == ["begun", *["begun", "ended"] * CALLS]
    assert model.repeated == 0


@pytest.mark.whole
def test_turns_are_counted_in_all_and_what_was_submitted_is_what_holds(tmp_path: Path, url: str) -> None:
    write_agent(tmp_path, "helper", "tools: Bash(ls:*)\nmaxTurns: 3\nmodel: openai-chat:m")
    with service() as model:
        model.hold_at = 2
        first = begin(tmp_path, url, "one", **model.variables)
        model.wait_for(2)
        identity = identity_of(kill(first))
        model.release()
        write_agent(tmp_path, "helper", "tools: Bash, Write\nmaxTurns: 30\nmodel: openai-chat:m")
        done = call(tmp_path, "--durable", url, "--resume", identity, "--format", "json", **model.variables)
    value = json.loads(done.stdout)
    assert (value["outcome"], value["turns"], value["toolCalls"], value["refusedCalls"]) == ("max_turns", 3, 0, 3)
    assert model.offered == {"Bash"}
    assert all("refused" in one for one in model.told)
    assert not list(tmp_path.glob("done-*"))


@pytest.mark.whole
@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_worker_takes_up_its_runs(tmp_path: Path, url: str, workers: int) -> None:
    tasks = [f"task {at}" for at in range(4)]
    words = ("jobs", "work", "--durable", url, "--concurrency", "2", "--drain", "--executor")
    with service() as model:
        for task in tasks:
            done = call(tmp_path, "helper", task, "--durable", url, "--background", "--format", "json", **model.variables)
            jsonschema.Draft7Validator(answer("job")).validate(json.loads(done.stdout))
        model.hold_at = 6
        ones = [start(tmp_path, *words, f"worker-{at}", **model.variables) for at in range(workers)]
        model.wait_for(6)
        assert 1 <= [one["status"] for one in jobs(tmp_path, url)].count("running") <= 2 * workers
        taken = call(tmp_path, "jobs", "work", "--durable", url, "--executor", "worker-0", "--drain")
        assert (taken.returncode, "at work already" in taken.stderr) == (2, True)
        kill(ones[0])
        left = [one for one in jobs(tmp_path, url) if one["worker"] == "worker-0" and one["result"] is None]
        model.release()
        if workers == 2:
            # The other one takes what waits, and leaves alone what was in flight.
            ones[1].communicate(timeout=120)
            after = {one["id"]: one["status"] for one in jobs(tmp_path, url)}
            assert sorted(after.values()) == ["completed"] * (4 - len(left)) + ["interrupted"] * len(left)
        ones[0] = start(tmp_path, *words, "worker-0", **model.variables)
        ended = [one.communicate(timeout=120) for one in ones[:1]]
    listed = jobs(tmp_path, url)
    jsonschema.Draft7Validator(answer("jobs")).validate({"schema": "remit/jobs/1", "jobs": listed})
    assert sorted((one["task"], one["status"]) for one in listed) == [(task, "completed") for task in tasks], ended
    assert set(model.seen) == {(task, at) for task in tasks for at in range(CALLS + 1)}
    assert model.repeated <= 2


@pytest.mark.whole
def test_a_run_is_at_work_once(tmp_path: Path, url: str) -> None:
    with service() as model:
        model.hold_at = 2
        first = begin(tmp_path, url, "one", **model.variables)
        model.wait_for(2)
        identity = jobs(tmp_path, url)[0]["id"]
        second = call(tmp_path, "--durable", url, "--resume", identity, **model.variables)
        assert (second.returncode, second.stdout) == (2, "")
        assert "another process is at work" in second.stderr
        kill(first)
        both = [start(tmp_path, "run", "--durable", url, "--resume", identity, **model.variables) for _ in range(2)]
        model.wait_for(3)
        while all(one.poll() is None for one in both):
            time.sleep(0.01)
        model.release()
        said = sorted(one.communicate(timeout=60) for one in both)
    assert said[0][0] == ""
    assert "another process is at work" in said[0][1]
    assert said[1][0] == "done one\n"
    assert model.repeated == 1


@pytest.mark.whole
def test_cancelling_what_waits_and_what_runs(tmp_path: Path, url: str) -> None:
    with service() as model:
        model.step = lambda at, task: ("Bash", {"command": "touch begun; sleep 61.5"})
        running, waiting = (
            call(tmp_path, "helper", task, "--durable", url, "--background", **model.variables).stdout.strip()
            for task in ("one", "two")
        )
        worker = start(tmp_path, "jobs", "work", "--durable", url, "--drain", "--executor", "w", **model.variables)
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        for identity in (waiting, running):
            shown = call(tmp_path, "jobs", "cancel", identity[:8], "--durable", url, "--wait")
            assert (shown.returncode, "cancelled" in shown.stdout) == (0, True)
        assert f"{running} cancelled" in worker.communicate(timeout=60)[1]
        here = begin(tmp_path, url, "three", **model.variables)
        model.wait_for(2)
        identity = next(one["id"] for one in jobs(tmp_path, url) if one["task"] == "three")
        call(tmp_path, "jobs", "cancel", identity, "--durable", url)
        here.communicate(timeout=60)
    assert here.returncode == 7
    assert call(tmp_path, "--durable", url, "--resume", identity, **model.variables).returncode == 7
    assert {one["status"] for one in jobs(tmp_path, url)} == {"cancelled"}
    assert model.seen.keys() == {("one", 0), ("three", 0)}


def test_no_secret_is_in_the_store(tmp_path: Path, url: str) -> None:
    agents = tmp_path / ".zeph" / "agents"
    agents.mkdir(parents=True)
    fields = 'description = "d"\nmodel = "openai-chat:m"\n[tools]\nallow = ["bash"]\n[permissions]\nsecrets = ["TOKEN"]'
    (agents / "keeper.md").write_text(f'+++\nname = "keeper"\n{fields}\n+++\nDo it.\n')
    said = [
        "echo $TOKEN; printf %s $TOKEN | base64; echo $OTHER_API_KEY",
        "printf %s ${TOKEN%????????????}",
        "printf %s ${TOKEN#????????????}",
        f"echo I know {SECRET} and {KEY}; cat /proc/$PPID/environ; exit 3",
    ]
    with service() as model:
        model.step = lambda at, task: ("bash", {"command": said[at]})
        words = (
            "keeper",
            "one",
            "--durable",
            url,
            "--secrets",
            "env",
            "--lend",
            "TOKEN",
            "--pass-env",
            "OTHER_API_KEY",
            "--host",
            "zeph",
        )
        other = "another-key-0123456789"
        done = call(tmp_path, *words, **{**model.variables, "TOKEN": SECRET, "OTHER_API_KEY": other})
    assert done.stdout == "done one\n", done.stderr
    assert "[masked]" in str(model.told)
    raw = stored(tmp_path)
    assert b"[masked]" in raw
    for value in (SECRET, KEY, other):
        for text in (value, value[:12], value[12:], base64.b64encode(value.encode()).decode().rstrip("=")[:-1]):
            assert text.encode() not in raw


@pytest.mark.whole
def test_servers_and_agents_below_are_as_they_were_submitted(tmp_path: Path, url: str) -> None:
    server = json.dumps({"command": sys.executable, "args": [str(Path(__file__).with_name("server.py"))]})
    write_agent(tmp_path, "top", f"tools: Agent, Bash, mcp__s__alpha\nmodel: openai-chat:m\nmcpServers:\n  - s: {server}")
    write_agent(tmp_path, "low", "tools: Bash, Write")
    steps = {
        "one": [("mcp__s__alpha", {"text": "x"}), ("Agent", {"subagent_type": "low", "prompt": "two"}), *[("mcp__s__alpha", {"text": "y"})] * 2],
        "two": [("Bash", {"command": "echo low >> log"}), ("Write", {"file_path": "no", "content": ""}), "low is done"],
    }  # fmt: skip
    with service() as model:
        model.step = lambda at, task: steps[task][at]
        model.hold_at = 4
        first = begin(tmp_path, url, "one", "--servers", agent="top", **model.variables)
        model.wait_for(4)
        identity = identity_of(kill(first))
        model.release()
        write_agent(tmp_path, "top", "tools: Agent, Bash, Write\nmodel: openai-chat:m")
        done = call(tmp_path, "--durable", url, "--resume", identity, **model.variables)
    assert done.stdout == "done one\n", done.stderr
    assert (tmp_path / "log").read_text() == "low\n"
    assert not (tmp_path / "no").exists()
    assert "Write" not in model.offered
    assert {"alpha x", "alpha y", "low is done"} <= set(model.told)
    assert model.repeated == 1


class Trap:
    def __reduce__(self) -> tuple[object, ...]:
        return (os.mkdir, ("trapped",))


def test_a_store_of_somebody_else_executes_nothing(tmp_path: Path, url: str) -> None:
    with service() as model:
        identity = call(tmp_path, "helper", "one", "--durable", url, "--background", **model.variables).stdout.strip()
    trap = base64.b64encode(pickle.dumps({"args": (Trap(),), "kwargs": {}})).decode()
    with sqlite3.connect(tmp_path / "runs.db") as store:
        store.execute("UPDATE workflow_status SET serialization = 'py_pickle'")
        store.execute("UPDATE workflow_input SET inputs = ?", [trap])
    for words in (("jobs", "list"), ("jobs", "show", identity), ("--resume", identity), ("jobs", "cancel", identity)):
        done = call(tmp_path, *words, "--durable", url)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert "cannot be read" in done.stderr
    assert not (tmp_path / "trapped").exists()


def test_a_run_of_another_version_is_left_to_it(tmp_path: Path, url: str) -> None:
    with service() as model:
        identity = call(tmp_path, "helper", "one", "--durable", url, "--background", **model.variables).stdout.strip()
        with sqlite3.connect(tmp_path / "runs.db") as store:
            store.execute("UPDATE workflow_status SET application_version = '0'")
        done = call(tmp_path, "--durable", url, "--resume", identity, **model.variables)
        drained = call(tmp_path, "jobs", "work", "--durable", url, "--drain", **model.variables)
    assert (done.returncode, "another version" in done.stderr) == (2, True)
    assert drained.returncode == 0
    assert not model.seen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("jobs", "--durable", "sqlite:///none.db"), "no such store"),
        (("jobs", "--durable", "sqlite:///bad.db"), "not a database"),
        (("jobs", "--durable", "sqlite:///empty.db"), "the store"),
        (("jobs", "show", "nobody", "--durable", "sqlite:///runs.db"), "no run `nobody`"),
        (("jobs", "show", "--durable", "sqlite:///runs.db"), "which run?"),
        (("jobs", "work", "--durable", "sqlite:///bad.db"), "not a database"),
        (("jobs", "--durable", "postgresql://me:PASSW0RD@127.0.0.1:1/runs"), "refused"),
        (("jobs", "--durable", "postgresql://me:PASSW0RD@127.0.0.1:1"), "names no database"),
        (("jobs", "--durable", "postgresql://me:PASSW0RD@127.0.0.1:x/runs"), "no URL of Postgres"),
        (("jobs", "--durable", "mysql://me:PASSW0RD@127.0.0.1/runs"), "no URL of SQLite or Postgres"),
        (("helper", "one", "--durable", "postgresql://me:PASSW0RD@127.0.0.1:1/runs"), "refused"),
        (("helper", "one", "--durable", "sqlite:///nowhere/runs.db"), "no such file"),
        (("--resume", "x"), "from a store"),
        (("helper", "--durable", "sqlite:///runs.db", "--resume", "x"), "from a store"),
    ],
)
def test_what_is_wrong_is_said_plainly(tmp_path: Path, url: str, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "bad.db").write_text("no store at all, but longer than a header" * 100)
    (tmp_path / "empty.db").touch()
    fleet.made(url)
    done = call(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert said in done.stderr.lower() or said in done.stderr
    assert "PASSW0RD" not in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2
