"""All that a session of OpenCode reads, weakest first, and what it makes of one agent's name: the layers merge field by field.

The order of the client: the user's `config.json`, `opencode.json`, `opencode.jsonc`; the file that `OPENCODE_CONFIG` names; the project's
JSON files from the repository's root inwards; then folder by folder JSON, agents and modes of the user's configuration, of `.opencode` from
the working folder **outwards**, of `~/.opencode`, of `OPENCODE_CONFIG_DIR`; `OPENCODE_CONFIG_CONTENT`; managed files; and the entries of the
old `mode` keys. Source: OpenCode 1.18.33, recorded answers with all of these and its code, 2026-11-30.
"""

from __future__ import annotations

import os

from ...diagnostic import Diagnostic
from ...policy import Rule
from ...source import Source, Unreadable, read_bytes
from ..base import PROJECT, Place, Surroundings, Version
from .config import Config
from .permissions import AGENT, GLOBAL, Folders, PermissionMap, closing, defaults, flatten, merge, own_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Host
    from .view import View


class Merged:
    """What the layers of one name make together. `layers` are those that there are, weakest first."""

    __slots__ = ("layers", "permission")

    def __init__(self, layers: list[View]) -> None:
        self.layers = layers
        self.permission: PermissionMap = {}
        for layer in layers:
            self.permission = merge(self.permission, layer.permission)

    def strongest(self, name: str) -> View | None:
        """The layer that decides a field."""
        return next((layer for layer in reversed(self.layers) if layer.has(name)), None)

    @property
    def prompt(self) -> str:
        """The system prompt: of the strongest Markdown file its body, of a JSON entry its `prompt`."""
        return next((layer.prompt for layer in reversed(self.layers) if layer.prompt is not None), "")

    @property
    def disabled(self) -> bool:
        layer = self.strongest("disable")
        return layer is not None and layer.disabled is True

    @property
    def model(self) -> str | None:
        """The model, an empty one counting as none."""
        layer = self.strongest("model")
        return (layer.text("model") if layer is not None else None) or None

    @property
    def mode(self) -> str | None:
        return next((layer.mode for layer in reversed(self.layers) if layer.mode is not None), None)


