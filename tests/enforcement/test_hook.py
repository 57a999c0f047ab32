"""The hook as the host starts it: an isolated interpreter, JSON in, JSON out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_compiling import agent

import remit
from remit.enforcement.compiling import compiled, text_of

START = Path(remit.__file__).parent / "enforcement" / "start.py"
ISOLATED = [sys.executable, "-I", "-S"]


class Hook:
    """A project with a compiled policy and a hook that holds to it."""

    def __init__(self, root: Path) -> None:
        self.root = root / "project"
        self.policy = root / "policy.json"
        self.state = root / "state"

    def compile(self, home: str | None = None) -> Hook:
        self.policy.write_text(text_of(compiled(str(self.root), "claude-code", home=home)))
        return self

    def say(self, text: str | bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
        words = ["--host", "claude-code", "--policy", str(self.policy), "--state", str(self.state), *options]
        data = text if isinstance(text, bytes) else text.encode()
        return subprocess.run([*ISOLATED, str(START), *words], input=data, capture_output=True, check=False)

    def call(self, name: str | None, tool: str, value: dict | None = None, **more: object) -> dict:
        """What the hook answers to a call: the answer's `hookSpecificOutput` and `continue`, nothing for no objection."""
        data = {
            "hook_event_name": "PreToolUse",
            "session_id": "s",
            "tool_name": tool,
            "tool_input": value or {},
            "cwd": str(self.root),
        }
        if name is not None:
            data |= {"agent_type": name, "agent_id": "a1"}
        done = self.say(json.dumps({**data, **more}))
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        return json.loads(done.stdout) if done.stdout else {}

    def journal(self) -> list[dict]:
        return [json.loads(line) for line in (self.state / "journal.jsonl").read_text().splitlines()]


def refused(answer: dict) -> str:
    """The reason of a refusal."""
    said = answer["hookSpecificOutput"]
    assert said["hookEventName"] == "PreToolUse"
    assert said["permissionDecision"] == "deny"
    return said["permissionDecisionReason"]


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    found = Hook(tmp_path)
    agent(found.root, "reviewer", "tools: Read, Bash(git diff:*)\n")
    agent(found.root, "reader", "tools: Read, Agent\n")
    agent(found.root, "free", "disallowedTools: Write\n")
    agent(found.root, "capped", "tools: Read\nmaxTurns: 2\n")
    return found.compile()


def test_a_tool_outside_the_remit_is_refused(hook: Hook) -> None:
    assert "outside the remit of `reviewer`" in refused(hook.call("reviewer", "Write", {"file_path": "x"}))
    assert hook.call("reviewer", "Read", {"file_path": "x"}) == {}
    assert hook.call("free", "mcp__new__tool", {}) == {}
    refused(hook.call("free", "Write", {"file_path": "x"}))


@pytest.mark.parametrize(
    ("command", "passes"),
    [
        ("git diff HEAD", True),
        ('git diff "a b"', True),
        ("git push", False),
        ("git diff; rm x", False),
        ("git diff $(rm x)", False),
    ],
)
def test_a_call_outside_a_scope_is_refused(hook: Hook, command: str, passes: bool) -> None:
    answer = hook.call("reviewer", "Bash", {"command": command})
    assert answer == {} if passes else "git diff:*" in refused(answer)


def test_the_session_itself_and_unknown_agents_have_the_sessions_limits(hook: Hook) -> None:
    assert hook.call(None, "Bash", {"command": "rm x"}) == {}
    assert hook.call("stranger", "Write", {"file_path": "x"}) == {}


def test_an_agent_starts_none_that_reaches_further(hook: Hook) -> None:
    for target in ("free", "Free", "general-purpose", "stranger", "re viewer", None):
        value = {"prompt": "x"} if target is None else {"subagent_type": target}
        assert "reaches further" in refused(hook.call("reader", "Agent", value)), target
        refused(hook.call("reader", "Task", value))
    assert hook.call("reader", "Agent", {"subagent_type": "capped"}) == {}
    assert hook.call("free", "Agent", {"subagent_type": "reviewer"}) == {}
    assert hook.call(None, "Agent", {"subagent_type": "free"}) == {}


