"""What goes wrong around the guard: full disks, kills, crowds, planted files, other users'. No door opens and no line is lost."""

from __future__ import annotations

import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_compiling import agent
from test_hook import ISOLATED, START, Hook, refused

from remit.enforcement import journal as journals
from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.journal import Journal, JournalError
from remit.enforcement.ledger import Ledger, LedgerError
from remit.enforcement.policy import PolicyError
from remit.enforcement.using import lines_of
from remit.enforcement.verified import load

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX")
root = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    found = Hook(tmp_path)
    agent(found.root, "reader", "tools: Read\n")
    agent(found.root, "capped", "tools: Read\nmaxTurns: 100\n")
    return found.compile()


def call(name: str = "reader", tool: str = "Read", **more: object) -> str:
    data = {
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "tool_name": tool,
        "tool_input": {},
        "agent_type": name,
        "agent_id": "a",
    }
    return json.dumps({**data, **more})


def words(hook: Hook) -> list[str]:
    return [*ISOLATED, str(START), "--host", "claude-code", "--policy", str(hook.policy), "--state", str(hook.state)]


@posix
def test_a_full_disk_refuses_and_what_is_written_later_is_whole(hook: Hook) -> None:
    import resource

    hook.call("reader", "Read")
    size = (hook.state / "journal.jsonl").stat().st_size
    for room in (0, 1, 40, size // 2):
        limit = (hook.state / "journal.jsonl").stat().st_size + room
        done = subprocess.run(
            words(hook), input=call().encode(), capture_output=True, check=False,
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )  # fmt: skip
        assert done.returncode == 2, room
        assert b"journal cannot be written" in done.stderr
    hook.call("reader", "Read")
    refused(hook.call("reader", "Write"))
    assert [line["effect"] for line in lines_of(str(hook.state))] == ["pass", "pass", "deny"]


@posix
def test_a_state_folder_that_cannot_be_made(hook: Hook) -> None:
    hook.state = Path("/proc/remit-no-such-folder")
    done = hook.say(call())
    assert done.returncode == 2
    assert b"journal cannot be written" in done.stderr


@posix
@pytest.mark.parametrize("name", ["journal.jsonl", "runs/s/a.jsonl"])
def test_a_link_in_the_state_folder_is_not_followed(hook: Hook, tmp_path: Path, name: str) -> None:
    target = tmp_path / "precious"
    target.write_text("mine\n")
    planted = hook.state / name
    planted.parent.mkdir(parents=True)
    planted.symlink_to(target)
    assert hook.say(call("capped")).returncode == 2
    assert target.read_text() == "mine\n"


@root
@pytest.mark.parametrize("name", ["journal.jsonl", "runs/s/a.jsonl"])
def test_a_file_of_another_user_is_not_written_to(hook: Hook, name: str) -> None:
    planted = hook.state / name
    planted.parent.mkdir(parents=True)
    planted.touch()
    os.chown(planted, 12345, 12345)
    done = hook.say(call("capped"))
    assert done.returncode == 2
    assert b"belongs to another user" in done.stderr


@root
def test_marks_of_another_user_are_not_believed(hook: Hook) -> None:
    hook.call("reader", "Read")
    os.utime(hook.policy)
    load(str(hook.policy), str(hook.state))
    marks = hook.state / "verified.json"
    os.chown(marks, 12345, 12345)
    load(str(hook.policy), str(hook.state))
    assert marks.stat().st_uid == os.geteuid(), "written anew"


@pytest.mark.parametrize("data", [b"\x00" * 100, b'{"schema": "remit/policy/1", "hosts": {"claude-code": 3}, "sources": {}}'])
def test_a_policy_that_is_something_else(hook: Hook, data: bytes) -> None:
    hook.policy.write_bytes(data)
    assert hook.say(call()).returncode == 2
    hook.policy.unlink()
    hook.policy.mkdir()
    done = hook.say(call())
    assert done.returncode == 2
    assert b"so the call is refused" in done.stderr


def test_a_source_that_changes_and_looks_the_same_is_noticed(hook: Hook) -> None:
    path = hook.root / ".claude/agents/reader.md"
    before = path.stat()
    load(str(hook.policy), str(hook.state))
    text = path.read_text()
    path.write_text(text.replace("Read", "Bash"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    with pytest.raises(PolicyError, match="changed since"):
        load(str(hook.policy), str(hook.state))
    path.write_text(text)
    load(str(hook.policy), str(hook.state))


def test_a_source_that_was_looked_at_while_it_was_new_is_looked_at_again(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    load(str(hook.policy), str(hook.state))
    path = str(hook.root / ".claude/agents/reader.md")
    marks = hook.state / "verified.json"
    assert not marks.exists() or path not in json.loads(marks.read_text())["marks"]
    moment = time.time()
    monkeypatch.setattr(time, "time", lambda: moment + 10)
    load(str(hook.policy), str(hook.state))
    assert path in json.loads(marks.read_text())["marks"]


def test_marks_that_are_nonsense_are_made_anew(hook: Hook) -> None:
    hook.state.mkdir()
    for text in ("", "{", "[]", '{"policy": 3, "marks": 3}', "[" * 100_000):
        (hook.state / "verified.json").write_text(text)
        load(str(hook.policy), str(hook.state))


@pytest.mark.parametrize(
    "text",
    [
        call(tool_input={"a": 1})[:-1],
        call().replace("{}", "[" * 50_000 + "]" * 50_000),
        call().replace("{}", '{"a":' * 50_000 + "1" + "}" * 50_000),
        call() + call(),
        call() + "\0",
    ],
    ids=["cut off", "deep lists", "deep maps", "twice", "more behind"],
)
def test_json_that_is_none(hook: Hook, text: str) -> None:
    assert hook.say(text).returncode == 2


def test_input_without_end(hook: Hook) -> None:
    assert hook.say(call(tool_input={"content": "x" * (1 << 20)})).returncode == 0
    done = hook.say(b" " * (33 << 20))
    assert done.returncode == 2
    assert b"32 MiB" in done.stderr


def test_time_is_counted_from_one_beginning(hook: Hook) -> None:
    data = compiled(str(hook.root), "claude-code")
    data["hosts"]["claude-code"]["agents"]["reader"]["timeoutSeconds"] = 3600  # type: ignore[index]
    hook.policy.write_text(text_of(data))
    with ThreadPoolExecutor(8) as pool:
        assert all(
            answer == {} for answer in pool.map(lambda number: hook.call("reader", "Read", tool_use_id=str(number)), range(40))
        )
    lines = [json.loads(line) for line in (hook.state / "runs/s/a1.jsonl").read_text().splitlines()]
    assert len(lines) == 1
    assert "began" in lines[0]


def test_a_cut_line_of_a_ledger_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.jsonl"
    with Ledger(str(path)) as ledger:
        ledger.add({"call": "1"})
    with path.open("ab") as file:
        file.write(b'{"call": "2')
    with Ledger(str(path)) as ledger:
        assert ledger.lines == [{"call": "1"}]
        ledger.add({"call": "3"})
    with Ledger(str(path)) as ledger:
        assert ledger.lines == [{"call": "1"}, {"call": "3"}]


def test_a_ledger_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    path = str(tmp_path / "x.jsonl")

    def count(_: int) -> None:
        with Ledger(path) as ledger:
            ledger.add({"number": len(ledger.lines)})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count, range(100)))
    with Ledger(path) as ledger:
        assert [line["number"] for line in ledger.lines] == list(range(100))


def test_a_ledger_that_grew_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with path.open("wb") as file:
        file.truncate((16 << 20) + 1)
    with pytest.raises(LedgerError, match="larger than 16 MiB"), Ledger(str(path)):
        pass


def test_full_journals_are_put_aside_and_no_line_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "ROTATED", 4096)
    folder = str(tmp_path / "state")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: Journal(folder).write({"number": number}), range(300)))
    assert sorted(line["number"] for line in lines_of(folder)) == list(range(300))
    assert Path(Journal(folder).aside(1)).exists()
    assert Path(folder, "journal.jsonl").stat().st_size < 4096 + 8 * 100


def test_the_oldest_journal_goes_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "ROTATED", 1)
    folder = str(tmp_path)
    for number in range(9):
        Journal(folder).write({"number": number})
    assert [line["number"] for line in lines_of(folder)] == [4, 5, 6, 7, 8]


@posix
def test_a_journal_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").mkdir()
    with pytest.raises(JournalError, match=r"journal\.jsonl"):
        Journal(str(tmp_path)).write({"a": 1})
