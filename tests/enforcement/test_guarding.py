"""What the guard says to events, in this process: with a clock and a wait of the test's own."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from test_compiling import agent

from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.event import BEFORE, START, Event
from remit.enforcement.guarding import PATIENCE, Guard
from remit.enforcement.policy import Policy


class Time:
    """A clock that goes when it is told to, and a wait that tells it; `then` happens during a wait."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.waited = 0.0
        self.then = lambda: None

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waited += seconds
        self.then()


class Session:
    """A guard over the agents of a project, with what the host writes down beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "project"
        self.root.mkdir()
        self.time = Time()
        self.runs = folder / "session" / "subagents"
        self.runs.mkdir(parents=True)
        self.transcript = str(folder / "session.jsonl")

    def compile(self) -> None:
        policy = Policy(json.loads(json.dumps(compiled(str(self.root), "claude-code"))))
        self.guard = Guard(policy, "claude-code", str(self.folder / "state"), self.time.clock, self.time.wait)

    def run(self, identity: str, **data: object) -> None:
        (self.runs / f"agent-{identity}.meta.json").write_text(json.dumps(data))

    def rows(self, identity: str, *rows: dict) -> None:
        (self.runs / f"agent-{identity}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def call(self, name: str | None, tool: str, value: dict | None = None, **more: object) -> str | None:
        """Why a call is refused, `None` where it is not."""
        told = {
            "session": "s",
            "agent": "a1" if name else None,
            "agent_type": name,
            "transcript": self.transcript,
            "cwd": str(self.root),
            **more,
        }
        answer = self.guard.answer(Event(BEFORE, "PreToolUse", tool=tool, input=value or {}, **told))  # type: ignore[arg-type]
        assert answer.effect in (None, "deny")
        return answer.reason if answer.effect else None


@pytest.fixture
def session(tmp_path: Path) -> Session:
    found = Session(tmp_path)
    agent(found.root, "paths", "tools: Read(src/**), Write(out/**)\ndisallowedTools: Edit(keep/**)\n")
    agent(found.root, "free", "")
    agent(found.root, "teller", "tools: Read, SendMessage\n")
    agent(found.root, "helper", "tools: Read\n")
    agent(found.root, "capped", "tools: Read\nmaxTurns: 2\n")
    agent(found.root, "server", "tools: Read, mcp__github__get_issue, mcp__slack\n")
    found.compile()
    return found


def test_no_link_leads_out_of_a_scope(session: Session) -> None:
    root = session.root
    for name in ("src", "out", "else"):
        (root / name).mkdir()
    (root / "src/in").symlink_to(root / "src")
    (root / "src/away").symlink_to(root / "else")
    (root / "src/loop").symlink_to(root / "src/loop")
    (root / "out/new").symlink_to("/nowhere/new")
    assert session.call("paths", "Read", {"file_path": "src/a"}) is None
    assert session.call("paths", "Read", {"file_path": "src/in/a"}) is None
    assert session.call("paths", "Write", {"file_path": str(root / "out/a")}) is None
    for tool, path in (
        ("Read", "src/away/a"),
        ("Read", str(root / "src/away")),
        ("Read", "src/in/away/a"),
        ("Write", "out/new"),
    ):
        assert "on this disk" in (session.call("paths", tool, {"file_path": path}) or ""), path
    assert session.call("paths", "Read", {"file_path": "src/away/../a"}), "what `..` means depends on the link"


def test_a_project_below_a_link_is_the_same_project(session: Session) -> None:
    link = session.folder / "link"
    link.symlink_to(session.root)
    (session.root / "src").mkdir()
    assert session.call("paths", "Read", {"file_path": "src/a"}, cwd=str(link)) is None


@pytest.mark.parametrize(
    ("to", "passes"),
    [
        ("wide", False),
        ("WIDE", False),
        ("w1", False),
        ("small", True),
        ("h1", True),
        ("nobody", False),
        ("*", False),
        ("", False),
        ("../x", False),
    ],
)
def test_an_agent_speaks_to_none_that_reaches_further(session: Session, to: str, passes: bool) -> None:
    session.run("w1", agentType="free", name="wide")
    session.run("h1", agentType="helper", name="small")
    session.run("a1", agentType="teller")
    found = session.call("teller", "SendMessage", {"to": to, "message": "x"}, to=to)
    assert (found is None) == passes
    assert found is None or "speaks to none that reaches further" in found
    assert session.call("free", "SendMessage", {"to": to}, to=to) is None


def test_an_agent_may_speak_to_those_above_it(session: Session) -> None:
    session.run("w1", agentType="free", name="wide")
    session.run("a1", agentType="teller", parentAgentId="w1")
    assert session.call("teller", "SendMessage", {"to": "w1"}, to="w1") is None
    session.run("a1", agentType="teller", parentAgentId="else")
    assert session.call("teller", "SendMessage", {"to": "w1"}, to="w1") is not None


def said(message: str, call: str) -> dict:
    return {"type": "assistant", "message": {"id": message, "content": [{"type": "tool_use", "id": call}]}}


def result(call: str) -> dict:
    return {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": call}]}}


def test_a_call_waits_for_the_host_to_write_down_its_turn(session: Session) -> None:
    first = [said("m1", "1"), result("1")]
    session.rows("a1", *first)
    assert session.call("capped", "Read", call="1") is None
    assert session.call("capped", "Read", call="2") is None
    assert session.time.waited == 0, "two calls lie in two turns at most"
    # The transcript is a turn behind. What it then says is that this call lies beside the one before, or after it.
    session.time.then = lambda: session.rows("a1", *first, said("m2", "2"), result("2"), said("m3", "3"))
    assert "turns of `capped` are used up" in (session.call("capped", "Read", call="3") or "")
    session.rows("a1", *first)
    session.time.then = lambda: session.rows("a1", *first, said("m2", "2"), said("m2", "4"))
    assert session.call("capped", "Read", call="4") is None


def test_a_call_beside_one_that_is_done_is_in_the_same_turn(session: Session) -> None:
    rows = [said("m1", "1"), result("1"), said("m2", "2a"), result("2a")]
    session.rows("a1", *rows)
    for call in ("1", "2a"):
        assert session.call("capped", "Read", call=call) is None
    session.time.then = lambda: session.rows("a1", *rows, said("m2", "2b"))
    assert session.call("capped", "Read", call="2b") is None, "the host had not written it down yet"


def test_a_call_waits_for_a_transcript_that_is_yet_to_be_written(session: Session) -> None:
    for call in ("1a", "1b"):
        assert session.call("capped", "Read", call=call) is None
    session.time.then = lambda: session.rows("a1", said("m1", "1a"), said("m1", "1b"), said("m1", "1c"))
    assert session.call("capped", "Read", call="1c") is None


def test_a_call_does_not_wait_for_ever(session: Session) -> None:
    session.rows("a1", said("m1", "1"), result("1"))
    for call in ("1", "2", "3"):
        assert session.call("capped", "Read", call=call) is None
    assert PATIENCE <= session.time.waited < PATIENCE + 1
    session.rows("a1", said("m1", "1"), result("1"), said("m2", "2"), result("2"))
    assert session.call("capped", "Read", call="4") is not None


def test_servers_that_a_session_is_given_when_it_starts(session: Session) -> None:
    assert session.call("server", "mcp__github__get_issue") is None
    assert session.call("server", "mcp__slack__post") is None
    assert session.call("server", "mcp__github__delete") is not None
    assert session.call("server", "mcp__else__x") is not None


def timed(session: Session, **limits: int) -> None:
    """Gives an agent limits of time, which no format of this host's has."""
    data = compiled(str(session.root), "claude-code")
    data["hosts"]["claude-code"]["agents"]["helper"] |= limits  # type: ignore[index]
    session.guard.policy = Policy(json.loads(json.dumps(data)))


