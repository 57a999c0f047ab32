"""What `--dry-run` tells is what the model is offered, at every generation."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

import jsonschema
import pytest
from actors import plan_in, write_agent
from endpoint import service
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from test_command import call

from remit.answers import answer
from remit.reports import offers
from remit.running.engine import Run
from remit.running.plan import Plan

SPAWN, FIELD = "Agent", "subagent_type"


class Explorer:
    """A model that has every agent start each agent that it may, once, with the way there as the task. `seen`: what the first request of each way
    offers."""

    def __init__(self) -> None:
        self.seen: dict[str, list[str]] = {}

    def next(self, way: str, tools: list[str], startable: list[str], turn: int) -> tuple[str, dict] | str:
        self.seen.setdefault(way, tools)
        if turn >= len(startable):
            return "done"
        return SPAWN, {FIELD: startable[turn], "prompt": f"{way} {startable[turn]}"}

    def here(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        startable = [
            name
            for tool in info.function_tools
            if tool.name == SPAWN
            for name in tool.parameters_json_schema["properties"][FIELD]["enum"]
        ]
        turn = sum(isinstance(message, ModelResponse) for message in messages)
        step = self.next(str(messages[0].parts[0].content), [tool.name for tool in info.function_tools], startable, turn)
        return ModelResponse(parts=[TextPart(step) if isinstance(step, str) else ToolCallPart(*step)])

    def openai(self, request: dict) -> tuple[str, dict] | str:
        tools = [tool["function"] for tool in request.get("tools", [])]
        task = next(message["content"] for message in request["messages"] if message["role"] == "user")
        return self._served(request, tools, "parameters", task)

    def anthropic(self, request: dict) -> tuple[str, dict] | str:
        content = request["messages"][0]["content"]
        return self._served(
            request, request.get("tools", []), "input_schema", content if isinstance(content, str) else content[0]["text"]
        )

    def _served(self, request: dict, tools: list[dict], schema: str, task: str) -> tuple[str, dict] | str:
        startable = [name for tool in tools if tool["name"] == SPAWN for name in tool[schema]["properties"][FIELD]["enum"]]
        turn = sum(message["role"] == "assistant" for message in request["messages"])
        return self.next(task, [tool["name"] for tool in tools], startable, turn)


def same(told: dict, seen: dict[str, list[str]]) -> None:
    """Whether a dry run told what was offered: on each way, and on those that come to the same as one of them."""
    jsonschema.Draft7Validator(answer("run-plan")).validate(told)
    ways = {" ".join((*agent["above"], agent["agent"])): agent["tools"] for agent in told["agents"]}
    assert ways.keys() <= seen.keys()
    for way, tools in seen.items():
        agent = way.split()[-1]
        if way in ways:
            assert tools == ways[way], way
        else:
            assert tools in [other for name, other in ways.items() if name.split()[-1] == agent], way


TOOLS = ["Agent", "Agent(two)", "Agent(one, three)", "Read", "Grep", "Write", "Edit", "Bash", "Bash(git diff:*)", "Skill"]
AGENT = st.tuples(
    st.none() | st.lists(st.sampled_from(TOOLS), min_size=1, unique=True),
    st.lists(st.sampled_from(["Write", "Bash", "Agent", "Read", "Edit"]), max_size=2, unique=True),
    st.sampled_from(["", "\npermissionMode: plan"]),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(AGENT, min_size=3, max_size=3), st.integers(0, 3))
def test_each_agent_is_offered_what_the_dry_run_tells(agents: list[tuple], depth: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, (allow, deny, mode) in zip(("one", "two", "three"), agents, strict=True):
            fields = ("" if allow is None else f"tools: {', '.join(allow)}\n") + f"disallowedTools: [{', '.join(deny)}]{mode}"
            write_agent(root, name, fields, name)
        made = plan_in(root, "one", depth=depth)
        explorer = Explorer()
        again = Plan.from_json(json.loads(json.dumps(made.to_json())))  # as the process of the run gets it
        result = asyncio.run(Run(again, FunctionModel(explorer.here)).main("one"))
        assert result.outcome == "completed"
        same(offers.to_json(made), explorer.seen)


def family(root: Path) -> None:
    write_agent(root, "top", "tools: Agent, Read, Bash(git diff:*), Grep, Skill\nmaxTurns: 9\nmodel: inherit", "top")
    write_agent(root, "middle", "tools: Agent, Read, Bash, Write, Skill\ndisallowedTools: Grep", "middle")
    write_agent(root, "low", "effort: high\nmaxTurns: 50", "low")
    (root / ".claude" / "skills" / "deploy").mkdir(parents=True)
    (root / ".claude" / "skills" / "deploy" / "SKILL.md").write_text("push the button")


@pytest.mark.parametrize("form", ["openai", "anthropic"])
def test_the_requests_of_the_command_offer_what_it_told(tmp_path: Path, form: str) -> None:
    family(tmp_path)
    model = {"openai": "openai-chat:m", "anthropic": "anthropic:m"}[form]
    told = json.loads(call(tmp_path, "top", "--dry-run", "--depth", "2", "--model", model, "--format", "json").stdout)
    explorer = Explorer()
    with service(answering=getattr(explorer, form)) as endpoint:
        done = call(tmp_path, "top", "top", "--depth", "2", "--model", model, **endpoint.variables())
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
    same(told, explorer.seen)
    assert "Bash" in explorer.seen["top middle low"]
    assert not any("Write" in tools for tools in explorer.seen.values())


def test_a_child_is_told_as_it_is_below_its_parents(tmp_path: Path) -> None:
    family(tmp_path)
    said = call(tmp_path, "top", "--dry-run", "--depth", "2", "--model", "openai:m").stdout
    lines = said.splitlines()
    low = lines.index("low below top › middle  openai:m  50 turns, thinking high")
    assert lines[low + 1 : low + 4] == ["  Bash  only Bash(git diff:*)", "  Read", "  Skill"]
    assert lines[low + 4] == "  skills: deploy"


def test_many_agents_that_start_each_other_are_told_in_no_time(tmp_path: Path) -> None:
    for number in range(40):
        write_agent(tmp_path, f"a{number}", "", "x")
    told = offers.to_json(plan_in(tmp_path, "a0"))["agents"]
    assert isinstance(told, list)
    assert len(told) < 200
    assert {one["agent"] for one in told} >= {f"a{number}" for number in range(40)}
