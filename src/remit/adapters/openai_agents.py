"""A definition for openai-agents (`remit[openai-agents]`): an `Agent` whose tools are those that you give it, as far as its remit goes.

    from remit.adapters.openai_agents import agent

    reviewer = agent(remit.resolve(definition), [read, bash], model="gpt-5.2")
    result = await Runner.run(reviewer, task, max_turns=definition.max_turns or 10)

The names of tools are those of the definition's host: name yours `Read`, `Bash` (`@function_tool(name_override="Read")`). A call of a tool that was
not offered ends the run, which is what that library does.
"""

from __future__ import annotations

import dataclasses
import json
import os

from agents import Agent, FunctionTool

from ..enforcement.aliases import decide
from ..enforcement.narrowing import Narrowed
from ..policy import ALLOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from agents import Model
    from agents.tool_context import ToolContext

    from ..resolving import Remit


def enforced(tool: FunctionTool, remit: Narrowed) -> FunctionTool:
    """The same tool with each call decided first; what is refused is told to the model."""
    call = tool.on_invoke_tool

    async def invoke(context: ToolContext[Any], arguments: str) -> object:
        try:
            value = json.loads(arguments or "{}")
        except ValueError:
            return "refused: the input is no JSON"
        decision = decide(remit, tool.name, value, os.getcwd())
        if decision.effect != ALLOW:
            return f"refused: {decision.reason}"
        return await call(context, arguments)

    return dataclasses.replace(tool, on_invoke_tool=invoke)


def agent(
    remit: Remit, tools: Sequence[FunctionTool], *, above: Narrowed | None = None, model: str | Model | None = None
) -> Agent[Any]:
    """The agent of a definition with those of the tools that it may have."""
    held = Narrowed(remit.ruling) if above is None else above.below(remit.ruling)
    definition = remit.definition
    return Agent(
        name=definition.name,
        handoff_description=definition.description or None,
        instructions=definition.system_prompt or None,
        tools=[enforced(tool, held) for tool in tools if held.has(tool.name)],
        model=model,
    )
