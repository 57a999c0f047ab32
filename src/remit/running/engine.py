"""The loop: pydantic-ai with one toolset, remit's own, that offers what the agent may use and passes every call through its door.

A turn is one answer of the model. With `max_turns` N there are N of them at most, and the tools of the last one still run.
"""

from __future__ import annotations

import re
import time
from contextlib import nullcontext

from pydantic_ai import Agent, UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.exceptions import ModelAPIError, RunTimedOut, UserError
from pydantic_ai.usage import UsageLimits

from ..credentials import masked
from ..enforcement.clock import now
from ..enforcement.secrets.leases import DEFAULT_TTL, LeaseError, Leases, requested
from ..enforcement.secrets.masking import Masker
from ..enforcement.secrets.sources import Source, SourceError, Sources, variable
from . import outcome
from .door import INSISTS, Door, Insisted
from .outcome import Result
from .servers import ServerError
from .steps import Answering, Steps, TimeOver, moment, since
from .toolset import Tools, Turns, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from contextlib import AbstractContextManager

    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model
    from pydantic_ai.usage import RunUsage

    from .plan import AgentPlan, Plan
    from .steps import Once

    Tell = Callable[[str, Mapping[str, object]], None]


class Run:
    """A run of a plan: what all its agents share. `tell(event, data)` is told of every turn, call and refusal, without secrets; `ask` as for
    `Door`. `environment` are the variables that tools see, `source` has the values of secrets, of which those in `lent` are lent without
    asking, and `hidden` are values that no agent is to see. `once(name, work)` does a step of a run that is kept."""

    def __init__(
        self,
        plan: Plan,
        model: Model | str | None,
        *,
        tell: Tell = lambda event, data: None,
        ask: Callable[[str, object, str], bool] | None = None,
        environment: Mapping[str, str] | None = None,
        source: Source | None = None,
        lent: Iterable[str] = (),
        background: bool = False,
        once: Once | None = None,
        hidden: Iterable[str] = (),
    ) -> None:
        self.plan = plan
        self.model = model
        self.ask = ask
        self.once = once
        self.environment = dict(environment or {})
        self.masker = Masker(hidden)
        self._tell = tell
        self._source = source or Sources(())
        self._lent = frozenset(lent)
        self._background = background

    def tell(self, event: str, data: Mapping[str, object]) -> None:
        """Tells of an event; no value that was lent stands in it."""
        self._tell(event, {name: self.masked(value) for name, value in data.items()})

    def masked(self, value: object) -> object:
        """Plain data without the values that were lent."""
        return _masked(value, self.masker.mask)

    async def main(self, task: str, *, timeout: float | None = None) -> Result:
        """Runs the plan's own agent. `timeout`: the seconds that are left of its time."""
        opening = self.plan.agent.opening
        return await self.agent(self.plan.agent, f"{opening}\n\n{task}" if opening else task, None, self.model, timeout)

    async def agent(
        self, agent: AgentPlan, task: str, above: Door | None, model: Model | str | None, timeout: float | None
    ) -> Result:
        """Runs one agent, below another where there is one."""
        began = time.monotonic()
        steps = None if self.once is None else Steps(self.once, agent.name, self.masked)
        spent = 0.0 if steps is None else await steps.begun()
        limit = None if agent.timeout is None else agent.timeout - spent
        if timeout is not None:
            limit = timeout if limit is None else min(limit, timeout)
        if steps is not None and limit is not None:
            steps.deadline = now() + limit
            if above is None:
                self._tell("deadline", {"at": steps.deadline})
        door = Door(agent, self.plan.cwd, above.remit if above is not None else None, ask=self.ask, spent=spent)
        self.tell("began", {"agent": agent.name, "above": len(door.remit.above)})
        with self._leases(agent) as leases:
            tools = Tools(self, door, model, leases, steps)
            result = await self._agent(tools, task, model, limit, spent)
        result.agent, result.turns = agent.name, door.turn
        result.calls, result.refused = door.calls, door.refused
        result.seconds = time.monotonic() - began
        result.text = self.masker.mask(result.text)
        result.reason = None if result.reason is None else self.masker.mask(result.reason)
        self.tell("ended", {**result.to_json(), "agent": agent.name})
        return result

    def _leases(self, agent: AgentPlan) -> Leases:
        def approve(key: str) -> bool:
            said = f"`{agent.name}` asks for the secret `{key}`"
            return key in self._lent or (self.ask is not None and self.ask("secret", {"key": key}, said))

        background = self._background and not self._lent
        return Leases(agent.secrets, self._source, ttl=agent.ttl, approve=approve, background=background, masker=self.masker)

    async def _agent(self, tools: Tools, task: str, model: Model | str | None, limit: float | None, spent: float) -> Result:
        agent, door = tools.door.agent, tools.door

        def ended(how: str, reason: str) -> Result:
            return Result(how, tools.said, reason=reason)

        try:
            for key in sorted(self._lent & frozenset(agent.secrets)):
                _lend(tools, key, spent)
            return Result(outcome.COMPLETED, await self._answer(tools, task, model, limit))
        except UsageLimitExceeded:
            return ended(outcome.MAX_TURNS, outcome.used_up(agent.name, agent.max_turns))
        except (RunTimedOut, TimeOver):
            return ended(outcome.TIMEOUT, f"the {agent.timeout or limit:g} seconds of `{agent.name}` are over")
        except Insisted as fault:
            return ended(outcome.EXPIRED if fault.expired else outcome.DENIED, fault.reason)
        except UnexpectedModelBehavior as fault:
            if tools.insists_on is None:
                return ended(outcome.ERROR, f"the model's answers cannot be used: {fault.message}")
            return ended(outcome.DENIED, f"the model insists on `{tools.insists_on}`, which `{door.agent.name}` is not offered")
        except UserError as fault:  # no key, no such model
            return ended(outcome.ERROR, _unusable(fault.message))
        except (LeaseError, SourceError, ServerError) as fault:
            return ended(outcome.ERROR, fault.reason)
        except ModelAPIError as fault:
            return ended(outcome.ERROR, _unanswered(fault))
        except Exception as fault:  # a server, say: whatever fails ends this agent and says so
            return ended(outcome.ERROR, f"{type(fault).__name__}: {str(fault)[:500]}")

    async def _answer(self, tools: Tools, task: str, model: Model | str | None, limit: float | None) -> str:
        """The agent's last words. An answer that asks for a secret is none: the agent is told whether it is lent, and goes on."""
        agent = tools.door.agent
        engine = Agent(
            name=agent.name, instructions=agent.prompt or None, toolsets=[tools], retries=INSISTS, capabilities=[Turns(tools)],
            model_settings=settings(agent.settings),
        )  # fmt: skip
        limits = UsageLimits(request_limit=agent.max_turns)
        began = time.monotonic()
        history: list[ModelMessage] | None = None
        usage: RunUsage | None = None
        if tools.steps is not None and model is not None:
            model = Answering(model, tools.steps)
        if limit is not None and limit <= 0:
            limit = (
                None  # its time was over before it was taken up: what it did is done over, and its steps let nothing more begin
            )
        async with engine:
            while True:
                left = None if limit is None else max(limit - (time.monotonic() - began), 0.001)
                with self._in_order(engine):
                    found = await engine.run(
                        task, model=model, message_history=history, usage=usage, usage_limits=limits, timeout=left
                    )
                key = requested(found.output)
                if key is None:
                    return found.output
                try:
                    await self._request(tools, key)
                    task = f"The secret `{key}` is lent to you: commands have it as the variable `{variable(key)}`."
                    self.tell("lent", {"agent": agent.name, "secret": key})
                except (LeaseError, SourceError) as refusal:
                    task = f"The secret is not lent: {refusal.reason}. Go on without it."
                    self.tell("refused", {"agent": agent.name, "tool": "secret", "reason": refusal.reason})
                history, usage = found.all_messages(), found.usage

    def _in_order(self, engine: Agent[None, str]) -> AbstractContextManager[None]:
        """The steps of a run that is kept are known by their order, so its calls are made one after the other."""
        return nullcontext() if self.once is None else engine.parallel_tool_call_execution_mode("sequential")

    async def _request(self, tools: Tools, key: str) -> None:
        """Asks for a secret, once; what was lent before is lent again, with its value as it is now, for what is left of its time."""
        leases, steps = tools.leases, tools.steps
        if steps is None:
            return leases.request(key)
        asked = False

        async def step() -> dict[str, object]:
            nonlocal asked
            asked = True
            try:
                leases.request(key)
            except (LeaseError, SourceError) as refusal:
                return {"refused": self.masker.mask(refusal.reason)}
            return moment()

        found = await steps.do(f"secret {key}", step)
        if "refused" in found:
            raise LeaseError(str(found["refused"]))
        if not asked:
            _lend(tools, key, since(found))
        return None


