"""Agents for the runner's tests, and a model that says what a test has written down."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from remit.api import reading_of
from remit.gathering import discover
from remit.hosts.base import PROJECT
from remit.resolving import Remit
from remit.running.engine import Run
from remit.running.outcome import Result
from remit.running.plan import Plan
from remit.running.preparing import Wishes, meant, plan_of
from remit.session import Session
from remit.source import Source


def plan(folder: Path, fields: str, body: str = "Do it.", host: str | None = None, **wishes: object) -> Plan:
    """The plan of an agent with these lines of front matter that works in a folder."""
    fence = "+++" if host is not None and "0.12" in host else "---"
    head = 'name = "a"\ndescription = "d"' if fence == "+++" else "name: a\ndescription: d"
    reading = reading_of(Source.of(f"{fence}\n{head}\n{fields}\n{fence}\n{body}\n", "a.md"), host, PROJECT)
    definition = meant(reading)
    session = Session(reading.host, reading.version)
    wishes.setdefault("model", "openai-chat:m")
    return plan_of(Remit(definition, reading.host.resolve(definition, session)), str(folder), Wishes(**wishes))


def plan_in(root: Path, name: str, **wishes: object) -> Plan:
    """The plan of an agent of a project, with the agents that it may start."""
    catalog = discover(root, "claude-code", below=False)
    entry = catalog.find(name)[0]
    definition = meant(entry.reading)
    wishes.setdefault("model", "openai-chat:m")
    remit = Remit(definition, entry.host.resolve(definition, catalog.session(entry.host, entry.version)))
    return plan_of(remit, str(root), Wishes(**wishes))


def write_agent(root: Path, name: str, fields: str, body: str = "Do it.") -> None:
    path = root / ".claude" / "agents" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\nname: {name}\ndescription: d\n{fields}\n---\n{body}\n")


class Script:
    """A model that answers with the steps in order, the last one again and again: words, a call as (tool, input), or a list of both. With
    several agents the steps are those of the agent whose prompt begins with the key."""

    def __init__(self, *steps: object, **by_agent: list) -> None:
        self.steps = {"": list(steps), **by_agent}
        self.count: dict[str, int] = {}
        self.offered: list[list[str]] = []
        self.messages: list[list[ModelMessage]] = []
        self.model = FunctionModel(self.answer)

    def answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        prompt = (info.instructions or "").split()
        key = prompt[0] if prompt and prompt[0] in self.steps else ""
        at = self.count[key] = self.count.get(key, 0) + 1
        steps = self.steps[key]
        step = steps[min(at, len(steps)) - 1]
        self.offered.append(sorted(tool.name for tool in info.function_tools))
        self.messages.append(messages)
        parts = step if isinstance(step, list) else [step]
        return ModelResponse(
            parts=[TextPart(part) if isinstance(part, str) else ToolCallPart(part[0], part[1]) for part in parts]
        )

    @property
    def turns(self) -> int:
        return sum(self.count.values())


def run(plan: Plan, script: Script, task: str = "go", **options: object) -> tuple[Result, list[dict]]:
    """Runs a plan in this process. Gives the result and the events."""
    events: list[dict] = []
    one = Run(plan, script.model, tell=lambda event, data: events.append({"event": event, **data}), **options)
    return asyncio.run(one.main(task)), events


def of(events: list[dict], kind: str) -> list[dict]:
    return [event for event in events if event["event"] == kind]
