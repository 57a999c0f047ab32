"""Preparing: a remit becomes a plan, or one clear reason why it cannot be run as its author wrote it.

What the author lists and the runner has not is an error, and said before anything runs; what an agent merely inherits and the runner has not is
told and not offered.
"""

from __future__ import annotations

import os

from ..enforcement.meaning import as_meant, has_field
from ..errors import UsageError
from ..resolving import Remit
from ..ruling import MCP, covers
from ..tools import ToolPattern
from .further import carry
from .hooks import guards, others
from .models import named
from .plan import AgentPlan, Plan
from .servers import names_in
from .work import WORKS
from .work.place import Failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..catalog import Catalog
    from ..definition import Definition
    from ..hosts.base import Host, Reading
    from ..session import Session

DEPTH = 3
"""How many agents may stand above one, where the host has no limit of its own."""
SKILL = "Skill"
SHELL = "Bash"


class Wishes:
    """What somebody asks of a run beside the definition. `model` is what they want it to run on, `usual` what `inherit` means. `servers` lets it
    start the MCP servers, `hooks` the commands that definitions name; where that is `False` it runs without them. `depth` bounds how deep
    agents start agents; `without` are tools that are not missed."""

    __slots__ = ("depth", "hooks", "max_turns", "model", "needs_model", "servers", "timeout", "usual", "without")

    def __init__(
        self,
        *,
        model: str | None = None,
        usual: str | None = None,
        max_turns: int | None = None,
        timeout: float | None = None,
        servers: bool = False,
        hooks: bool | None = None,
        depth: int | None = None,
        without: Iterable[str] = (),
        needs_model: bool = True,
    ) -> None:
        self.model = model
        self.usual = usual
        self.max_turns = max_turns
        self.timeout = timeout
        self.servers = servers
        self.hooks = hooks
        self.depth = depth
        self.without = frozenset(without)
        self.needs_model = needs_model


def meant(reading: Reading) -> Definition:
    """The definition as its author certainly meant it. Raises `UsageError` where it cannot be read for certain, or a limit is none."""
    reading = as_meant(reading)
    definition = reading.subject()
    if reading.definition is None:
        raise UsageError(
            f"{reading.path}: {reading.why or 'it cannot be read for certain'}", "`remit check` tells what is wrong"
        )
    for field in reading.host.limit_fields.values():
        if has_field(reading, field) and _limit(definition, field) is None:
            raise UsageError(
                f"`{field}` of `{definition.name}` is no whole number above 0", "an agent whose limit nobody knows is not run"
            )
    return definition


def _limit(definition: Definition, field: str) -> object:
    return {"maxTurns": definition.max_turns}.get(field, definition.extra.get(field))


def plan_of(remit: Remit, cwd: str, wishes: Wishes | None = None) -> Plan:
    """The plan of a run of an agent, with all agents that it may start. Raises `UsageError`."""
    wishes = wishes or Wishes()
    maker = _Maker(remit.resolution.session, os.path.realpath(cwd), wishes)
    definition = remit.definition
    name = definition.name
    agent = maker.agent(name, remit, first=True)
    if wishes.needs_model and agent.model is None:
        from .models import HINT

        raise UsageError(f"no model for `{name}`: its definition names none", HINT)
    plan = Plan(name, {name: agent}, maker.cwd, maker.depth, maker.notes)
    maker.below(plan, agent, remit)
    return plan


