"""The one toolset of an agent: what it is offered, and every call through its door."""

from __future__ import annotations

import json
from typing import cast

from pydantic_ai import ModelRetry
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.tools import RunContext, ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from pydantic_core import SchemaValidator, core_schema

from ..ruling import MCP, target_of
from .door import INSISTS, Door, Insisted, Refused
from .hooks import after, before
from .models import exact
from .offering import SKILLS, STARTS, offered, startable
from .servers import ServerError, toolset
from .skills import SCHEMA, body, told
from .steps import called
from .work import work
from .work.place import Failed, Place, bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pydantic_ai.models import Model, ModelRequestContext
    from pydantic_ai.settings import ModelSettings

    from ..enforcement.secrets.leases import Leases
    from .engine import Run
    from .plan import AgentPlan
    from .steps import Steps

    Json = dict[str, object]

_ANY = SchemaValidator(core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()))


class Turns(AbstractCapability[None]):
    """Tells of every answer of the model as it comes, and of calls of tools that were never offered, which the engine refuses itself."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    async def after_model_request(
        self, ctx: RunContext[None], *, request_context: ModelRequestContext, response: ModelResponse
    ) -> ModelResponse:
        tools, door, tell = self._tools, self._tools.door, self._tools.run.tell
        door.turn += 1
        said = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        tools.said = said if said.strip() else tools.said
        tools.insists_on = None
        tell("turn", {"agent": door.agent.name, "turn": door.turn, "text": said})
        for part in response.parts:
            if isinstance(part, ToolCallPart) and part.tool_name not in tools.offered:
                door.refused += 1
                tools.insists_on = part.tool_name
                reason = "the agent is not offered it"
                tell("refused", {"agent": door.agent.name, "tool": part.tool_name, "reason": reason})
        return response


class Tools(AbstractToolset[None]):
    """All tools of one agent: the built-in ones, those of its servers, and the one that starts agents."""

    def __init__(self, run: Run, door: Door, model: Model | str | None, leases: Leases, steps: Steps | None = None) -> None:
        self.run = run
        self.door = door
        self.model = model
        self.leases = leases
        self.steps = steps
        further = [door.agent.memory] if door.agent.memory is not None else []
        self.place = Place(run.plan.cwd, lambda: leases.environment(run.environment), self._may_read, further)
        self.said = ""
        self.insists_on: str | None = None
        self._results = leases.masker.results(taken_up=steps is not None and steps.taken_up)
        self.offered: frozenset[str] = frozenset()
        self._servers: dict[str, AbstractToolset[None]] = {}

    @property
    def id(self) -> str | None:
        return None

    async def __aenter__(self) -> Tools:
        for name, entry in self.door.agent.servers.items():
            server = toolset(name, entry, self.place.folder, self.run.environment, self.leases.environment())
            try:
                await server.__aenter__()
            except Exception as fault:
                raise ServerError(
                    f"the MCP server `{name}` does not start: {str(fault)[:300] or type(fault).__name__}"
                ) from None
            self._servers[name] = server
        return self

    async def __aexit__(self, *args: object) -> bool | None:
        while self._servers:
            await self._servers.popitem()[1].__aexit__(None, None, None)
        return None

    async def get_tools(self, ctx: RunContext[None]) -> dict[str, ToolsetTool[None]]:
        """What the agent is shown: no tool that it may never call."""
        found = {}
        for name, kind in offered(self.door.agent, self.door.offers, self._startable()):
            found[name] = self._tool(name, *self._shown(name, kind))
        for server, tools in self._servers.items():
            for own, tool in (await tools.get_tools(ctx)).items():
                full = f"{MCP}{server}__{own}"
                if self.door.offers(full):
                    definition = tool.tool_def
                    found[full] = self._tool(full, definition.description or "", definition.parameters_json_schema)
        self.offered = frozenset(found)
        return found

    def _shown(self, name: str, kind: str) -> tuple[str, Json]:
        """The words and the schema with which a tool is offered."""
        agent = self.door.agent
        if kind == SKILLS:
            return told(agent.skills), SCHEMA
        if kind != STARTS:
            one = work(kind)
            return one.description, one.schema
        assert agent.spawn is not None
        names, field = self._startable(), agent.spawn[1][0]
        agents = "\n".join(f"- {name}: {self.run.plan.agents[name].description}" for name in names)
        properties: Json = {
            field: {"type": "string", "enum": names, "description": "The agent."},
            "prompt": {"type": "string", "description": "Its task. It knows nothing else of this conversation."},
        }
        schema: Json = {"type": "object", "properties": properties, "required": [field, "prompt"]}
        return f"Starts another agent with a task and gives its answer. There are:\n{agents}", schema

    def _tool(self, name: str, description: str, schema: Json) -> ToolsetTool[None]:
        definition = ToolDefinition(name=name, description=description, parameters_json_schema=schema)
        return ToolsetTool(toolset=self, tool_def=definition, max_retries=INSISTS, args_validator=_ANY)

    def _startable(self) -> list[str]:
        return startable(self.run.plan, self.door.agent, self.door.remit)

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]) -> str:
        data: Json = {"agent": self.door.agent.name, "tool": name}
        self.run.tell("call", {**data, "input": tool_args})
        try:
            said = await self._made(name, tool_args, ctx)
        except (Refused, Insisted) as refusal:
            self.run.tell("refused", {**data, "reason": refusal.reason})
            if isinstance(refusal, Insisted):
                raise
            raise ToolFailed(f"refused: {refusal.reason}") from None
        except Failed as fault:
            said = self._results.mask(fault.reason)
            self.run.tell("failed", {**data, "reason": said})
            raise ToolFailed(said) from None
        said = self._results.mask(said)
        self.run.tell("result", {**data, "result": said})
        return said

    async def _made(self, name: str, value: dict[str, Any], ctx: RunContext[None]) -> str:
        """A call that is looked at and made. In a run that is kept it is one step; starting an agent is not, for that agent has its own."""

        async def looked_at() -> str:
            self.door.check(name, value)
            await self._hooks(name, value)
            self.door.passed()
            return json.dumps(value)  # as hooks have left it

        async def both() -> str:
            await looked_at()
            said = await self._called(name, value, ctx)
            await after(self.door.agent, name, value, said, self.place)
            return said

        steps, spawn = self.steps, self.door.agent.spawn
        if steps is None:
            return await both()
        if spawn is None or name != spawn[0]:
            return await called(steps, name, self.door, both, self._results.mask)
        value = json.loads(await called(steps, name, self.door, looked_at, self.leases.masker.mask))
        said = await self._called(name, value, ctx)

        async def shown() -> Json:
            await after(self.door.agent, name, value, said, self.place)
            return {}

        await steps.do(f"end of {name}", shown)
        return said

    async def _hooks(self, name: str, value: dict[str, Any]) -> None:
        reason, wanted = await before(self.door.agent, name, value, self.place)
        if reason is not None:
            self.door.refuse(f"a hook of the definition refuses it: {reason}")
        if wanted != value:
            self.run.tell("changed", {"agent": self.door.agent.name, "tool": name, "input": wanted})
            self.door.check(name, wanted)
            value.clear()
            value.update(wanted)

    async def _called(self, name: str, value: dict[str, Any], ctx: RunContext[None]) -> str:
        agent = self.door.agent
        if agent.spawn is not None and name == agent.spawn[0]:
            return await self._start(value, agent.spawn[1])
        if name in agent.tools:
            return await work(agent.tools[name]).run(self.place, _canonical(value))
        if name == agent.skill_tool:
            return body(agent.skills, value)
        server, own = next(
            ((server, name[len(prefix) :]) for server in self._servers if name.startswith(prefix := f"{MCP}{server}__")),
            (None, ""),
        )
        if server is None:
            raise Failed(f"there is no tool `{name}`")
        toolset = self._servers[server]
        found = (await toolset.get_tools(ctx)).get(own)
        if found is None:
            raise Failed(f"the MCP server `{server}` has no tool `{own}`")
        return await self._of_server(toolset, own, value, ctx, found)

    async def _of_server(
        self, toolset: AbstractToolset[None], name: str, value: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]
    ) -> str:
        try:
            said = await toolset.call_tool(name, value, ctx, tool)
        except (ModelRetry, ToolFailed) as fault:
            raise Failed(fault.message) from None
        return bounded(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False, default=str))

    async def _start(self, value: dict[str, Any], fields: tuple[str, ...]) -> str:
        name = target_of(value, fields)
        if name is None or name not in self._startable():
            self.door.refuse(f"`{self.door.agent.name}` starts no agent `{name}`")
            raise AssertionError
        child = self.run.plan.agents[name]
        task = value.get("prompt")
        if not isinstance(task, str) or not task:
            raise Failed("`prompt` is needed: the task of the agent")
        model = self.run.model if name == self.run.plan.main else model_of(child) or self.model
        result = await self.run.agent(child, task, self.door, model, None)
        return result.told()

    def _may_read(self, path: str) -> bool:
        """Whether what searches may look into a file: whatever reading it would say."""
        reader = next((name for name, kind in self.door.agent.tools.items() if kind == "Read"), None)
        searcher = next((name for name, kind in self.door.agent.tools.items() if kind == "Grep"), None)
        asked = [name for name in (reader, searcher) if name is not None and self.door.offers(name)]
        return all(self.door.decide(name, {"file_path": path, "path": path}).effect == "allow" for name in asked)


def settings(given: Json) -> ModelSettings | None:
    """What a plan says the model is to be asked with."""
    return cast("ModelSettings", given) if given else None


def model_of(agent: AgentPlan) -> str | None:
    if agent.model is None:
        return None
    return exact(agent.model)


def _canonical(value: dict[str, Any]) -> Json:
    """An input with a path under the name that the works know."""
    if "file_path" not in value and isinstance(value.get("filePath", value.get("path")), str):
        return {**value, "file_path": value.get("filePath", value.get("path"))}
    return value
