"""What a host could say, and files that could lie in the place of the guard's own: each is refused with a reason, by the process that a host starts."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from test_compiling import agent
from test_faults import call, words
from test_hook import ISOLATED, START, Hook, refused

from remit.enforcement.clock import start_of_machine
from remit.enforcement.compiling import compiled, text_of

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX")


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    found = Hook(tmp_path)
    agent(found.root, "reader", "tools: Read(src/**), Write\n")
    agent(found.root, "capped", "tools: Read\nmaxTurns: 2\n")
    return found.compile()


def says_why(done: subprocess.CompletedProcess[bytes]) -> str:
    """The reason of a refusal by a fault: one line, and no trace of the program."""
    assert done.returncode == 2
    assert done.stdout == b""
    text = done.stderr.decode()
    assert text.startswith("remit guard: ")
    assert text.endswith("so the call is refused\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize(
    "text",
    [
        call().replace('"tool_name"', '"tool_name": "Write", "tool_name"'),
        call(tool_input={"file_path": "a"}).replace('{"file_path"', '{"file_path": "b", "file_path"'),
        call().replace('"Read"', "Read"),
        call().replace('"Read"', '"Re\x00ad"'),
        call().replace('"Read"', '"Re\\'),
        call().replace("{}", "NaN"),
        call().replace("{}", "1" * 5000),
        "\ufeff" + call(),
        call().encode("utf-16"),
        call().replace("Read", "R\udcffead").encode("utf-8", "surrogateescape"),
        b"\x00" * 1000,
        b" " * (10 << 20),
        b'{"a": ' * 10_000,
    ],
)  # fmt: skip
def test_words_of_a_host_that_are_none(hook: Hook, text: str | bytes) -> None:
    assert "no JSON" in says_why(hook.say(text))


@pytest.mark.parametrize(
    "name", ["session_id", "tool_name", "hook_event_name", "agent_type", "agent_id", "cwd", "transcript_path", "tool_use_id"]
)
@pytest.mark.parametrize("value", [3, [], {}, True, 1.5])
def test_fields_of_another_type(hook: Hook, name: str, value: object) -> None:
    assert "cannot understand" in says_why(hook.say(call(**{name: value})))


@pytest.mark.parametrize("value", ["x", [], 3, None])
def test_an_input_that_is_no_object(hook: Hook, value: object) -> None:
    says_why(hook.say(call(tool_input=value)))


@pytest.mark.parametrize(
    "path",
    [
        "a\x00b",
        "\ud800",
        "src/\udfff",
        "src/" + "x" * 100_000,
        "src/" + "../" * 50_000,
        "src/" + "a/" * 50_000,
        "",
        "\u202e",
        "src/\n",
    ],
)
def test_paths_that_are_none(hook: Hook, path: str) -> None:
    done = hook.say(call(tool_input={"file_path": path}))
    if done.returncode != 2:
        assert done.returncode == 0
        assert path in ("src/\n", "src/" + "x" * 100_000, "src/" + "a/" * 50_000) or refused(json.loads(done.stdout))


def test_a_large_input_is_decided(hook: Hook) -> None:
    assert hook.say(call(tool_name="Write", tool_input={"file_path": "x", "content": "y" * (10 << 20)})).stdout == b""
    refused(json.loads(hook.say(call(tool_name="Edit", tool_input={"file_path": "x", "new_string": "y" * (10 << 20)})).stdout))


def test_new_fields_change_nothing(hook: Hook) -> None:
    more = {"effort": {"level": "x"}, "something": [{"a": None}], "agent": "free", "permission": "allow", "tool": "Read"}
    assert hook.say(call(tool_input={"file_path": "src/a"}, **more)).stdout == b""
    refused(json.loads(hook.say(call(tool_input={"file_path": "b"}, **more)).stdout))


@pytest.mark.parametrize("name", ["\ud800", "a\x00b", "x" * 10_000, "../../x", "/", ".", "a\nb"])
def test_names_that_lead_nowhere(hook: Hook, name: str) -> None:
    """Identities are names of files; agents that nobody knows have the session's limits."""
    for field in ("session_id", "agent_id"):
        data = {"agent_id": "a", "session_id": "s", field: name}
        for number, passes in enumerate((True, True, False)):
            done = hook.say(call("capped", tool_use_id=str(number), **data))
            assert done.returncode == 0, done.stderr
            assert (done.stdout == b"") == passes
    assert sorted(path.name for path in hook.state.parent.iterdir()) == ["policy.json", "project", "state"]
    assert hook.say(call(tool_name=name)).returncode in (0, 2)


