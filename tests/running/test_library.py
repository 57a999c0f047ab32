"""`remit.run`, and the adapters for other loops."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from actors import Script, write_agent
from endpoint import service
from pydantic_ai.toolsets import FunctionToolset

import remit
from remit.enforcement.narrowing import Narrowed

TEXT = "---\nname: a\ndescription: d\ntools: Read, Bash(echo:*)\nmaxTurns: 3\n---\nDo it.\n"


def test_a_definition_a_file_and_a_name_are_run(tmp_path: Path) -> None:
    write_agent(tmp_path, "helper", "tools: Read, Write\ndisallowedTools: Write")
    path = tmp_path / ".claude" / "agents" / "helper.md"
    for agent in (remit.load(path), path, "helper", remit.resolve(remit.load(path))):
        script = Script(("Read", {"file_path": ".claude"}), "done")
        result = remit.run(agent, "go", root=tmp_path, model=script.model)
        assert (result.outcome, result.text, script.offered[0]) == ("completed", "done", ["Read"])


def test_a_model_by_name_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    with service(("Bash", {"command": "echo $PPID"}), "done") as model:
        events: list[dict] = []
        environment = {**os.environ, **model.variables()}
        result = remit.run(
            remit.parse(TEXT.replace("Bash(echo:*)", "Bash")),
            "go",
            root=tmp_path,
            model="anthropic:m",
            environment=environment,
            tell=events.append,
        )
    assert result.outcome == "completed"
    assert next(int(event["result"]) for event in events if event["event"] == "result") != os.getpid()


def test_what_is_left_out_is_told_first(tmp_path: Path) -> None:
    events: list[dict] = []
    agent = remit.parse(TEXT.replace("maxTurns: 3", "observer: other"))
    remit.run(agent, "go", root=tmp_path, model=Script("done").model, tell=events.append)
    assert events[0] == {"event": "note", "agent": "a", "text": "`observer` of `a` is not carried out"}


def test_what_cannot_be_run_raises() -> None:
    with pytest.raises(remit.UsageError, match="no agent `nobody`"):
        remit.run("nobody", "go", model="openai-chat:m")
    with pytest.raises(remit.UsageError, match="maxTurns"):
        remit.run(remit.parse(TEXT.replace("3", "0")), "go", model="openai-chat:m")


def test_a_definition_for_pydantic_ai(tmp_path: Path) -> None:
    from remit.adapters.pydantic_ai import agent, enforced, limits

    ran: list[str] = []
    tools = FunctionToolset()

    def bash(command: str) -> str:
        ran.append(command)
        return "ok"

    def write(path: str) -> str:
        ran.append(path)
        return "ok"

    tools.add_function(bash, name="Bash")
    tools.add_function(write, name="Write")
    calls = [("Bash", {"command": "echo a"}), ("Bash", {"command": "rm a"}), ("Write", {"path": "x"})]
    script = Script(calls, "done")
    held = remit.resolve(remit.parse(TEXT))
    done = asyncio.run(agent(held, script.model, toolsets=[tools]).run("go", usage_limits=limits(held.definition)))
    assert done.output == "done"
    assert ran == ["echo a"]
    assert script.offered[0] == ["Bash"]
    parent = Narrowed(remit.resolve(remit.parse(TEXT.replace("Read, Bash(echo:*)", "Read"))).ruling)
    assert not enforced(held, parent).remit.has("Bash")


def test_a_link_leads_out_of_no_scope_in_another_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from remit.adapters.pydantic_ai import agent

    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "link").symlink_to(tmp_path / "secret")
    monkeypatch.chdir(tmp_path)
    ran: list[str] = []

    def read(file_path: str) -> str:
        ran.append(file_path)
        return "ok"

    tools = FunctionToolset()
    tools.add_function(read, name="Read")
    script = Script([("Read", {"file_path": "src/link"}), ("Read", {"file_path": "src/own"})], "done")
    held = remit.resolve(remit.parse(TEXT.replace("Read, Bash(echo:*)", "Read(src/**)")))
    asyncio.run(agent(held, script.model, toolsets=[tools]).run("go"))
    assert ran == ["src/own"]


def test_a_definition_for_openai_agents() -> None:
    agents = pytest.importorskip("agents", reason="openai-agents is not installed")
    if not hasattr(agents, "Runner"):
        pytest.skip("openai-agents is not installed")
    from remit.adapters.openai_agents import agent

    ran: list[str] = []

    @agents.function_tool(name_override="Bash")
    def bash(command: str) -> str:
        """Runs."""
        ran.append(command)
        return "ok"

    @agents.function_tool(name_override="Write")
    def write(path: str) -> str:
        """Writes."""
        return "ok"

    from agents.testing import ScriptedModel
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    agents.set_tracing_disabled(True)
    calls = [
        ResponseFunctionToolCall(arguments=json.dumps({"command": command}), call_id=command, name="Bash", type="function_call")
        for command in ("echo a", "rm a", "echo $(rm a)")
    ]
    text = ResponseOutputText(annotations=[], text="done", type="output_text")
    answer = ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
    model = ScriptedModel([calls, [answer]])
    made = agent(remit.resolve(remit.parse(TEXT)), [bash, write], model=model)
    assert [tool.name for tool in made.tools] == ["Bash"]
    done = asyncio.run(agents.Runner.run(made, "go", max_turns=3))
    assert done.final_output == "done"
    assert ran == ["echo a"]


def test_a_definition_for_the_claude_agent_sdk() -> None:
    pytest.importorskip("claude_agent_sdk", reason="claude-agent-sdk is not installed")
    from remit.adapters.claude_agent_sdk import definition_of, hooks

    held = remit.resolve(remit.parse(TEXT))
    made = definition_of(held)
    assert (made.tools, made.maxTurns, made.prompt) == (["Read", "Bash(echo:*)"], 3, "Do it.")
    before = hooks({"a": held})["PreToolUse"][0].hooks[0]

    def asked(agent: str | None, command: str) -> dict:
        data = {"agent_type": agent, "tool_name": "Bash", "tool_input": {"command": command}}
        return asyncio.run(before(data, None, {}))

    assert asked("a", "echo a") == {}
    assert asked(None, "rm x") == {}
    assert asked("a", "echo a; rm x")["hookSpecificOutput"]["permissionDecision"] == "deny"
