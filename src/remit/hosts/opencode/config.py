"""`opencode.json` and `opencode.jsonc`: one file of settings and what it says about agents, permissions and MCP servers.

Comments and trailing commas are allowed, of a key that stands twice the last value counts, and a value that the schema does not take keeps
the whole program from starting. `{env:NAME}` in the text is replaced before it is read. What is tested here are the parts that bear on
agents; the client tests all others too. Source: OpenCode 1.18.33, 2026-11-30.
"""

from __future__ import annotations

import re

from ...document import JSON, Document
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from .accepting import Issue, depth_issues, permission_issues, text_issues, tools_issues
from .js_values import entries_of, value_of
from .permissions import of_permission, of_tools
from .view import View, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping as Map

    from ...source import Source
    from .permissions import PermissionMap

NAMES = ("opencode.json", "opencode.jsonc")
HOLDS = tuple(
    (name,)
    for name in (
        "agent", "agents", "mode", "permission", "permissions", "tools", "mcp", "skills", "experimental", "subagent_depth",
        "model", "small_model", "default_agent", "username",
    )
)  # fmt: skip
"""What of it is looked at: a theme, a key binding or a provider says nothing of an agent's remit."""

_VARIABLE = re.compile(r"\{env:([^}]+)\}")
_FILE = re.compile(r"\{file:[^}]+\}")
_V2_FIELDS = {"description": "description", "mode": "mode", "hidden": "hidden", "color": "color", "steps": "steps"}
_V2_RENAMED = {"system": "prompt", "disabled": "disable", "model": "model"}


