"""Turns, time and grants: each limit is held to exactly."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from actors import Script, of, plan, plan_in, run, write_agent
from endpoint import service
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remit.enforcement.clock import now
from remit.errors import UsageError
from remit.running.door import Door, Insisted, Refused
from remit.running.killing import descendants
from remit.running.process import run as run_process


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cap=st.integers(1, 7))
def test_the_cap_is_exact_to_the_call(tmp_path: Path, cap: int) -> None:
    script = Script(["so far", ("Bash", {"command": "echo x >> log"})])
    log = tmp_path / "log"
    log.unlink(missing_ok=True)
    result, _ = run(plan(tmp_path, f"tools: Bash\nmaxTurns: {cap}"), script)
    assert script.turns == result.turns == cap
    assert log.read_text().count("x") == cap  # the tools of the last turn still run
    assert (result.outcome, result.partial, result.text) == ("max_turns", True, "so far")
    assert str(cap) in (result.reason or "")
    assert result.told().startswith("[partial: max_turns")


def test_an_answer_in_the_last_turn_is_an_answer(tmp_path: Path) -> None:
    result, _ = run(plan(tmp_path, "tools: Bash\nmaxTurns: 2"), Script(("Bash", {"command": "true"}), "done"))
    assert (result.outcome, result.turns, result.text) == ("completed", 2, "done")


@pytest.mark.parametrize("value", ["0", "-1", "2.5", "abc", "true"])
def test_a_limit_that_is_none_is_not_run(tmp_path: Path, value: str) -> None:
    with pytest.raises(UsageError, match="maxTurns"):
        plan(tmp_path, f"tools: Read\nmaxTurns: {value}")


def test_the_command_line_narrows_a_limit_and_never_widens_it(tmp_path: Path) -> None:
    assert plan(tmp_path, "tools: Read\nmaxTurns: 3", max_turns=2).agent.max_turns == 2
    assert plan(tmp_path, "tools: Read\nmaxTurns: 3", max_turns=9).agent.max_turns == 3
    assert plan(tmp_path, "tools: Read", max_turns=9).agent.max_turns == 9


def test_a_childs_cap_is_its_own_and_its_answer_says_that_it_is_partial(tmp_path: Path) -> None:
    write_agent(tmp_path, "top", "tools: Agent, Read", "top")
    write_agent(tmp_path, "low", "tools: Read\nmaxTurns: 1", "low")
    script = Script(
        top=[("Agent", {"subagent_type": "low", "prompt": "go"}), "done"], low=[["half", ("Read", {"file_path": "."})]]
    )
    _, events = run(plan_in(tmp_path, "top"), script)
    assert of(events, "result")[-1]["result"].startswith("[partial: max_turns")
    assert of(events, "result")[-1]["result"].endswith("half")


def test_what_was_granted_expires(tmp_path: Path) -> None:
    moment = [0.0]
    agent = plan(tmp_path, "tools:\n  allow: [read]\npermissions:\n  ttl_secs: 5", host="zeph").agent
    door = Door(agent, str(tmp_path), clock=lambda: moment[0])
    door.check("read", {"path": "x"})
    moment[0] = 4.999
    door.check("read", {"path": "x"})
    moment[0] = 5.0
    for turn in range(3):
        door.turn = turn
        with pytest.raises(Refused, match="expired"):
            door.check("read", {"path": "x"})
    door.turn = 3
    with pytest.raises(Insisted) as insisted:
        door.check("read", {"path": "x"})
    assert insisted.value.expired


def test_a_run_whose_grants_have_expired_ends_as_such(tmp_path: Path) -> None:
    made = plan(tmp_path, "tools:\n  allow: [read]", host="zeph")
    made.agent.ttl = 0
    result, _ = run(made, Script(("read", {"path": "."})))
    assert (result.outcome, result.calls) == ("expired", 0)


STUBBORN = (
    "trap '' TERM INT HUP; (setsid sh -c 'trap \"\" TERM; echo $$ > far; exec sleep 60' >/dev/null 2>&1 &); echo $$ > near; "
    "while [ ! -s far ]; do sleep 0.02; done; echo > begun; sleep 60; sleep 60"
)
"""A command that ignores signals, has forked, and whose child has left its group and session. It writes to `begun` once all of that is so."""


class Clock:
    """A clock that jumps past every deadline when it is told to, so that no test waits for one."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return now() + self.ahead

    def jump(self) -> None:
        self.ahead = 10_000.0


def test_the_wall_clock_ends_a_run_with_all_it_has_forked(tmp_path: Path) -> None:
    clock = Clock()
    os.mkfifo(tmp_path / "begun")

    def tell(event: dict) -> None:
        if event["event"] == "call":
            (tmp_path / "begun").read_text()
            clock.jump()

    with service(["on my way", ("Bash", {"command": STUBBORN})]) as model:
        made = plan(tmp_path, "tools: Bash", timeout=1000)
        result = run_process(made, "go", environment={**os.environ, **model.variables()}, tell=tell, clock=clock)
    assert (result.outcome, result.partial, result.text) == ("timeout", True, "on my way")
    for name in ("near", "far"):
        assert not alive(int((tmp_path / name).read_text()))


def test_an_engine_that_does_not_answer_any_more_is_killed(tmp_path: Path) -> None:
    """Its process is stopped from within, so that it cannot end by itself."""
    clock = Clock()

    def tell(event: dict) -> None:
        if event["event"] == "call":
            clock.jump()

    with service(("Bash", {"command": "kill -STOP $PPID"})) as model:
        made = plan(tmp_path, "tools: Bash", timeout=1000)
        result = run_process(made, "go", environment={**os.environ, **model.variables()}, tell=tell, clock=clock)
    assert result.outcome == "timeout"
    assert not descendants(os.getpid())


def test_the_time_ends_a_run_that_can_end_by_itself(tmp_path: Path) -> None:
    result, _ = run(plan(tmp_path, "tools: Bash", timeout=0.5), Script(["so far", ("Bash", {"command": "sleep 60"})]))
    assert (result.outcome, result.partial) == ("timeout", True)


def test_a_run_is_cancelled_with_all_it_has_forked(tmp_path: Path) -> None:
    cancelled = threading.Event()

    def tell(event: dict) -> None:
        if event["event"] == "call":
            cancelled.set()

    with service(("Bash", {"command": "sleep 60"})) as model:
        result = run_process(
            plan(tmp_path, "tools: Bash"), "go", environment={**os.environ, **model.variables()}, tell=tell, cancelled=cancelled
        )
    assert (result.outcome, result.partial) == ("cancelled", True)
    assert not descendants(os.getpid())


@pytest.mark.parametrize("model", ["openai-chat:m", "anthropic:m"])
def test_both_forms_of_a_models_service(tmp_path: Path, model: str) -> None:
    steps = [("Write", {"file_path": "x", "content": "y"}), ("Bash", {"command": "env"}), "done"]
    with service(*steps) as answering:
        made = plan(tmp_path, "tools: Read, Bash", model=model)
        result = run_process(made, "go", environment={**os.environ, **answering.variables(), "MY_TOKEN": "s3cret-value"})
    assert (result.outcome, result.text, result.refused, result.turns) == ("completed", "done", 1, 3)
    assert answering.offered == [["Bash", "Read"]] * 3
    assert "s3cret-value" not in str(answering.requests)  # nothing of the user's environment reaches the shell
    assert not (tmp_path / "x").exists()


def alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