def transcript(folder: Path, agent: str, rows: list[dict]) -> str:
    path = folder / "session" / "subagents" / f"agent-{agent}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(folder / "session.jsonl")


def said(message: str, call: str) -> dict:
    return {"type": "assistant", "message": {"id": message, "content": [{"type": "tool_use", "id": call}]}}


def result(call: str) -> dict:
    return {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": call}]}}


def test_the_turn_cap_is_exact(hook: Hook, tmp_path: Path) -> None:
    rows: list[dict] = []
    for number, passes in ((1, True), (2, True), (3, False), (4, False)):
        for part in ("a", "b"):
            rows.append(said(f"m{number}", f"{number}{part}"))  # the host writes the call down while the hook is at work
            path = transcript(tmp_path, "a1", rows)
            answer = hook.call("capped", "Read", {}, transcript_path=path, tool_use_id=f"{number}{part}")
            if passes:
                assert answer == {}
            else:
                assert "turns of `capped` are used up" in refused(answer)
                assert answer["continue"] is False
        rows += [result(f"{number}{part}") for part in ("a", "b")]


def test_without_a_transcript_every_call_is_a_turn(hook: Hook) -> None:
    answers = [hook.call("capped", "Read", {}, tool_use_id=str(number)) for number in range(4)]
    assert [bool(answer) for answer in answers] == [False, False, True, True]
    assert hook.call("capped", "Read", {}, tool_use_id="1") == {}, "the same call asked again"
    assert hook.call("capped", "Read", {}, agent_id="a2") == {}, "another run"


def test_a_child_is_held_to_the_agents_above_it(hook: Hook, tmp_path: Path) -> None:
    folder = tmp_path / "session" / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-top.meta.json").write_text(json.dumps({"agentType": "reviewer"}))
    (folder / "agent-a1.meta.json").write_text(json.dumps({"agentType": "free", "parentAgentId": "top"}))
    path = str(tmp_path / "session.jsonl")
    assert "an agent above this one" in refused(hook.call("free", "Bash", {"command": "git push"}, transcript_path=path))
    assert hook.call("free", "Bash", {"command": "git diff"}, transcript_path=path) == {}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"hook_event_name": 3}', "[" * 100_000, b"\xff\xfe"])
def test_what_the_host_says_and_nobody_understands_is_refused(hook: Hook, text: str | bytes) -> None:
    done = hook.say(text)
    assert done.returncode == 2
    assert b"so the call is refused" in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("change", ["tool_input", "tool_name", "session_id", "agent_type", "agent_id"])
def test_a_field_of_the_wrong_type_is_refused(hook: Hook, change: str) -> None:
    data = {
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "tool_name": "Read",
        "tool_input": {},
        "agent_id": "a",
        "agent_type": "free",
    }
    assert hook.say(json.dumps({**data, change: 3})).returncode == 2
    assert hook.say(json.dumps({**data, "something_new": {"a": [1]}})).returncode == 0


