"""Steps: what a run does once, whatever becomes of its process.

That an agent begins, a model's answer, a tool's call and the lending of a secret are steps. A run that is kept (`durable`) writes the outcome of
each down, and gives what is written to whoever asks again; every other run has none. No value of a secret is in an outcome: it is masked first.
"""

from __future__ import annotations

import time

from pydantic_ai import ModelResponse
from pydantic_ai.messages import ModelMessagesTypeAdapter
from pydantic_ai.models.wrapper import WrapperModel

from ..enforcement.clock import now
from .door import Insisted, Refused
from .work.place import Failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping
    from typing import Any

    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    from .door import Door

    Json = dict[str, object]
    Once = Callable[[str, Callable[[], Coroutine[Any, Any, Json]]], Awaitable[Json]]
    Mask = Callable[[str], str]


class KeptFault(Exception):
    """A fault of a step, as it was when the step was done."""


class TimeOver(Exception):
    """The agent's time was over before the step."""


class Steps:
    """The steps of one agent. `deadline`: when its time is over, on the clock that nobody can set; no step is begun after it. `taken_up`: whether
    it began in another process."""

    __slots__ = ("_once", "agent", "deadline", "masked", "taken_up")

    def __init__(self, once: Once, agent: str, masked: Callable[[object], object]) -> None:
        self._once = once
        self.agent = agent
        self.masked = masked
        self.deadline: float | None = None
        self.taken_up = False

    async def begun(self) -> float:
        """Says that the agent begins, and how many seconds ago it first did."""

        self.taken_up = True

        async def step() -> Json:
            self.taken_up = False
            return moment()

        return since(await self._once(f"{self.agent} begins", step))

    async def do(self, what: str, work: Callable[[], Awaitable[Json]]) -> Json:
        """What a step gives, or gave when it was done. Raises `TimeOver`."""

        async def step() -> Json:
            if self.deadline is not None and now() >= self.deadline:
                return {"over": True}
            return await work()

        found = await self._once(f"{what} of {self.agent}", step)
        if found.get("over") is True:
            raise TimeOver
        return found


def moment() -> Json:
    """This moment, for another process on this machine or another: on the clock of the wall, and on that which nobody can set."""
    return {"wall": time.time(), "boot": _boot(), "clock": now()}


def since(then: Mapping[str, object], here: Mapping[str, object] | None = None) -> float:
    """The seconds from a moment to this one. While the machine has not been started anew, setting its clock back makes them no fewer."""
    here = here or moment()
    found = _number(here["wall"]) - _number(then["wall"])
    if then["boot"] is not None and then["boot"] == here["boot"]:
        found = max(found, _number(here["clock"]) - _number(then["clock"]))
    return max(found, 0.0)


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)


def _boot() -> str | None:
    """What tells this start of the machine from every other, where the system says it."""
    try:
        with open("/proc/sys/kernel/random/boot_id") as file:
            return file.read().strip()
    except OSError:
        return None


class Answering(WrapperModel):
    """A model each of whose answers is a step."""

    def __init__(self, model: Model | str, steps: Steps) -> None:
        super().__init__(model)
        self._steps = steps

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        masked = self._steps.masked

        async def step() -> Json:
            try:
                answer = await self.wrapped.request(messages, model_settings, model_request_parameters)
            except Exception as fault:  # it is the step's outcome, whatever it is
                return {"fault": masked(f"{type(fault).__name__}: {str(fault)[:500]}")}
            (kept,) = ModelMessagesTypeAdapter.dump_python([answer], mode="json")
            return {"answer": masked(kept)}

        found = await self._steps.do("model", step)
        if "fault" in found:
            raise KeptFault(str(found["fault"]))
        (answer,) = ModelMessagesTypeAdapter.validate_python([found["answer"]])
        assert isinstance(answer, ModelResponse)
        return answer


async def called(steps: Steps, tool: str, door: Door, work: Callable[[], Awaitable[str]], mask: Mask) -> str:
    """What a call gives, as a step: `work` looks at the door and does it. A refusal is an outcome too, so that what was refused stays refused;
    the door counts what was done before as if it were done now. Raises as `work` does."""
    now = False

    async def step() -> Json:
        nonlocal now
        now = True
        try:
            return {"said": mask(await work())}
        except Refused as refusal:
            return {"refused": mask(refusal.reason)}
        except Insisted as refusal:
            return {"insisted": mask(refusal.reason), "expired": refusal.expired}
        except Failed as fault:
            return {"failed": mask(fault.reason)}
        except Exception as fault:
            return {"fault": mask(f"{type(fault).__name__}: {str(fault)[:500]}")}

    found = await steps.do(f"call of {tool}", step)
    if "refused" in found or "insisted" in found:
        reason, expired = str(found.get("refused", found.get("insisted"))), found.get("expired") is True
        if not now:
            door.refuse(reason, expired=expired)
        raise Insisted(reason, expired) if "insisted" in found else Refused(reason)
    if not now:
        door.passed()
    if "failed" in found:
        raise Failed(str(found["failed"]))
    if "fault" in found:
        raise KeptFault(str(found["fault"]))
    return str(found["said"])
