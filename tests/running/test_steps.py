"""Steps: a run that is taken up again does over nothing but what was in flight, and none of its limits begins anew."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest
from actors import of, plan, plan_in, write_agent
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from remit.enforcement.secrets.sources import Environment
from remit.running.engine import Run
from remit.running.outcome import Result
from remit.running.plan import Plan
from remit.running.steps import moment, since

VALUE = "s3cret-token-value"
ZEPH = "tools:\n  allow: [bash]\npermissions:\n  secrets: [TOKEN]\n"


class Killed(BaseException):
    """What happens to a process that is killed: nothing of it catches this."""


class Kept:
    """A store that is a list. The process is killed at the step `kill`: before its work, or after it and before its outcome is kept."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, str]] = []
        self.kill: int | None = None
        self.late = True
        self._at = 0

    def taken_up(self) -> None:
        self._at = 0
        self.kill = None

    async def once(self, name: str, work) -> dict:
        at, self._at = self._at, self._at + 1
        if at < len(self.steps):
            assert self.steps[at][0] == name
            return json.loads(self.steps[at][1])
        if at == self.kill and not self.late:
            raise Killed
        found = await work()
        if at == self.kill:
            raise Killed
        self.steps.append((name, json.dumps(found)))
        return json.loads(self.steps[at][1])

    def earlier(self, seconds: float, at: int = 0) -> None:
        """Has a moment that was kept lie further back."""
        name, text = self.steps[at]
        then = json.loads(text)
        self.steps[at] = (name, json.dumps({**then, "wall": then["wall"] - seconds, "clock": then["clock"] - seconds}))


class Actor:
    """A model that goes by the conversation alone, as one does that does not know that somebody was killed."""

    def __init__(self, *steps: object, **by_agent: list) -> None:
        self.steps = {"": list(steps), **by_agent}
        self.asked: Counter[tuple[str, int]] = Counter()
        self.told: list[str] = []
        self.model = FunctionModel(self.answer)

    def answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        prompt = (info.instructions or "").split()
        key = prompt[0] if prompt and prompt[0] in self.steps else ""
        at = sum(isinstance(message, ModelResponse) for message in messages)
        self.asked[key, at] += 1
        self.told.append(str(messages[-1].parts))
        steps = self.steps[key]
        step = steps[min(at, len(steps) - 1)]
        parts = step if isinstance(step, list) else [step]
        return ModelResponse(
            parts=[TextPart(part) if isinstance(part, str) else ToolCallPart(part[0], part[1]) for part in parts]
        )


def go(made: Plan, actor: Actor, kept: Kept, **options: object) -> tuple[Result, list[dict]]:
    events: list[dict] = []
    run = Run(made, actor.model, tell=lambda event, data: events.append({"event": event, **data}), once=kept.once, **options)
    return asyncio.run(run.main("go")), events


def killed(made: Plan, actor: Actor, kept: Kept, kill: int, *, late: bool = True, **options: object) -> None:
    """Runs it up to a step and kills it there; then it can be taken up."""
    kept.kill, kept.late = kill, late
    with pytest.raises(Killed):
        go(made, actor, kept, **options)
    kept.taken_up()


def bash(command: str) -> tuple[str, dict]:
    return ("Bash", {"command": command})


def family(root: Path) -> tuple[Plan, Actor]:
    """An agent that starts another, with calls that pass and calls that are refused."""
    write_agent(root, "top", "tools: Agent, Bash, Read(./docs/**)", "top")
    write_agent(root, "low", "tools: Bash, Read\nmaxTurns: 2", "low")
    outside = ("Read", {"file_path": "secret"})
    actor = Actor(
        top=[bash("echo a >> log"), outside, ("Agent", {"subagent_type": "low", "prompt": "go"}), bash("echo b >> log"), "done"],
        low=[[bash("echo c >> log"), outside], [bash("echo d >> log")], "never"],
    )  # fmt: skip
    return plan_in(root, "top"), actor


def test_a_run_that_is_killed_at_any_step_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    made, actor = family(tmp_path)
    kept = Kept()
    usual, _ = go(made, actor, kept)
    steps, asked = len(kept.steps), set(actor.asked)
    log = tmp_path / "log"
    assert log.read_text().split() == ["a", "c", "d", "b"]
    assert max(actor.asked.values()) == 1
    for late in (False, True):
        for kill in range(steps):
            log.unlink(missing_ok=True)
            made, actor = family(tmp_path)
            kept = Kept()
            killed(made, actor, kept, kill, late=late)
            result, _ = go(made, actor, kept)
            assert result.to_json() | {"seconds": 0} == usual.to_json() | {"seconds": 0}
            assert set(actor.asked) == asked
            again = actor.asked.total() - len(actor.asked) + Counter(log.read_text().split()).total() - 4
            assert again == (late and in_flight(*kept.steps[kill]))