class Config:
    """One file of settings.

    `agents` are the layers that it holds, in order; those of the old `mode` key stand in `modes`. `stops` are the findings that keep the
    program from starting: pairs of a rule's name and its particulars, with the node. `outside` are values that come from the environment or
    from another file and could not be put in.
    """

    __slots__ = (
        "agents",
        "default_agent",
        "depth",
        "document",
        "issues",
        "model",
        "modes",
        "outside",
        "permission",
        "primary_tools",
        "servers",
        "skills",
        "source",
        "tools",
        "version_2",
    )

    def __init__(self, source: Source, environment: Map[str, str] | None = None) -> None:
        self.source = source
        self.document = Document(source, JSON)
        self.agents: dict[str, View] = {}
        self.modes: dict[str, View] = {}
        self.permission: PermissionMap = {}
        self.tools: PermissionMap = {}
        self.servers: dict[str, bool] = {}
        self.primary_tools: tuple[str, ...] = ()
        self.skills: tuple[str, ...] = ()
        self.depth: int | None = None
        self.default_agent: str | None = None
        self.model: str | None = None
        self.issues: list[tuple[Issue, Scalar | None]] = []
        self.version_2: list[Scalar] = []
        self.outside: list[Scalar] = []
        root = self.document.root
        if root is not None:
            self._substitute(root, environment)
            self._read(root)

    @property
    def broken(self) -> bool:
        """Whether the program refuses to start because of this file."""
        return self.document.root is None or bool(self.issues) or bool(self.version_2)

    @property
    def why(self) -> str:
        if self.document.root is None:
            return "it is not a JSON object, so the whole program refuses to start"
        if self.version_2:
            return "it holds `permissions` of version 2, so the whole program refuses to start"
        return f"`{'.'.join(self.issues[0][0].route)}` is not valid, so the whole program refuses to start"

    def _substitute(self, node: Node, environment: Map[str, str] | None) -> None:
        """Puts variables of the environment into the values. One that is not known stays as written."""
        if isinstance(node, Scalar):
            text = node.typed
            if isinstance(text, str) and "{" in text:
                known = environment or {}
                node.typed = _VARIABLE.sub(lambda found: known.get(found[1], found[0]), text)
                if _VARIABLE.search(str(node.typed)) or _FILE.search(str(node.typed)):
                    self.outside.append(node)
        elif isinstance(node, Sequence):
            for item in node.items:
                self._substitute(item, environment)
        else:
            for _, value in node.entries:
                self._substitute(value, environment)

    def _read(self, root: Mapping) -> None:
        top = entries_of(root)
        if "permissions" in top:
            self.version_2.append(top["permissions"][0])
        for name in ("model", "small_model", "default_agent", "username"):
            if name in top:
                self.issues += [(issue, None) for issue in text_issues(name, top[name][1])]
        if "subagent_depth" in top:
            self.issues += [(issue, None) for issue in depth_issues("subagent_depth", top["subagent_depth"][1])]
        for name, place in (("mode", self.modes), ("agent", self.agents)):
            entry = top.get(name)
            if entry is None:
                continue
            if not isinstance(entry[1], Mapping):
                self.issues.append((Issue("object | undefined", entry[1], name), entry[0]))
                continue
            for key, (written, value) in entries_of(entry[1]).items():
                if not isinstance(value, Mapping):
                    self.issues.append((Issue("object", value, name, key), written))
                    continue
                self._agent(place, name, key, value)
        self._version_2_agents(top)
        self._top(top)

    def _agent(self, place: dict[str, View], kind: str, name: str, node: Mapping) -> None:
        fields = fields_of(node)
        if "permissions" in fields:
            self.version_2.append(fields["permissions"][0])
        outside = {id(one) for one in self.outside}
        view = View(name, fields, self.source, primary=kind == "mode")
        view.author = view
        view.issues = [issue for issue in view.issues if id(issue.node) not in outside]
        for issue in view.issues:
            issue.route = (kind, name, *issue.route)
            self.issues.append((issue, None))
        place[name] = view

    def _version_2_agents(self, top: dict[str, tuple[Scalar, Node]]) -> None:
        """The `agents` of version 2: taken over where `agent` does not have the name, without permissions."""
        entry = top.get("agents")
        if entry is None or not isinstance(entry[1], Mapping):
            return
        for name, (_, value) in entries_of(entry[1]).items():
            if not isinstance(value, Mapping):
                continue
            fields = fields_of(value)
            if "permissions" in fields:
                self.version_2.append(fields["permissions"][0])
            if name in self.agents:
                continue
            taken = {new: fields[old] for old, new in (_V2_FIELDS | _V2_RENAMED).items() if old in fields}
            view = View(name, taken, self.source)
            view.author = view
            if not view.issues:
                self.agents[name] = view

    def _top(self, top: dict[str, tuple[Scalar, Node]]) -> None:
        outside = {id(one) for one in self.outside}
        if "permission" in top:
            found = [issue for issue in permission_issues("permission", top["permission"][1]) if id(issue.node) not in outside]
            self.issues += [(issue, None) for issue in found]
            if not found:
                self.permission = of_permission(top["permission"][1], self.source)
        if "tools" in top:
            found = tools_issues("tools", top["tools"][1])
            self.issues += [(issue, None) for issue in found]
            if not found:
                self.tools = of_tools(top["tools"][1], self.source)
        entry = top.get("mcp")
        if entry is not None and isinstance(entry[1], Mapping):
            for name, (_, value) in entries_of(entry[1]).items():
                self._server(name, value)
        entry = top.get("skills")
        if entry is not None and isinstance(entry[1], Mapping):
            paths = entry[1].get("paths")
            if isinstance(paths, Sequence):
                self.skills = tuple(_texts(paths))
        entry = top.get("experimental")
        if entry is not None and isinstance(entry[1], Mapping):
            tools = entry[1].get("primary_tools")
            if isinstance(tools, Sequence):
                self.primary_tools = tuple(_texts(tools))
        depth = _value(top, "subagent_depth")
        if isinstance(depth, int) and not isinstance(depth, bool) and depth >= 0:
            self.depth = depth
        model = _value(top, "model")
        if isinstance(model, str) and model:
            self.model = model
        agent = _value(top, "default_agent")
        if isinstance(agent, str) and agent:
            self.default_agent = agent

    def _server(self, name: str, node: Node) -> None:
        """A server is there unless it says otherwise: `enabled: false`, or `disabled: true` of version 2."""
        if not isinstance(node, Mapping):
            return
        if name == "servers" and not isinstance(node.get("type"), Scalar) and not isinstance(node.get("enabled"), Scalar):
            for inner, (_, value) in entries_of(node).items():
                self._server(inner, value)
            return
        enabled, disabled = node.get("enabled"), node.get("disabled")
        if isinstance(enabled, Scalar):
            self.servers[name] = value_of(enabled) is not False
        elif isinstance(disabled, Scalar):
            self.servers[name] = value_of(disabled) is not True
        elif node.get("command") is not None or node.get("url") is not None:
            self.servers[name] = True


def _texts(node: Sequence) -> list[str]:
    values = (value_of(item) for item in node.items if isinstance(item, Scalar))
    return [value for value in values if isinstance(value, str)]


def _value(top: dict[str, tuple[Scalar, Node]], name: str) -> object:
    entry = top.get(name)
    return value_of(entry[1]) if entry is not None and isinstance(entry[1], Scalar) else None