def test_a_policy_that_cannot_be_used_refuses_everything(hook: Hook) -> None:
    call = json.dumps({"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Read", "tool_input": {}})
    text = hook.policy.read_text()
    for broken in (text[: len(text) // 2], "", "{}", text.replace('"granted"', '"grante"')):
        hook.policy.write_text(broken)
        assert hook.say(call.replace('"Read"', '"Read", "agent_type": "free", "agent_id": "x"')).returncode == 2
    hook.policy.unlink()
    done = hook.say(call)
    assert done.returncode == 2
    assert b"no such file" in done.stderr


def test_a_policy_out_of_date_refuses_everything(hook: Hook) -> None:
    assert hook.call("reviewer", "Read") == {}
    agent(hook.root, "reviewer", "tools: Read, Write\n")
    done = hook.say(json.dumps({"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Read", "tool_input": {}}))
    assert done.returncode == 2
    assert b"has changed since the policy was compiled" in done.stderr
    assert b"remit compile" in done.stderr


def test_a_state_folder_that_cannot_be_written_refuses_everything(hook: Hook) -> None:
    hook.state.write_text("a file is in the way")
    done = hook.say(json.dumps({"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Read", "tool_input": {}}))
    assert done.returncode == 2
    assert b"journal" in done.stderr


def test_observing_refuses_nothing_and_writes_down_what_it_would(hook: Hook) -> None:
    data = {
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "tool_name": "Write",
        "tool_input": {},
        "agent_id": "a",
        "agent_type": "reviewer",
    }
    done = hook.say(json.dumps(data), "--observe")
    assert (done.returncode, done.stdout) == (0, b"")
    (line,) = hook.journal()
    assert line["effect"] == "deny"
    assert line["observed"] is True
    assert hook.say("{", "--observe").returncode == 0


def test_the_journal_has_no_input(hook: Hook) -> None:
    hook.call("reviewer", "Bash", {"command": "curl -H 'x: s3cr3t-value'"})
    assert "s3cr3t" not in (hook.state / "journal.jsonl").read_text()


@pytest.mark.parametrize("words", [[], ["--host"], ["--host", "x", "--policy", "p", "--state", "s"], ["--more"]])
def test_started_wrongly_it_refuses(words: list[str]) -> None:
    done = subprocess.run([*ISOLATED, str(START), *words], input=b"{}", capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"remit guard: ")


@pytest.mark.parametrize(
    ("tool", "value", "needed", "spared"),
    [
        ("Bash", {"command": "git diff x"}, "simple", "shell"),
        ("Bash", {"command": "git diff 'x' | cat $(x)"}, "granted_lines", "denied_lines"),
        ("Bash", {"command": "git diff <<E\n`x`\nE"}, "granted_lines", "paths"),
        ("Grep", {"pattern": "x", "path": "src/x"}, "paths", "shell"),
        ("WebFetch", {"url": "https://example.com/x"}, "specifiers", "shell"),
        ("Monitor", {"command": "git log 'x'"}, "denied_lines", "granted_lines"),
        ("Agent", {"subagent_type": "reader"}, "declared", "shell"),
    ],
)
def test_it_loads_nothing_slow(hook: Hook, tool: str, value: dict[str, str], needed: str, spared: str) -> None:
    scopes = "Bash(git diff:*), Grep(src/**), WebFetch(domain:example.com), Agent(reader), Monitor"
    agent(hook.root, "scoped", f"tools: {scopes}\ndisallowedTools: Monitor(git push:*)\n")
    hook.compile()
    hook.call("scoped", "Read")  # the first call makes the folder
    words = ["--host", "claude-code", "--policy", str(hook.policy), "--state", str(hook.state)]
    call = {"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": tool, "tool_input": value}
    call |= {"agent_id": "a", "agent_type": "scoped"}
    code = (
        f"import sys; sys.path.insert(0, {str(START.parent.parent.parent)!r}); sys.argv = ['x', *{words!r}]\n"
        "import remit.enforcement.hook as hook\nhook.run(sys.argv[1:])\nhook.write(2, ' '.join(sys.modules).encode())"
    )
    done = subprocess.run([*ISOLATED, "-c", code], input=json.dumps(call).encode(), capture_output=True, check=False)
    loaded = set(done.stderr.decode().split())
    assert {"remit.enforcement.guarding", f"remit.permissions.{needed}"} <= loaded
    assert f"remit.permissions.{spared}" not in loaded
    assert not loaded & {"os", "re", "json", "importlib", "remit.hosts", "remit.source", "yaml", "typing", "collections"}