def in_flight(name: str, outcome: str) -> bool:
    """Whether somebody outside has seen a step that was killed before its outcome was kept."""
    return name.startswith("model") or (name.startswith("call of Bash") and "refused" not in outcome)


def test_nothing_is_done_over_in_a_run_that_has_ended(tmp_path: Path) -> None:
    made, actor = family(tmp_path)
    kept = Kept()
    first, _ = go(made, actor, kept)
    kept.taken_up()
    again, _ = go(made, actor, kept)
    assert again.to_json() | {"seconds": 0} == first.to_json() | {"seconds": 0}
    assert max(actor.asked.values()) == 1


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cap=st.integers(1, 4), kills=st.lists(st.integers(0, 8), max_size=3), late=st.booleans())
def test_the_cap_is_exact_over_any_number_of_kills(tmp_path: Path, cap: int, kills: list[int], late: bool) -> None:
    made = plan(tmp_path, f"tools: Bash(true:*)\nmaxTurns: {cap}")
    actor, kept = Actor(["so far", bash("true")]), Kept()
    for kill in kills:
        if len(kept.steps) <= kill <= 2 * cap:
            killed(made, actor, kept, kill, late=late)
    result, _ = go(made, actor, kept)
    assert (result.outcome, result.turns, result.calls, result.text) == ("max_turns", cap, cap, "so far")
    assert set(actor.asked) == {("", at) for at in range(cap)}


def test_a_deadline_is_a_moment_and_a_restart_moves_it_no_further(tmp_path: Path) -> None:
    made = plan(tmp_path, "tools: Bash")
    made.agent.timeout = 100
    actor, kept = Actor(["half", bash("echo x >> log")], "done"), Kept()
    killed(made, actor, kept, 3, late=False)
    kept.earlier(99.9)
    kept.earlier(0.2)  # time in which nobody was at work counts
    result, events = go(made, actor, kept)
    assert (result.outcome, result.turns, result.calls, result.text) == ("timeout", 1, 1, "half")
    assert actor.asked == {("", 0): 1}
    assert (tmp_path / "log").read_text() == "x\n"
    assert of(events, "deadline")


def test_a_deadline_that_is_not_reached_is_what_is_left_of_it(tmp_path: Path) -> None:
    made = plan(tmp_path, "tools: Bash")
    made.agent.timeout = 100
    actor, kept = Actor(bash("true"), bash("sleep 60"), "done"), Kept()
    killed(made, actor, kept, 2)
    kept.earlier(99)
    result, _ = go(made, actor, kept)
    assert result.outcome == "timeout"
    assert result.seconds < 30


def test_the_deadline_of_an_agent_below_holds_too(tmp_path: Path) -> None:
    made, actor = family(tmp_path)
    made.agents["low"].timeout = 100
    kept = Kept()
    killed(made, actor, kept, 8, late=False)
    below = next(at for at, (name, _) in enumerate(kept.steps) if name == "low begins")
    kept.earlier(101, below)
    result, events = go(made, actor, kept)
    assert result.outcome == "completed"
    assert [event["outcome"] for event in of(events, "ended")] == ["timeout", "completed"]


def test_setting_the_clock_back_gives_no_time(tmp_path: Path) -> None:
    here = moment()
    assert since(here, {**here, "wall": here["wall"] - 5000, "clock": here["clock"] + 7}) == 7
    assert since(here, {**here, "wall": here["wall"] + 9, "clock": here["clock"] + 7}) == 9
    assert since(here, {"wall": here["wall"] + 11, "boot": "another start", "clock": 0.0}) == 11
    assert since(here, {"wall": here["wall"] - 11, "boot": "another start", "clock": 0.0}) == 0


def test_what_was_granted_for_a_time_has_expired_after_it(tmp_path: Path) -> None:
    made = plan(tmp_path, "tools: Bash")
    made.agent.ttl = 100
    actor, kept = Actor(bash("echo x >> log")), Kept()
    killed(made, actor, kept, 3, late=False)
    kept.earlier(101)
    result, _ = go(made, actor, kept)
    assert (result.outcome, result.calls) == ("expired", 1)
    assert (tmp_path / "log").read_text() == "x\n"


