"""What a run would offer, for `remit run --dry-run`: each agent below whoever starts it, in text and as `remit/run-plan/1`."""

from __future__ import annotations

import sys

from ..running.offering import offers
from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..running.offering import Offer
    from ..running.plan import AgentPlan, Plan

    Json = dict[str, object]


def to_json(plan: Plan) -> Json:
    return {
        "schema": "remit/run-plan/1",
        "agent": plan.main,
        "cwd": plan.cwd,
        "depth": plan.depth,
        "agents": [_one(offer) for offer in offers(plan)],
        "notes": plan.notes,
    }


def _one(offer: Offer) -> Json:
    agent = offer.agent
    return {
        "agent": agent.name,
        "above": list(offer.above),
        "ways": offer.ways,
        "tools": offer.tools,
        "within": {tool: words for tool in offer.tools if (words := offer.within(tool))},
        "changesNothing": offer.quiet,
        "starts": offer.starts,
        "skills": list(agent.skills),
        "servers": list(agent.servers),
        "secrets": agent.secrets,
        "memory": agent.memory,
        "model": offer.model,
        "modelSettings": agent.settings,
        "limits": {"maxTurns": agent.max_turns, "timeoutSeconds": agent.timeout, "ttlSeconds": agent.ttl},
        "elsewhere": agent.elsewhere,
    }


def write(plan: Plan, *, verbose: bool = False) -> None:
    for offer in offers(plan):
        for line in _lines(offer, verbose):
            sys.stdout.write(visible(line) + "\n")
    for note in plan.notes:
        sys.stdout.write(f"note: {visible(note)}\n")


def _lines(offer: Offer, verbose: bool) -> Iterator[str]:
    agent = offer.agent
    name = agent.name
    if offer.above:
        more = f", and {offer.ways - 1} ways more to the same effect" if offer.ways > 1 else ""
        name += f" below {' › '.join(offer.above)}{more}"
    yield "  ".join([name, offer.model or "the model that is given", *_limits(agent)])
    if offer.quiet is not None:
        yield f"  changes nothing: {offer.quiet}"
    for tool in offer.tools:
        words = offer.within(tool)
        if agent.spawn is not None and tool == agent.spawn[0]:
            words = [", ".join(offer.starts), *(one for one in words if not one.startswith("only "))]
        yield f"  {tool}" + (f"  {'; '.join(words)}" if words else "")
    if not offer.tools:
        yield "  no tools"
    for what, listed in (("skills", list(agent.skills)), ("servers", list(agent.servers)), ("secrets", agent.secrets)):
        if listed:
            yield f"  {what}: {', '.join(listed)}"
    if agent.memory is not None:
        yield f"  memory: {agent.memory}"
    if agent.elsewhere and verbose:
        yield f"  not in the runner: {', '.join(agent.elsewhere)}"


def _limits(agent: AgentPlan) -> list[str]:
    found = [
        f"{value:g} {words}"
        for value, words in ((agent.max_turns, "turns"), (agent.timeout, "seconds"), (agent.ttl, "seconds of grants"))
        if value is not None
    ]
    found += [f"{name} {value}" for name, value in agent.settings.items()]
    return [", ".join(found)] if found else []
