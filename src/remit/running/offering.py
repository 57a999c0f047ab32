"""What the agents of a plan are offered, each below those that start it. The loop offers its tools by the first of these functions, and a dry run
tells of them by the same, so that what is told is what is offered.

Which tools a server has, only the server knows: for each stands what the remit leaves of it, as `mcp__server__*` or by name.
"""

from __future__ import annotations

import json
from collections import deque

from ..enforcement.narrowing import Narrowed
from ..enforcement.plain import to_plain
from ..policy import DENY
from ..ruling import MCP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..ruling import Ruling
    from .plan import AgentPlan, Plan

SKILLS = "skills"
STARTS = "starts"
"""The kinds of tools that are no work of the runner's: the one for skills and the one that starts agents."""
MOST = 500
"""Ways to start an agent that a dry run tells of."""


def offered(agent: AgentPlan, has: Callable[[str], bool], starts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The tools that an agent is offered beside those of its servers, each with its kind: a work, `SKILLS` or `STARTS`. `has` says whether those
    above it leave it a tool, `starts` which agents it may start where it is."""
    for name, kind in agent.tools.items():
        if has(name):
            yield name, kind
    if agent.skill_tool is not None and agent.skills and has(agent.skill_tool):
        yield agent.skill_tool, SKILLS
    if agent.spawn is not None and starts and has(agent.spawn[0]):
        yield agent.spawn[0], STARTS


def startable(plan: Plan, agent: AgentPlan, remit: Narrowed) -> list[str]:
    """The agents that an agent may start where it is."""
    if agent.spawn is None or len(remit.above) >= plan.depth:
        return []
    tool, fields = agent.spawn
    return [
        name for name in agent.starts if name in plan.agents and remit.decide(tool, {fields[0]: name}, plan.cwd).effect != DENY
    ]


class Offer:
    """What one agent is offered below those `above` it, the topmost first, and below as many others to the same effect (`ways` in all). `tools`
    are names, those of servers as its remit has them."""

    __slots__ = ("above", "agent", "model", "remit", "starts", "tools", "ways")

    def __init__(self, agent: AgentPlan, above: tuple[str, ...], remit: Narrowed, starts: list[str], model: str | None) -> None:
        self.agent = agent
        self.above = above
        self.remit = remit
        found = list(offered(agent, remit.has, starts))
        self.tools = [name for name, _ in found] + list(_of_servers(agent, remit))
        self.starts = starts if any(kind == STARTS for _, kind in found) else []
        self.model = model
        self.ways = 1

    def within(self, tool: str) -> list[str]:
        """What holds the calls of a tool back, in words: scopes, what is taken away again, and what is asked for; its own first."""
        found: list[str] = []
        for ruling in (self.remit.own, *reversed(self.remit.above)):
            found += [words for words in _within(tool, ruling) if words not in found]
        return found

    @property
    def quiet(self) -> str | None:
        """Why it changes nothing, where it does not."""
        return next((one.quiet.because for one in (self.remit.own, *self.remit.above) if one.quiet is not None), None)


def _within(tool: str, ruling: Ruling) -> Iterator[str]:
    name = ruling.name_of(tool)
    scopes = ruling.scopes.get(name)
    if scopes is not None:
        yield "only " + " or ".join(f"{tool}({scope})" for scope in scopes)
    for pattern, _, text in ruling.denied:
        if ruling.name_of(pattern) == name:
            yield f"not {text}"
    if name in ruling.asked or (
        ruling.rules is None and any(rule.text == name and rule.effect == "ask" for rule in ruling.session)
    ):
        yield "asked for"
    for rule in ruling.rules or ():
        if ruling.name_of(rule.tool) == name and rule.pattern != "*":
            yield f"{rule.effect} {rule.pattern}"


def _of_servers(agent: AgentPlan, remit: Narrowed) -> Iterator[str]:
    """What the remit leaves of the agent's servers."""
    listed = dict.fromkeys(tool for ruling in (remit.own, *remit.above) for tool in ruling.granted if tool.startswith(MCP))
    for server in agent.servers:
        whole = f"{MCP}{server}__*"
        if remit.has(whole):
            yield whole
            continue
        yield from (tool for tool in listed if tool.startswith(whole[:-1]) and remit.has(tool))


def offers(plan: Plan) -> Iterator[Offer]:
    """What is offered to the plan's agent and to each that it can start, below whoever starts it. Those above an agent hold it back by their
    rulings alone, so of several ways that come to the same, one is told, with their number."""
    kinds: dict[str, int] = {}
    alike = {
        name: kinds.setdefault(json.dumps(to_plain(agent.ruling), sort_keys=True), len(kinds))
        for name, agent in plan.agents.items()
    }
    seen: dict[object, Offer] = {}
    waiting: deque[tuple[str, tuple[str, ...], Narrowed, str | None]] = deque()
    waiting.append((plan.main, (), Narrowed(plan.agent.ruling), plan.agent.model))
    while waiting and len(seen) < MOST:
        name, above, remit, model = waiting.popleft()
        key = name, frozenset(alike[one] for one in above), len(above), model
        if key in seen:
            seen[key].ways += 1
            continue
        agent = plan.agents[name]
        found = seen[key] = Offer(agent, above, remit, startable(plan, agent, remit), model)
        for child in found.starts:
            below = plan.agents[child]
            runs_on = plan.agent.model if child == plan.main else below.model or model
            waiting.append((child, (*above, name), remit.below(below.ruling), runs_on))
    yield from seen.values()
