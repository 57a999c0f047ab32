"""The examples of the page about running agents from Python, run as they are printed, on a model that says what is written here."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
from pathlib import Path

import pytest
from actors import write_agent
from endpoint import Service, service

import remit

PAGE = Path(__file__).parents[2] / "docs" / "running.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def example(word: str) -> str:
    found = [text for text in EXAMPLES if word in text]
    assert len(found) == 1, word
    return found[0]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_agent(tmp_path, "reviewer", "tools: Read, Bash(git diff:*)\nmaxTurns: 3", "Review.")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(text: str, model: Service, monkeypatch: pytest.MonkeyPatch, **names: object) -> dict:
    """What is called how once the example has run. `await` may stand at its top, as in a notebook."""
    for name, value in model.variables().items():
        monkeypatch.setenv(name, value)
    code = compile(text, str(PAGE), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    space = {"remit": remit, **names}

    async def play() -> None:
        found = eval(code, space)
        if inspect.isawaitable(found):
            await found

    if code.co_flags & inspect.CO_COROUTINE:
        asyncio.run(play())
    else:
        eval(code, space)
    return space


def test_running_an_agent(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with service(("Bash", {"command": "touch x"}), "I found nothing") as model:
        played(example("remit.run("), model, monkeypatch)
    assert capsys.readouterr().out == "I found nothing\n"
    assert model.offered == [["Bash", "Read"]] * 2
    assert not (root / "x").exists()


def test_an_agent_of_pydantic_ai(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pydantic_ai.toolsets import FunctionToolset

    ran: list[str] = []
    tools: FunctionToolset = FunctionToolset()
    tools.add_function(ran.append, name="Bash")  # type: ignore[arg-type]
    tools.add_function(ran.append, name="Write")  # type: ignore[arg-type]
    calls = [("Bash", {"object": "touch x"}), ("Write", {"object": "x"})]
    with service(calls, "done") as model:
        played(example("remit.adapters.pydantic_ai"), model, monkeypatch, tools=tools, task="go")
    assert model.offered[0] == ["Bash"]
    assert ran == []


def test_an_agent_of_openai_agents(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agents = pytest.importorskip("agents", reason="openai-agents is not installed")
    if not hasattr(agents, "Runner"):
        pytest.skip("openai-agents is not installed")
    agents.set_tracing_disabled(True)
    agents.set_default_openai_api("chat_completions")
    ran: list[str] = []

    @agents.function_tool(name_override="Bash")
    def bash(command: str) -> str:
        """Runs."""
        ran.append(command)
        return "ok"

    @agents.function_tool(name_override="Read")
    def read(path: str) -> str:
        """Reads."""
        return "ok"

    held = remit.resolve(remit.load(".claude/agents/reviewer.md"))
    with service([("Bash", {"command": "git diff"}), ("Bash", {"command": "git diff; touch x"})], "done") as model:
        for name, value in model.variables().items():
            monkeypatch.setenv(name, value)
        played(example("remit.adapters.openai_agents"), model, monkeypatch, held=held, read=read, bash=bash, task="go")
    assert model.offered == [["Bash", "Read"]] * 2
    assert ran == ["git diff"]


def test_an_agent_of_the_claude_agent_sdk(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the library's own client: a session starts the agent, whose calls are decided by the hook."""
    sdk = pytest.importorskip("claude_agent_sdk", reason="claude-agent-sdk is not installed")
    commands = ["git diff; touch x", "git diff --stat"]

    def answering(request: dict) -> object:
        turn = sum(message["role"] == "assistant" for message in request["messages"])
        if "Review." not in str(request.get("system")):
            return "done" if turn else ("Agent", {"subagent_type": "reviewer", "description": "d", "prompt": "go"})
        return ("Bash", {"command": commands[turn], "description": "d"}) if turn < len(commands) else "done"

    held = remit.resolve(remit.load(".claude/agents/reviewer.md"))
    with service(answering=answering) as model:  # type: ignore[arg-type]
        space = played(example("remit.adapters.claude_agent_sdk"), model, monkeypatch, held=held)
        options = space["options"]
        options.allowed_tools = ["Agent", "Bash", "Read"]
        options.setting_sources = []
        options.env = {**model.variables(), "HOME": str(root), "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}

        async def session() -> None:
            async for _ in sdk.query(prompt="start it", options=options):
                pass

        asyncio.run(asyncio.wait_for(session(), 60))
    told = str([request["messages"] for request in model.requests])
    assert "outside the remit of `reviewer`" in told
    assert not (root / "x").exists()
    assert any("Review." in str(request.get("system")) for request in model.requests)