class Settings:
    """A session's layers.

    `steps` are what is merged, weakest first: a settings file, or the path of a folder that holds agents. `given` are the rules that come
    from the environment, `files` the settings files that were read. `problem` is why the program would not start, `None` where it would.
    """

    __slots__ = (
        "_agents",
        "_folders",
        "_permission",
        "diagnostics",
        "environment",
        "files",
        "given",
        "home",
        "host",
        "root",
        "steps",
        "stopped",
        "version",
        "worktree",
    )

    def __init__(self, host: Host, version: Version, around: Surroundings) -> None:
        from ...discovery import repository_root

        self.host = host
        self.version = version
        self.root = around.root
        self.home = around.home
        self.worktree = repository_root(around.root)
        self.environment = around.environment
        self.steps: list[Config | str] = []
        self.diagnostics: list[Diagnostic] = []
        self.files: list[str] = []
        self.stopped: str | None = None
        self.given: PermissionMap = {}
        self._agents: dict[str, list[View]] | None = None
        self._folders: Folders | None = None
        self._permission: PermissionMap | None = None

    @property
    def configs(self) -> list[Config]:
        return [step for step in self.steps if isinstance(step, Config)]

    @property
    def problem(self) -> str | None:
        """Why the program would not start: a settings file or a definition that it does not take."""
        for config in self.configs:
            if config.broken:
                where = config.source.path or "OPENCODE_CONFIG_CONTENT"
                return f"{where} keeps the program from starting: {config.why}"
        self.agents()
        return self.stopped

    @property
    def permission(self) -> PermissionMap:
        """The rules for all agents: `tools` first, then `permission`, each merged over the files."""
        if self._permission is None:
            permission: PermissionMap = {}
            tools: PermissionMap = {}
            for config in self.configs:
                permission = merge(permission, config.permission)
                tools = merge(tools, config.tools)
            self._permission = merge(tools, merge(permission, self.given))
        return self._permission

    @property
    def servers(self) -> dict[str, bool]:
        """The configured MCP servers, and whether each is started."""
        found: dict[str, bool] = {}
        for config in self.configs:
            found.update(config.servers)
        return found

    @property
    def depth(self) -> int:
        """How many agents may stand above one that is started."""
        return next((config.depth for config in reversed(self.configs) if config.depth is not None), 1)

    @property
    def model(self) -> str | None:
        """The model of a session that names no other."""
        return next((config.model for config in reversed(self.configs) if config.model is not None), None)

    @property
    def primary_tools(self) -> tuple[str, ...]:
        return next((config.primary_tools for config in reversed(self.configs) if config.primary_tools), ())

    @property
    def folders(self) -> Folders:
        if self._folders is None:
            from .folders import folders, skill_folders

            around = Surroundings(self.root, self.home, environment=self.environment)
            skills = skill_folders(around, (path for config in self.configs for path in config.skills))
            self._folders = folders(self.home, self.environment, skills)
        return self._folders

    def agents(self) -> dict[str, list[View]]:
        """The layers of every name, weakest first. Folders are read when this is first asked for."""
        if self._agents is None:
            self._agents = {}
            for step in self.steps:
                views = list(step.agents.values()) if isinstance(step, Config) else self._folder(step)
                for view in views:
                    self._agents.setdefault(view.name, []).append(view)
            for config in self.configs:
                for view in config.modes.values():
                    self._agents.setdefault(view.name, []).append(view)
        return self._agents

    def _folder(self, folder: str) -> list[View]:
        """The agents of one folder: of several files with one name the last by path counts alone, and modes merge on top."""
        from ...discovery import files_of

        found: list[View] = []
        for names, recursive in ((("agent", "agents"), True), (("mode", "modes"), False)):
            chosen: dict[str, View] = {}
            for name in names:
                place = Place(os.path.join(folder, name), PROJECT, 0, recursive=recursive)
                for item in files_of(place) if os.path.isdir(place.path) else ():
                    view = self._file(place, item.path) if item.skipped is None else None
                    if view is not None:
                        chosen.pop(view.name, None)
                        chosen[view.name] = view
            found += chosen.values()
        return found

    def _file(self, place: Place, path: str) -> View | None:
        from .view import View

        try:
            source = Source(read_bytes(path), path)
        except Unreadable:
            return None
        stem = os.path.splitext(os.path.relpath(path, place.path))[0].replace(os.sep, "/")
        reading = self.host.read(source, self.version, PROJECT, stem=stem)
        view = reading.view
        if not isinstance(view, View):
            return None
        view.primary = os.path.basename(place.path) in ("mode", "modes")
        if ((view.issues and not view.primary) or view.fault) and self.stopped is None:
            self.stopped = f"{path} keeps the program from starting: {reading.why}"
        return view if reading.loaded or view.disabled else None

    def merged(self, name: str, own: View | None = None) -> Merged:
        """The agent of a name. `own` is a layer as it is in memory; it takes the place of the one that was read from the same file."""
        layers = list(self.agents().get(name, ()))
        if own is None:
            return Merged(layers)
        path = _path(own)
        for index, layer in enumerate(layers):
            if layer is own or (path is not None and _path(layer) == path):
                # Of a JSON file the settings know more: the environment has been put in.
                layers[index] = own if own.front is not None else layer
                return Merged(layers)
        # A file that lies nowhere the client reads stands where the project's own files do: above the JSON files.
        at = max((index + 1 for index, layer in enumerate(layers) if layer.front is None and not layer.primary), default=0)
        layers.insert(at, own)
        return Merged(layers)


def _path(layer: View) -> str | None:
    path = layer.source.path if layer.source is not None else None
    return os.path.abspath(path) if path is not None else None


def rules_of(
    name: str, own: PermissionMap, common: PermissionMap, where: Folders, home: str | None, worktree: str | None
) -> list[Rule]:
    """The resolved rules of an agent, in the client's order: defaults, what a built-in agent has, the rules for all, its own, the last one."""
    rules = [*defaults(where), *own_rules(name, where, worktree), *flatten(common, home, GLOBAL), *flatten(own, home, AGENT)]
    return rules + closing(rules, where)