class _Maker:
    """What the agents of one plan share while it is made."""

    def __init__(self, session: Session, cwd: str, wishes: Wishes) -> None:
        self.session = session
        self.host: Host = session.host
        self.cwd = cwd
        self.wishes = wishes
        self.notes: list[str] = []
        self.depth = wishes.depth if wishes.depth is not None else self.host.nesting or DEPTH
        self._kinds = {**{name: name for name in WORKS}, **self.host.tool_names}
        # Of what a host has for shells (to write to a command that runs, say) the runner has the first, which starts commands.
        shells = [
            name for name, kind in self._kinds.items() if kind == SHELL and (name != SHELL or SHELL in self.host.tool_names)
        ]
        self._other_shells = frozenset(shells[1:])

    def agent(self, name: str, remit: Remit, *, first: bool = False) -> AgentPlan:
        """The plan of one agent, without those below it. Raises `UsageError`."""
        definition, ruling = remit.definition, remit.ruling
        if remit.enforced is None or ruling.refused is not None:
            because = ruling.refused.because if ruling.refused is not None else "its definition cannot be read for certain"
            raise UsageError(f"`{name}` may do nothing: {because}", "`remit check` tells what is wrong")
        if remit.resolution.session.settings is None:
            ruling.root = self.cwd
            ruling.home = ruling.home or self._home()
        found = AgentPlan(name, definition.system_prompt, ruling)
        found.description = definition.description
        self._tools(found, remit)
        self._limits(found, definition, first)
        found.model = self._model(definition, first)
        found.secrets = list(definition.secrets)
        self._skills(found, definition)
        self._memory(found, definition)
        if definition.hooks:
            self._hooks(found, definition.hooks)
        self.notes += carry(found, definition, self.host, self.session.version, self.wishes.without)
        return found

    def _tools(self, found: AgentPlan, remit: Remit) -> None:
        ruling, definition = remit.ruling, remit.definition
        listed = {ruling.name_of(ToolPattern.parse(entry).tool) for entry in definition.tools or ()}
        spawn = ruling.spawn
        own = names_in(definition)
        missing = []
        for name in remit.enforced or ():
            if not ruling.has(name):
                continue
            kind = self._kinds.get(name, name)
            if name.startswith(MCP):
                self._server(
                    found, name, definition, listed=name in listed or name.partition("__*")[0] in listed or _of(name, own)
                )
            elif spawn is not None and name == spawn[0]:
                found.spawn = spawn
            elif kind == SKILL:
                found.skill_tool = name
            elif kind in WORKS and name not in self._other_shells:
                found.tools[name] = kind
            elif ruling.name_of(name) in listed and name not in self.wishes.without:
                missing.append(name)
            else:
                found.elsewhere.append(name)
        for server in own:
            prefix = f"{MCP}{server}__"
            some = [tool for tool in (f"{prefix}*", *ruling.granted) if tool.startswith(prefix) and ruling.has(tool)]
            if some and server not in found.servers and not any(tool.startswith(prefix) for tool in found.elsewhere):
                self._server(found, some[0], definition, listed=True)
            elif not some:
                self.notes.append(
                    f"the MCP server `{server}` of `{found.name}` is not started: the agent has none of its tools"
                )
        for name in sorted(listed):
            if ruling.has(name) or self._kinds.get(name.lower()) in found.tools.values():
                continue
            if "*" not in name and not any(covers(pattern, name) for pattern in ruling.taken):
                said = ruling.why.get(name)
                because = said.because if said is not None else "the session has no such tool"
                self.notes.append(f"`{found.name}` lists `{name}` and does not get it: {because}")
        if missing:
            tools = ", ".join(f"`{name}`" for name in missing)
            raise UsageError(
                f"`{found.name}` lists {tools}, which the runner has not",
                "take them out of its list, or run it without them: " + " ".join(f"--without {name}" for name in missing),
            )

    def _server(self, found: AgentPlan, tool: str, definition: Definition, *, listed: bool) -> None:
        from .servers import entry_of

        server = tool[len(MCP) :].partition("__")[0]
        if server in found.servers or tool in found.elsewhere:
            return
        entry = entry_of(server, definition, self._around())
        if entry is not None and self.wishes.servers:
            found.servers[server] = entry
        elif not listed or tool in self.wishes.without:
            found.elsewhere.append(tool)
        elif entry is None:
            raise UsageError(f"`{found.name}` lists `{tool}`, and no MCP server `{server}` is configured")
        else:
            raise UsageError(
                f"`{found.name}` lists `{tool}`, for which the MCP server `{server}` has to be started",
                f"look at what it starts, then allow it with `--servers`, or run without it: --without '{tool}'",
            )

    def _around(self) -> str:
        catalog: Catalog | None = self.session.catalog
        return catalog.around.root if catalog is not None else self.cwd

    def _home(self) -> str | None:
        catalog: Catalog | None = self.session.catalog
        return catalog.around.home if catalog is not None else os.path.expanduser("~")

    def _memory(self, found: AgentPlan, definition: Definition) -> None:
        from .memory import folder_of, told

        try:
            found.memory = folder_of(self.host, definition, self.cwd, self._home())
        except Failed as problem:
            self.notes.append(f"`{found.name}` has no memory: {problem.reason}")
        if found.memory is not None:
            found.prompt += told(found.memory)

    def _hooks(self, found: AgentPlan, hooks: object) -> None:
        if self.wishes.hooks:
            found.hooks, found.hook_variables = hooks, self.host.hook_variables
            rest = others(hooks)
            if rest:
                self.notes.append(f"the hooks of `{found.name}` for {', '.join(f'`{name}`' for name in rest)} are not run")
        elif self.wishes.hooks is None and guards(hooks):
            raise UsageError(
                f"`{found.name}` has hooks that guard its calls, and they are commands of its author",
                "look at them, then run them with `--hooks`, or the agent without them with `--no-hooks`",
            )
        else:
            self.notes.append(f"the hooks of `{found.name}` are not run")

    def _limits(self, found: AgentPlan, definition: Definition, first: bool) -> None:
        turns, seconds, ttl = definition.max_turns, definition.timeout_secs, definition.ttl_secs
        for name, value in (("turns", turns), ("seconds", seconds)):
            if value is not None and value < 1:
                raise UsageError(f"`{found.name}` may have {value} {name}, so it can do nothing")
        found.max_turns, found.timeout, found.ttl = turns, seconds, ttl
        if first:
            if self.wishes.max_turns is not None:
                found.max_turns = min(turns or self.wishes.max_turns, self.wishes.max_turns)
            if self.wishes.timeout is not None:
                found.timeout = min(seconds or self.wishes.timeout, self.wishes.timeout)

    def _model(self, definition: Definition, first: bool) -> str | None:
        chosen, _ = self.host.choose_model(
            self.session.version,
            call=self.wishes.model if first else None,
            file=definition.model,
            environment=None,
            parent=self.wishes.usual if first else None,
        )
        return None if chosen is None or chosen == "inherit" else named(chosen)

    def _skills(self, found: AgentPlan, definition: Definition) -> None:
        from .skills import installed, preloaded

        catalog = self.session.catalog
        home = catalog.around.home if catalog is not None else None
        there = installed(self.host, self._around(), home)
        seen = self.host.visible_skills(definition.skills, list(there))
        for name in definition.skills.include:
            if "*" not in name and name not in there and name not in self.host.bundled_skills:
                self.notes.append(f"`{found.name}` wants the skill `{name}`, which is not there")
        if found.skill_tool is not None:
            found.skills = there
        found.prompt += preloaded(definition.skills, {name: there[name] for name in seen}, tool=found.skill_tool is not None)

    def below(self, plan: Plan, agent: AgentPlan, remit: Remit) -> None:
        """Adds the agents that an agent may start, and theirs: each as it is where the fewest are above it, for the run counts them itself."""
        waiting = [(agent, remit)]
        for one, own in waiting:
            resolution = own.resolution
            if one.spawn is None or resolution.spawns is None:
                continue
            session = resolution.session.deeper()
            for name, definition in session.agents:
                if not resolution.spawns(name) or one.ruling.decide(one.spawn[0], {one.spawn[1][0]: name}).effect == "deny":
                    continue
                if name not in plan.agents:
                    made = self._child(name, definition, session)
                    if made is None:
                        continue
                    plan.agents[name] = made[0]
                    waiting.append(made)
                one.starts.append(name)

    def _child(self, name: str, definition: Definition, session: Session) -> tuple[AgentPlan, Remit] | None:
        """The plan of an agent that is started by another; none, with a note, where it cannot be run."""
        try:
            own = meant(definition.reading) if definition.reading is not None else definition
            remit = Remit(own, self.host.resolve(own, session))
            agent = self.agent(name, remit)
        except UsageError as problem:
            self.notes.append(f"`{name}` is not started: {problem.reason}")
            return None
        return agent, remit


def _of(tool: str, servers: list[str]) -> bool:
    """Whether a tool is one of these servers'."""
    return any(tool.startswith(f"{MCP}{server}__") for server in servers)
