"""The cases with calls, starts, children and modes: the guard, as the process that a host starts, has the answer that the library gives.

Of hosts that have no hook the guard's decision is asked for without a process.
"""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path

import asked
import pytest
import runner
from test_hook import ISOLATED, START

from remit.enforcement.compiling import add_agent, plain_agent
from remit.enforcement.event import BEFORE, Event
from remit.enforcement.guarding import Guard
from remit.enforcement.hook import form_of
from remit.enforcement.policy import SCHEMA, load
from remit.resolving import Remit

PASSES, REFUSED = "allow", "deny"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked.parametrize(metafunc)


class Guarded:
    """A policy of agents by name, and the guard that decides by it."""

    def __init__(self, folder: Path, host: str, agents: dict[str, Remit]) -> None:
        self.host = host
        self.folder = folder
        self.policy = folder / "policy.json"
        self.state = folder / "state"
        data: dict = {"schema": SCHEMA, "hosts": {}, "sources": {}}
        for name, remit in agents.items():
            add_agent(data, host, name, plain_agent(remit, None))
        folder.mkdir(parents=True, exist_ok=True)
        self.policy.write_text(json.dumps(data))
        self.hooked = find_spec(f"remit.enforcement.forms.{host.replace('-', '_')}") is not None
        self.knows_above = host == "claude-code" or not self.hooked

    def decides(self, agent: str, tool: str, value: object, above: str | None = None, **more: object) -> str:
        """What becomes of a call as far as the guard goes: `allow` where it says nothing against it."""
        transcript = self._lineage(agent, above)
        if not self.hooked:
            event = Event(
                BEFORE, BEFORE, session="s", agent="a1", agent_type=agent, tool=tool, input=value, transcript=str(transcript)
            )
            return Guard(load(str(self.policy)), self.host, str(self.state)).answer(event).effect or PASSES
        data = form_of(self.host).sample(tool, agent)
        for name in ("tool_input", "toolArgs"):
            if name in data:
                data[name] = value
        if "hook_event_name" in data:
            data |= {"transcript_path": str(transcript), "agent_id": "a1", **more}
        words = ["--host", self.host, "--policy", str(self.policy), "--state", str(self.state)]
        done = subprocess.run(
            [*ISOLATED, str(START), *words], input=json.dumps(data).encode(), capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        if not done.stdout:
            return PASSES
        said = json.loads(done.stdout)
        said = said.get("hookSpecificOutput", said)
        found = said.get("permissionDecision") or said["decision"]
        assert found != PASSES, "a guard that allows would take the host's own rules out of the way"
        return str(found)

    def _lineage(self, agent: str, above: str | None) -> Path:
        """What the host writes down of who started whom."""
        folder = self.folder / "session" / "subagents"
        folder.mkdir(parents=True, exist_ok=True)
        own = {"agentType": agent} if above is None else {"agentType": agent, "parentAgentId": "top"}
        (folder / "agent-a1.meta.json").write_text(json.dumps(own))
        (folder / "agent-top.meta.json").write_text(json.dumps({"agentType": above}))
        return self.folder / "session.jsonl"


def test_tools(effective_tools: Path, tmp_path: Path) -> None:
    case = runner.Case(effective_tools, tmp_path / "case")
    remit = asked.holder_of(case)
    if remit is None:
        return
    guarded = Guarded(tmp_path / "guard", remit.resolution.session.host.name, {"a": remit})
    granted = set(case.expected["effective_tools"])
    held = load(str(guarded.policy)).agent(guarded.host, "a")
    assert held is not None
    assert {tool for tool in case.expected["all_tools"] if held.ruling.has(tool)} == granted
    assert all(guarded.decides("a", tool, {}) == REFUSED for tool in case.expected["all_tools"] if tool not in granted)


def test_calls(calls: Path, tmp_path: Path) -> None:
    case = runner.Case(calls, tmp_path / "case")
    for number, call in enumerate(asked.calls_of(case)):
        host = call.remit.resolution.session.host.name
        found = Guarded(tmp_path / str(number), host, {"a": call.remit}).decides("a", call.tool, call.value)
        # A rule of the settings is the host's to apply, after a guard that has nothing against the call.
        assert found == (PASSES if call.ruled and call.want == "ask" else call.want), call


def test_starts(spawn: Path, tmp_path: Path) -> None:
    case = runner.Case(spawn, tmp_path / "case")
    agents = {step[key]: None for step in case.expected["spawn"] for key in ("by", "target")}
    known = {name: case.remit(f"{name}.md") for name in agents if f"{name}.md" in case.files()}
    for number, start in enumerate(asked.starts_of(case)):
        by = case.expected["spawn"][number]["by"]
        host = start.remit.resolution.session.host.name
        # An agent of which the case says nothing has the starter's own tools, so that only the list of agents decides.
        target = case.expected["spawn"][number]["target"]
        guarded = Guarded(tmp_path / str(number), host, {target: known[by], **known})
        assert guarded.decides(by, start.tool, start.value) == start.want, start


def test_children(child: Path, tmp_path: Path) -> None:
    case = runner.Case(child, tmp_path / "case")
    wanted = case.expected["child"]
    names = {key: case.remit(f"{wanted[key]}.md") for key in ("parent", "child")}
    host = names["child"].resolution.session.host.name
    guarded = Guarded(tmp_path / "guard", host, names)
    tools = case.expected.get("all_tools") or names["child"].enforced or ()
    passed = {tool for tool in tools if guarded.decides("child", tool, {}, above="parent") == PASSES}
    if guarded.knows_above:
        assert passed == set(wanted["effective_tools"])
    elif set(names["child"].enforced or ()) - set(names["parent"].enforced or ()):
        # Where the host does not tell who stands above, the wider child is not started.
        spawn = names["parent"].ruling.spawn
        assert spawn is not None
        assert guarded.decides("parent", spawn[0], {spawn[1][0]: "child"}) == REFUSED


def test_modes(mode: Path, tmp_path: Path) -> None:
    """An agent in a session, or below an agent, of another mode is held as one that is in the stricter of the two."""
    case = runner.Case(mode, tmp_path / "case")
    host = case.dialect()
    for number, row in enumerate(case.expected["mode"]):
        agents = {
            "above": asked.agent_in(host, "above", row["parent"]),
            "below": asked.agent_in(host, "below", row["file"], row["parent"]),
            "alone": asked.agent_in(host, "alone", row["effective"]),
        }
        guarded = Guarded(tmp_path / str(number), host, agents)
        for tool, value in asked.WORK:
            want = guarded.decides("alone", tool, value)
            if guarded.hooked:
                assert guarded.decides("below", tool, value, permission_mode=row["parent"]) == want, (row, tool)
            if guarded.knows_above:
                assert guarded.decides("below", tool, value, above="above") == want, (row, tool)


def test_a_session_that_plans_lets_no_agent_write(tmp_path: Path) -> None:
    agents = {
        "free": asked.agent_in("claude-code", "free", "acceptEdits"),
        "helper": asked.agent_in("claude-code", "helper", None),
    }
    guarded = Guarded(tmp_path, "claude-code", agents)
    for value, passes in (({"command": "ls"}, PASSES), ({"command": "touch x"}, REFUSED)):
        assert guarded.decides("free", "Bash", value, permission_mode="plan") == passes
        assert guarded.decides("free", "Bash", value, permission_mode="default") == PASSES
    assert guarded.decides("free", "Agent", {"subagent_type": "helper"}, permission_mode="plan") == PASSES
    assert guarded.decides("free", "Write", {"file_path": "x"}, permission_mode="plan") == REFUSED
    assert guarded.decides("free", "Write", {"file_path": "x"}, permission_mode="plan", agent_id=None) == PASSES, "its own plan"