@posix
@pytest.mark.parametrize("kind", ["folder", "loop", "dangling", "pipe", "huge", "device", "empty", "endless"])
def test_something_else_in_the_place_of_a_policy(hook: Hook, kind: str) -> None:
    hook.policy.unlink()
    if kind == "folder":
        hook.policy.mkdir()
    elif kind == "pipe":
        os.mkfifo(hook.policy)
    elif kind == "huge":
        with hook.policy.open("wb") as file:
            file.truncate(3 << 30)
    elif kind == "empty":
        hook.policy.touch()
    else:
        hook.policy.symlink_to(
            {"loop": hook.policy, "dangling": "nowhere", "device": "/dev/null", "endless": "/dev/zero"}[kind]
        )
    text = says_why(hook.say(call()))
    assert str(hook.policy) in text
    assert "`remit compile -o " in text


@posix
@pytest.mark.parametrize("name", ["journal.jsonl", "runs/s/a.jsonl"])
@pytest.mark.parametrize("kind", ["folder", "loop", "pipe", "file above"])
def test_something_else_in_the_place_of_the_state(hook: Hook, name: str, kind: str) -> None:
    path = hook.state / name
    path.parent.mkdir(parents=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.parent.rmdir()
        path.parent.write_text("a file")
    says_why(hook.say(call("capped")))


@posix
def test_a_state_folder_that_goes_away_is_made_anew(hook: Hook) -> None:
    import shutil

    assert hook.call("reader", "Read", {"file_path": "src/a"}) == {}
    shutil.rmtree(hook.state)
    refused(hook.call("reader", "Read", {"file_path": "a"}))
    assert len(hook.journal()) == 1


def mounted(hook: Hook, options: str) -> subprocess.CompletedProcess[bytes]:
    """The hook with a state folder on a small disk of its own, or one that cannot be written to."""
    hook.state.mkdir(exist_ok=True)
    line = 'mount -t tmpfs -o "$1" none "$2" || exit 77; shift 2; exec "$@"'
    program = ["unshare", "-m", "sh", "-c", line, "sh", options, str(hook.state), *words(hook)]
    try:
        done = subprocess.run(program, input=call("capped").encode(), capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no `unshare`")
    if done.returncode in (1, 77):
        pytest.skip("mounting is not allowed here")
    return done


@posix
@pytest.mark.parametrize(("options", "why"), [("ro", "read-only"), ("size=4k,nr_inodes=1", "no space left")])
def test_a_disk_that_cannot_be_written_to(hook: Hook, options: str, why: str) -> None:
    assert why in says_why(mounted(hook, options))


@posix
def test_a_disk_that_is_full_in_the_middle(hook: Hook) -> None:
    """One block for the ledger, none for the journal."""
    assert "no space left" in says_why(mounted(hook, "size=4k"))


@pytest.mark.parametrize("change", ["the clock is set back", "the machine is started anew"])
def test_time_that_cannot_be_told_is_over(hook: Hook, change: str) -> None:
    data = compiled(str(hook.root), "claude-code")
    data["hosts"]["claude-code"]["agents"]["reader"]["timeoutSeconds"] = 3600  # type: ignore[index]
    hook.policy.write_text(text_of(data))
    assert hook.call("reader", "Read", {"file_path": "src/a"}) == {}
    ledger = hook.state / "runs/s/a1.jsonl"
    line = json.loads(ledger.read_text())
    if change == "the clock is set back":
        line["began"] += 1_000_000
    elif not start_of_machine():
        pytest.skip("this system does not tell one start from another")
    else:
        line["start"] = "another"
    ledger.write_text(json.dumps(line) + "\n")
    answer = hook.call("reader", "Read", {"file_path": "src/a"})
    assert "started anew" in refused(answer)
    assert answer["continue"] is False


def test_the_wall_clock_does_not_count(hook: Hook) -> None:
    """Files from tomorrow, and from long ago, are read as any others."""
    for moment in (4e9, 0, 1e9):
        for path in (hook.policy, hook.root / ".claude/agents/reader.md"):
            os.utime(path, (moment, moment))
        assert hook.call("reader", "Read", {"file_path": "src/a"}) == {}
        refused(hook.call("reader", "Read", {"file_path": "a"}))
    agent(hook.root, "reader", "tools: Read\n")
    os.utime(hook.root / ".claude/agents/reader.md", (4e9, 4e9))
    assert "has changed since" in says_why(hook.say(call()))


@pytest.mark.parametrize("broken", ["hook.py", "event.py", "json_text.py"])
def test_a_remit_that_is_being_replaced_refuses(hook: Hook, tmp_path: Path, broken: str) -> None:
    import shutil

    copied = tmp_path / "copy" / "remit"
    shutil.copytree(START.parent.parent, copied, ignore=shutil.ignore_patterns("__pycache__", "hosts", "rules"))
    own = [*ISOLATED, str(copied / "enforcement/start.py"), *words(hook)[4:]]

    def say() -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(own, input=call(tool_input={"file_path": "src/a"}).encode(), capture_output=True, check=False)

    assert say().returncode == 0
    for text in ("def f(:", "", None):
        path = copied / "enforcement" / broken
        path.unlink() if text is None else path.write_text(text)
        assert "cannot be read" in says_why(say())