@pytest.mark.parametrize(("limit", "says"), [("timeoutSeconds", "seconds of `helper` are over"), ("ttlSeconds", "has expired")])
def test_time_is_up_by_a_clock_that_nobody_can_set(
    session: Session, limit: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed(session, **{limit: 60})
    session.guard.answer(Event(START, "SubagentStart", session="s", agent="a1", agent_type="helper"))
    for jump in (0, -1e9, 1e9):
        monkeypatch.setattr(time, "time", lambda jump=jump: 1.8e9 + jump)
        assert session.call("helper", "Read") is None
    session.time.now += 59.9
    assert session.call("helper", "Read") is None
    session.time.now += 0.1
    assert says in (session.call("helper", "Read") or "")
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert says in (session.call("helper", "Read") or "")
    assert session.call("helper", "Read", agent="another") is None


def test_time_of_an_agent_whose_start_was_not_told_runs_from_its_first_call(session: Session) -> None:
    timed(session, timeoutSeconds=10)
    assert session.call("helper", "Read") is None
    session.time.now += 10
    assert session.call("helper", "Read") is not None


@pytest.mark.parametrize("tool", ["Write", "Edit", "NotebookEdit"])
def test_no_agent_writes_what_holds_it(tmp_path: Path, tool: str) -> None:
    root = tmp_path / "project"
    agent(root, "writer", f"tools: {tool}, Read\n")
    path = root / ".remit/policy.json"
    path.parent.mkdir()
    path.write_text(text_of(compiled(str(root), "claude-code")))
    (root / "alias").symlink_to(path)
    (root / "loop").symlink_to(root / "loop")
    guard = Guard(Policy(json.loads(path.read_text()), str(path)), "claude-code", str(tmp_path / "state"))
    field = "notebook_path" if tool == "NotebookEdit" else "file_path"

    def passes(tool: str, written: str, **more: str) -> bool:
        event = Event(
            BEFORE, "PreToolUse", session="s", agent="a", agent_type="writer", tool=tool, input={field: written}, cwd=str(root)
        )
        return guard.answer(event).effect is None

    for written in (
        str(path), ".remit/policy.json", ".remit/../.remit//policy.json", "alias", "loop", str(tmp_path / "state/runs/s/a.jsonl"),
        "../state/journal.jsonl", ".claude/settings.local.json", ".claude/settings.json", str(root / ".mcp.json"), "a\0b",
    ):  # fmt: skip
        assert not passes(tool, written), written
        assert passes("Read", written) or written in ("loop", "a\0b"), written
    for written in ("src/a.py", ".remit/other.json", str(tmp_path / "state-of-things"), ".claude/agents/writer.md"):
        assert passes(tool, written), written
