"""Claude Code's settings, as far as they bear on what an agent may do: permission rules, directories, the main agent.

Five sources, the strongest first: managed, command line, local, project, user. Permission lists add up; deny beats ask beats allow wherever
they stand. Source: documentation of 2026-08-22 and the client 2.1.332, recorded 2026-11-30.
"""

from __future__ import annotations

import os

from ...diagnostic import Diagnostic
from ...policy import Origin
from ...source import Source, Unreadable, read_bytes
from ...syntax.jsonc import read as read_json
from ...syntax.nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from ...witness import WHETHER, looked_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Surroundings

EFFECTS = ("deny", "ask", "allow")
HOLDS = (("permissions", "deny"), ("permissions", "additionalDirectories"))
"""What of the settings bears on what an agent is held to. Who is allowed, and asked for, what nobody denies is the client's to say: `allow` grows
with every "always allow" of its user, and `theme`, `model`, `hooks` and the rest say nothing of an agent's remit."""


class PermissionRule:
    """One permission rule: its text, its effect, where it stands, and the folder that its relative paths mean."""

    __slots__ = ("effect", "origin", "root", "text")

    def __init__(self, text: str, effect: str, origin: Origin, root: str) -> None:
        self.text = text
        self.effect = effect
        self.origin = origin
        self.root = root


class Settings:
    """All settings of a session together. `files` lists what was read, in order of strength."""

    __slots__ = ("additional", "agent", "default_mode", "diagnostics", "files", "home", "root", "rules", "servers")

    def __init__(self, root: str, home: str | None) -> None:
        self.root = root
        self.home = home
        self.rules: list[PermissionRule] = []
        self.additional: list[str] = []
        self.agent: tuple[str, Origin] | None = None
        self.default_mode: str | None = None
        self.files: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        self.servers: dict[str, str] = {}

    @property
    def has_rules(self) -> bool:
        return bool(self.rules)

    def of(self, effect: str) -> list[PermissionRule]:
        return [rule for rule in self.rules if rule.effect == effect]


def paths(around: Surroundings) -> list[tuple[str, str]]:
    """The settings files of a session that would be read, strongest first, each with the folder its relative paths mean."""
    found = []
    if around.managed:
        found.append((os.path.join(around.managed, "managed-settings.json"), "/"))
    project = project_root(around)
    found.append((os.path.join(project, ".claude", "settings.local.json"), project))
    found.append((os.path.join(project, ".claude", "settings.json"), project))
    config = config_folder(around)
    if config:
        found.append((os.path.join(config, "settings.json"), config))
    return found


def config_folder(around: Surroundings) -> str | None:
    """`~/.claude`, or where `CLAUDE_CONFIG_DIR` says."""
    moved = around.environment.get("CLAUDE_CONFIG_DIR")
    if moved:
        return moved
    return os.path.join(around.home, ".claude") if around.home else None


def project_root(around: Surroundings) -> str:
    """The folder whose settings count: the working folder where it has any, else the repository's root."""
    own = os.path.join(around.root, ".claude")
    looked_at(own, WHETHER)
    if os.path.isdir(own):
        return around.root
    from ...discovery import repository_root

    return repository_root(around.root) or around.root


def load(around: Surroundings, files: tuple[str, ...]) -> Settings:
    """The settings of a session. `files` are the command line's; they are read besides the others."""
    settings = Settings(around.root, around.home)
    project = project_root(around)
    chain = paths(around)
    for path in files:
        chain.insert(1 if around.managed else 0, (path, project))
    for path, root in chain:
        try:
            data = read_bytes(path, only=HOLDS)
        except Unreadable as problem:
            if problem.kind != "missing" or path in files:
                source = Source(b"", path)
                settings.diagnostics.append(Diagnostic("unreadable", source, 0, 0, {"reason": problem.reason}, "error"))
            continue
        _read(settings, Source(data, path), root)
    return settings


def from_value(value: object, root: str = "/", home: str | None = None) -> Settings:
    """Settings given as plain values, as `{"permissions": {"deny": ["Bash"]}}`."""
    import json

    settings = Settings(root, home)
    _read(settings, Source(json.dumps(value).encode()), root)
    return settings


def _read(settings: Settings, source: Source, root: str) -> None:
    text = source.text
    try:
        node = read_json(text)
    except SyntaxFault as fault:
        settings.diagnostics.append(
            Diagnostic("json-syntax", source, fault.offset, fault.offset + 1, {"problem": fault.problem}, "error")
        )
        return
    if not isinstance(node, Mapping):
        return
    if source.path:
        settings.files.append(source.path)
    permissions = node.get("permissions")
    if isinstance(permissions, Mapping):
        for effect in EFFECTS:
            for item in _texts(permissions.get(effect)):
                settings.rules.append(PermissionRule(item.text, effect, Origin(source, item.start, item.end), root))
        settings.additional += [item.text for item in _texts(permissions.get("additionalDirectories"))]
        mode = permissions.get("defaultMode")
        if settings.default_mode is None and isinstance(mode, Scalar):
            settings.default_mode = mode.text
    agent = node.get("agent")
    if settings.agent is None and isinstance(agent, Scalar) and isinstance(agent.typed, str):
        settings.agent = (agent.text, Origin(source, agent.start, agent.end))


def _texts(node: Node | None) -> list[Scalar]:
    if not isinstance(node, Sequence):
        return []
    return [item for item in node.items if isinstance(item, Scalar) and isinstance(item.typed, str)]
