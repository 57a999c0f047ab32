"""A plan: everything a run needs to know, as plain data, so that the process that runs it reads no definition and no settings."""

from __future__ import annotations

from ..enforcement.plain import from_plain, to_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..ruling import Ruling

    Json = dict[str, object]


class AgentPlan:
    """One agent: its prompt, what it is held to, and what it is offered.

    * `tools`: the built-in tools it is offered: the host's name, each with the work of the runner that does it (`work.WORKS`).
    * `servers`: its MCP servers by name, as `mcpServers` and `.mcp.json` write them; `skill_tool`: the tool that
      gives the text of one of `skills`, which are names with their files.
    * `starts`: the agents it may start, by name. `spawn`: the tool that starts them, with the names of its field for the agent.
    * `model`: as pydantic-ai names it, `None` for its parent's. `max_turns`, `timeout`, `ttl`: its limits, `None` where it has none.
    * `description`: what it is for, in words for the agents that may start it. `opening`: words before the task, where nobody started it.
      `settings`: what the model is asked with, as pydantic-ai has it. `memory`: the folder of its own that lasts.
    * `elsewhere`: tools it inherits that the runner has not. `hooks`: as the definition has them, where they are to be run; `hook_variables`: what
      they are told in their environment.
    """

    __slots__ = (
        "description", "elsewhere", "hook_variables", "hooks", "max_turns", "memory", "model", "name", "opening", "prompt", "ruling", "secrets",
        "servers", "settings", "skill_tool", "skills", "spawn", "starts", "timeout", "tools", "ttl",
    )  # fmt: skip

    def __init__(self, name: str, prompt: str, ruling: Ruling) -> None:
        self.name = name
        self.prompt = prompt
        self.ruling = ruling
        self.description = ""
        self.opening: str | None = None
        self.settings: dict[str, object] = {}
        self.memory: str | None = None
        self.tools: dict[str, str] = {}
        self.servers: dict[str, Json] = {}
        self.skill_tool: str | None = None
        self.skills: dict[str, str] = {}
        self.starts: list[str] = []
        self.spawn: tuple[str, tuple[str, ...]] | None = None
        self.model: str | None = None
        self.max_turns: int | None = None
        self.timeout: float | None = None
        self.ttl: float | None = None
        self.secrets: list[str] = []
        self.elsewhere: list[str] = []
        self.hooks: object = None
        self.hook_variables: dict[str, str] = {}

    def to_json(self) -> Json:
        found: Json = {name: getattr(self, name) for name in self.__slots__ if name not in ("ruling", "spawn")}
        found["ruling"] = to_plain(self.ruling)
        found["spawn"] = None if self.spawn is None else [self.spawn[0], list(self.spawn[1])]
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> AgentPlan:
        """The plan that `to_json` wrote; it comes from remit itself."""
        made = cls(str(data["name"]), str(data["prompt"]), from_plain(data["ruling"]))
        made.ruling.agent = made.name
        spawn = data["spawn"]
        if isinstance(spawn, list):
            made.spawn = (spawn[0], tuple(spawn[1]))
        for name in cls.__slots__:
            if name not in ("name", "prompt", "ruling", "spawn"):
                setattr(made, name, data[name])
        return made


class Plan:
    """A run: the agent `main`, all agents below it by name, and where it works. `depth` is how many agents may stand above one."""

    __slots__ = ("agents", "cwd", "depth", "grace", "main", "notes")

    def __init__(self, main: str, agents: dict[str, AgentPlan], cwd: str, depth: int, notes: list[str] | None = None) -> None:
        self.main = main
        self.agents = agents
        self.cwd = cwd
        self.depth = depth
        self.notes = notes or []
        self.grace = 1.0

    @property
    def agent(self) -> AgentPlan:
        return self.agents[self.main]

    def to_json(self) -> Json:
        agents = {name: agent.to_json() for name, agent in self.agents.items()}
        return {"main": self.main, "agents": agents, "cwd": self.cwd, "depth": self.depth, "notes": self.notes}

    @classmethod
    def from_json(cls, data: Json) -> Plan:
        agents, depth, notes = data["agents"], data["depth"], data["notes"]
        assert isinstance(agents, dict)
        assert isinstance(depth, int)
        assert isinstance(notes, list)
        made = {name: AgentPlan.from_json(agent) for name, agent in agents.items()}
        return cls(str(data["main"]), made, str(data["cwd"]), depth, notes)
