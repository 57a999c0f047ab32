"""Many hooks at once, and hooks that are killed: two hundred processes on one agent, a journal that is put aside meanwhile, a kill at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_compiling import agent
from test_hook import ISOLATED, START, Hook, refused

from remit.enforcement import journal as journals
from remit.enforcement.journal import KEPT, ROTATED, Journal
from remit.enforcement.using import lines_of

pytestmark = pytest.mark.whole

CROWD = 200
CAP = 73


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    found = Hook(tmp_path)
    agent(found.root, "capped", f"tools: Read, Bash(git diff:*)\nmaxTurns: {CAP}\n")
    return found.compile()


def fill(hook: Hook, room: int) -> int:
    """A journal with room for so many bytes more. Gives how many lines it has."""
    hook.state.mkdir(exist_ok=True)
    line = (
        json.dumps({"time": "2026-01-01T00:00:00.000Z", "host": "claude-code", "event": "old", "filler": "x" * 60_000}) + "\n"
    )
    count = (ROTATED - room) // len(line)
    rest = ROTATED - room - count * len(line)
    last = json.dumps({"event": "old", "filler": ""})
    (hook.state / "journal.jsonl").write_text(
        line * count + json.dumps({"event": "old", "filler": "x" * (rest - len(last) - 1)}) + "\n"
    )
    return count + 1


def whole_lines(hook: Hook) -> list[dict]:
    """All lines of all journals, each of which must be whole."""
    found = []
    for path in hook.state.glob("journal*.jsonl"):
        text = path.read_text()
        assert text.endswith("\n")
        found += [json.loads(line) for line in text.splitlines()]
    return found


def test_of_two_hundred_at_once_as_many_pass_as_may(hook: Hook) -> None:
    old = fill(hook, 20_000)  # it is full somewhere in the crowd

    def ask(number: int) -> bool:
        return hook.call("capped", "Read" if number % 2 else "Bash", {"command": "git diff"}, tool_use_id=f"c{number}") == {}

    with ThreadPoolExecutor(16) as pool:
        passed = list(pool.map(ask, range(CROWD)))
    assert sum(passed) == CAP
    lines = [line for line in whole_lines(hook) if line["event"] != "old"]
    assert len(lines) == CROWD
    assert sum(line["effect"] == "pass" for line in lines) == CAP
    assert (hook.state / "journal.1.jsonl").exists()
    assert len(list(lines_of(str(hook.state)))) == old + CROWD
    calls = [json.loads(line)["call"] for line in (hook.state / "runs/s/a1.jsonl").read_text().splitlines()]
    assert sorted(calls) == sorted(f"c{number}" for number in range(CROWD))


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("seed", range(3))
def test_a_hook_that_is_killed_at_any_moment_misleads_nobody(hook: Hook, seed: int) -> None:
    chance = random.Random(seed)
    words = [*ISOLATED, str(START), "--host", "claude-code", "--policy", str(hook.policy), "--state", str(hook.state)]
    data = {"hook_event_name": "PreToolUse", "session_id": "s", "agent_type": "capped", "agent_id": "a1"}
    answered: list[str] = []
    for number in range(30):
        if number % 10 == 0:
            fill(hook, 0)  # each is about to be put aside
        call = f"k{number}"
        text = json.dumps({**data, "tool_name": "Read" if number % 3 else "Write", "tool_input": {}, "tool_use_id": call})
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        process.stdin = None
        try:
            process.wait(chance.random() * 0.05)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        assert process.returncode in (0, -signal.SIGKILL)
        if process.returncode == 0:
            answered.append(call)
            assert (b'"deny"' in out) == (number % 3 == 0)
    for path in hook.state.glob("journal*.jsonl"):
        lines = path.read_bytes().split(b"\n")
        assert all(json.loads(line) for line in lines[:-1])
    counted = [json.loads(line)["call"] for line in (hook.state / "runs/s/a1.jsonl").read_text().splitlines() if line]
    assert set(answered) <= set(counted), "who was answered was counted"
    assert len(counted) == len(set(counted))
    for number in range(CAP - len(counted)):
        assert hook.call("capped", "Read", tool_use_id=f"after {number}") == {}
    assert "used up" in refused(hook.call("capped", "Read", tool_use_id="one more"))


def test_who_is_killed_while_putting_aside_costs_nothing_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "ROTATED", 1)
    for number in range(KEPT + 1):
        Journal(str(tmp_path)).write({"number": number})
    # Killed between two steps: the third has become the fourth, and nothing is the third.
    for number in (KEPT, KEPT - 1):
        os.replace(tmp_path / f"journal.{number - 1}.jsonl", tmp_path / f"journal.{number}.jsonl")
    before = [line["number"] for line in lines_of(str(tmp_path))]
    Journal(str(tmp_path)).write({"number": 99})
    assert [line["number"] for line in lines_of(str(tmp_path))] == [*before, 99]