def _lend(tools: Tools, key: str, spent: float) -> None:
    """Lends a secret for what `spent` seconds have left of its time; where that is nothing, its value is masked all the same."""
    ttl = DEFAULT_TTL if tools.door.agent.ttl is None else tools.door.agent.ttl
    if spent >= ttl > 0:
        tools.leases.hide(key)
    else:
        tools.leases.lend(key, ttl - spent)


_KEY = re.compile(r"Set the `(\w+)` environment variable")


def _unusable(reason: str) -> str:
    """Why a model cannot be used, for somebody at a command line."""
    key = _KEY.search(reason)
    return f"the model needs a key: set the variable `{key[1]}`" if key is not None else reason.partition(". To try")[0]


def _unanswered(fault: ModelAPIError) -> str:
    """Why the model's service does not answer, in its own words; what in them is a credential is hidden."""
    body = fault.body
    inner = body.get("error", body) if isinstance(body, dict) else None
    said = inner.get("message") if isinstance(inner, dict) else None
    status = getattr(fault, "status_code", None)
    how = f"answers {status}" if isinstance(status, int) else "does not answer"
    words = said if isinstance(said, str) else "" if isinstance(status, int) and body is None else fault.message
    return masked(f"the service of the model `{fault.model_name}` {how}" + (f": {words[:500]}" if words else ""))


def _masked(value: object, mask: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {mask(str(key)): _masked(one, mask) for key, one in value.items()}
    return [_masked(one, mask) for one in value] if isinstance(value, list) else value