@pytest.mark.parametrize("asked", [False, True])
def test_a_lease_is_not_revived_and_its_value_still_masked(tmp_path: Path, asked: bool) -> None:
    made = plan(tmp_path, ZEPH, host="zeph")
    made.agent.ttl = None
    show = ("bash", {"command": 'echo "[$TOKEN]"; cat left 2>/dev/null'})
    actor = Actor(*(["[REQUEST_SECRET: TOKEN]"] if asked else []), ("bash", {"command": "echo $TOKEN > left"}), show, "done")
    options: dict = {"source": Environment({"TOKEN": VALUE}), **({"ask": lambda *_: True} if asked else {"lent": ["TOKEN"]})}
    kept = Kept()
    killed(made, actor, kept, 3 + 2 * asked, late=False, **options)
    kept.earlier(301, at=2 if asked else 0)
    result, events = go(made, actor, kept, **options)
    assert result.outcome == "completed"
    assert of(events, "result")[-1]["result"] == "[]\n[masked]"
    assert VALUE not in str(kept.steps)


def test_a_lease_lasts_over_a_restart_for_what_is_left_of_it(tmp_path: Path) -> None:
    made = plan(tmp_path, ZEPH, host="zeph")
    made.agent.ttl = None
    use = ("bash", {"command": 'printf %s "$TOKEN" | wc -c'})
    actor, kept = Actor("[REQUEST_SECRET: TOKEN]", use, use, "done"), Kept()
    asked: list[object] = []
    options: dict = {"source": Environment({"TOKEN": VALUE}), "ask": lambda *call: not asked.append(call)}
    killed(made, actor, kept, 5, late=False, **options)
    kept.earlier(200, at=2)
    result, events = go(made, actor, kept, **options)
    assert result.outcome == "completed"
    assert [event["result"].strip() for event in of(events, "result")] == [str(len(VALUE))] * 2
    assert len(asked) == 1


@pytest.mark.parametrize("cut", [4, 9, 14])
def test_a_secret_that_is_split_by_a_kill_is_in_no_two_results(tmp_path: Path, cut: int) -> None:
    made = plan(tmp_path, ZEPH, host="zeph")
    half = [("bash", {"command": f"printf %s ${{TOKEN:{part}}}"}) for part in (f"0:{cut}", f"{cut}")]
    actor, kept = Actor(*half, "done"), Kept()
    options: dict = {"source": Environment({"TOKEN": VALUE}), "lent": ["TOKEN"]}
    killed(made, actor, kept, 3, late=False, **options)
    go(made, actor, kept, **options)
    said = [json.loads(text)["said"] for name, text in kept.steps if name.startswith("call")]
    assert said == ["[masked]", "[masked]"]


def test_keys_in_the_environment_are_in_no_step(tmp_path: Path) -> None:
    key = "key-of-a-model-0123456789"
    actor, kept = Actor(["I shall say " + key, bash(f"echo {key}; echo {key} | base64")], f"it was {key}"), Kept()
    result, events = go(plan(tmp_path, "tools: Bash"), actor, kept, hidden=[key])
    assert key not in str(kept.steps) + str(events) + result.text


def test_a_hook_after_an_agent_that_was_started_looks_once(tmp_path: Path) -> None:
    hooks = "hooks:\n  PostToolUse:\n    - matcher: Agent\n      hooks:\n        - type: command\n          command: echo seen >> seen"
    write_agent(tmp_path, "top", f"tools: Agent, Bash\n{hooks}", "top")
    write_agent(tmp_path, "low", "tools: Bash", "low")
    actor = Actor(top=[("Agent", {"subagent_type": "low", "prompt": "go"}), bash("true"), "done"], low=["well"])
    made, kept = plan_in(tmp_path, "top", hooks=True), Kept()
    killed(made, actor, kept, len("begins model call begins model end model".split()), late=False)
    go(made, actor, kept)
    assert (tmp_path / "seen").read_text() == "seen\n"


def test_an_agent_is_started_again_with_the_task_that_a_hook_has_given_it(tmp_path: Path) -> None:
    said = json.dumps({"hookSpecificOutput": {"updatedInput": {"subagent_type": "low", "prompt": "another task"}}})
    (tmp_path / "said").write_text(said)
    hook = "echo seen >> seen; cat said"
    hooks = f"hooks:\n  PreToolUse:\n    - matcher: Agent\n      hooks:\n        - type: command\n          command: {hook}"
    write_agent(tmp_path, "top", f"tools: Agent\n{hooks}", "top")
    write_agent(tmp_path, "low", "tools: Read", "low")
    actor = Actor(top=[("Agent", {"subagent_type": "low", "prompt": "a task"}), "done"], low=["well"])
    made, kept = plan_in(tmp_path, "top", hooks=True), Kept()
    killed(made, actor, kept, len("begins model call begins model".split()) - 1, late=True)
    go(made, actor, kept)
    assert sum("another task" in one for one in actor.told) == 2
    assert (tmp_path / "seen").read_text() == "seen\n"
