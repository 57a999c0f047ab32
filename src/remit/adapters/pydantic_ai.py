"""A definition for pydantic-ai (`remit[run]`): an `Agent` whose tools are those that you give it, as far as its remit goes.

    from remit.adapters.pydantic_ai import agent, enforced

    reviewer = agent(remit.resolve(definition), "anthropic:claude-sonnet-5-5", toolsets=[my_tools])
    result = await reviewer.run(task, usage_limits=limits(definition))

The names of tools are those of the definition's host: name yours `Read`, `Bash`, or rename them (`toolset.renamed({…})`).
"""

from __future__ import annotations

import os

from pydantic_ai import Agent
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.usage import UsageLimits

from ..enforcement.aliases import decide
from ..enforcement.narrowing import Narrowed
from ..policy import ALLOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pydantic_ai.messages import ToolCallPart
    from pydantic_ai.models import Model
    from pydantic_ai.tools import RunContext, ToolDefinition
    from pydantic_ai.toolsets import AbstractToolset

    from ..definition import Definition
    from ..resolving import Remit


class Enforced(AbstractCapability[object]):
    """The remit of an agent as a capability: what it has not is not offered, and no call passes that is not allowed. `agree(tool, input, reason)`
    says whether a call is made that is to be asked for."""

    def __init__(self, remit: Narrowed, agree: Callable[[str, dict[str, object], str], bool] | None = None) -> None:
        self.remit = remit
        self.agree = agree

    async def prepare_tools(self, ctx: RunContext[Any], tool_defs: list[ToolDefinition]) -> list[ToolDefinition]:
        return [tool for tool in tool_defs if self.remit.has(tool.name)]

    async def before_tool_execute(
        self, ctx: RunContext[Any], *, call: ToolCallPart, tool_def: ToolDefinition, args: dict[str, Any]
    ) -> dict[str, Any]:
        decision = decide(self.remit, call.tool_name, args, os.getcwd())
        agreed = self.agree is not None and decision.effect == "ask" and self.agree(call.tool_name, args, decision.reason)
        if decision.effect != ALLOW and not agreed:
            raise ToolFailed(f"refused: {decision.reason}")
        return args


def enforced(
    remit: Remit, above: Narrowed | None = None, agree: Callable[[str, dict[str, object], str], bool] | None = None
) -> Enforced:
    """The capability that holds an agent to its remit, within that of the agents above it."""
    return Enforced(Narrowed(remit.ruling) if above is None else above.below(remit.ruling), agree)


def agent(
    remit: Remit, model: Model | str, *, toolsets: Sequence[AbstractToolset[Any]] = (), above: Narrowed | None = None
) -> Agent[Any, str]:
    """The agent of a definition, held to its remit."""
    definition = remit.definition
    return Agent(
        model,
        name=definition.name,
        description=definition.description or None,
        instructions=definition.system_prompt or None,
        toolsets=list(toolsets),
        capabilities=[enforced(remit, above)],
    )


def limits(definition: Definition) -> UsageLimits:
    """The cap of turns, for `run(usage_limits=…)`; its time goes in `run(timeout=definition.timeout_secs)`."""
    return UsageLimits(request_limit=definition.max_turns)
