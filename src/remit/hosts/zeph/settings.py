"""Zeph's configuration, as far as it bears on agents: the `[agents]` table of a TOML file, and the MCP servers it names.

The file is the one that is given, else the one that `ZEPH_CONFIG` names, else `config/default.toml` of the working folder.
"""

from __future__ import annotations

import os

from ...diagnostic import ERROR, Diagnostic
from ...policy import Origin
from ...source import Source, Unreadable, read_bytes
from ...syntax.nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from ...tools import Entry
from ...witness import WHETHER, looked_at
from . import serde
from .vocabulary import DELEGATION, MODES, SCOPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Surroundings

DEFAULT = os.path.join("config", "default.toml")
HOLDS = (("agents",), ("mcp", "servers"))
"""What of it is looked at."""

WORDS = {"default_permission_mode": MODES, "default_memory_scope": SCOPES, "delegation_mode": DELEGATION}
TRUTHS = ("enabled", "allow_bypass_permissions")
LISTS = ("default_disallowed_tools", "extra_dirs")


class Settings:
    """The configuration of a session. What is not written has Zeph's default; `enabled` is `None` then, as is
    `user_agents_dir`.

    `denied` are the entries of `default_disallowed_tools`; `origins` says where each setting stands. `broken` is one phrase
    where the configuration has a fault for which Zeph does not start.
    """

    __slots__ = (
        "allow_bypass_permissions",
        "broken",
        "default_memory_scope",
        "default_permission_mode",
        "delegation_mode",
        "denied",
        "diagnostics",
        "enabled",
        "extra_dirs",
        "files",
        "home",
        "max_spawn_depth",
        "origins",
        "root",
        "servers",
        "source",
        "user_agents_dir",
    )

    def __init__(self, root: str = "/", home: str | None = None) -> None:
        self.root = root
        self.home = home
        self.allow_bypass_permissions = False
        self.broken: str | None = None
        self.default_memory_scope: str | None = None
        self.default_permission_mode: str | None = None
        self.delegation_mode = "proactive"
        self.denied: list[Entry] = []
        self.diagnostics: list[Diagnostic] = []
        self.enabled: bool | None = None
        self.extra_dirs: tuple[str, ...] = ()
        self.files: list[str] = []
        self.max_spawn_depth = 3
        self.origins: dict[str, Origin] = {}
        self.servers: list[str] = []
        self.source: Source | None = None
        self.user_agents_dir: str | None = None

    def origin(self, entry: Entry) -> Origin | None:
        """The place of an entry of a list."""
        return Origin(self.source, entry.start, entry.end) if self.source is not None and entry.start >= 0 else None


def load(around: Surroundings, files: tuple[str, ...]) -> Settings:
    """The configuration of a session; of several given files the last one counts, as only one is read. Files that are not TOML
    are other hosts'."""
    settings = Settings(around.root, around.home)
    given = [path for path in files if path.endswith(".toml")]
    named = given[-1] if given else around.environment.get("ZEPH_CONFIG")
    path = os.path.join(around.root, named or DEFAULT)
    # A `config/default.toml` may be any program's. Its faults are Zeph's business only where Zeph is used.
    folder = os.path.join(around.root, ".zeph")
    looked_at(folder, WHETHER)
    ours = named is not None or os.path.isdir(folder)
    try:
        source = Source(read_bytes(path, only=None if named is not None else HOLDS), path)
    except Unreadable as problem:
        if named is not None:
            _fault(settings, "unreadable", Source(b"", path), 0, 0, {"reason": problem.reason, "kind": problem.kind})
        return settings
    if ours or b"[agents" in source.data:
        read(settings, source)
    return settings


def from_text(text: str, root: str = "/", home: str | None = None) -> Settings:
    """The configuration that a TOML text gives."""
    settings = Settings(root, home)
    read(settings, Source.of(text))
    return settings


def read(settings: Settings, source: Source) -> None:
    """Takes the settings from a TOML file; faults become diagnostics."""
    from ...syntax.toml import read as read_toml

    settings.source = source
    if source.path:
        settings.files.append(source.path)
    try:
        root = read_toml(source.text)
    except SyntaxFault as fault:
        end = min(fault.offset + 1, len(source.text))
        _fault(settings, "toml-syntax", source, fault.offset, end, {"problem": fault.problem, "kind": fault.kind})
        return
    agents = root.get("agents")
    if isinstance(agents, Mapping):
        for key, node in agents.entries:
            if isinstance(key, Scalar):
                _take(settings, source, key.text, node)
    mcp = root.get("mcp")
    servers = mcp.get("servers") if isinstance(mcp, Mapping) else None
    for server in servers.items if isinstance(servers, Sequence) else ():
        name = server.get("id") if isinstance(server, Mapping) else None
        if isinstance(name, Scalar) and isinstance(name.typed, str):
            settings.servers.append(name.text)


def _take(settings: Settings, source: Source, name: str, node: Node) -> None:
    settings.origins[name] = Origin(source, node.start, node.end)
    if name in WORDS:
        if isinstance(node, Scalar) and node.typed in WORDS[name]:
            setattr(settings, name, node.text)
        else:
            _wrong(settings, source, name, node, "one of " + ", ".join(f"`{word}`" for word in WORDS[name]))
    elif name in TRUTHS:
        value = serde.truth(node)
        if value is ...:
            _wrong(settings, source, name, node, "`true` or `false`")
        else:
            setattr(settings, name, value)
    elif name in LISTS:
        if not isinstance(node, Sequence) or not all(
            isinstance(item, Scalar) and isinstance(item.typed, str) for item in node.items
        ):
            _wrong(settings, source, name, node, "a list of texts")
            return
        entries = [Entry(item.text, item.start, item.end) for item in node.items if isinstance(item, Scalar)]
        if name == "extra_dirs":
            settings.extra_dirs = tuple(entry.text for entry in entries)
        else:
            settings.denied = entries
    elif name == "max_spawn_depth":
        value = serde.whole(node, (1 << 32) - 1)
        if isinstance(value, int):
            settings.max_spawn_depth = value
        else:
            _wrong(settings, source, name, node, "a whole number from 0")
    elif name == "user_agents_dir":
        if isinstance(node, Scalar) and isinstance(node.typed, str):
            settings.user_agents_dir = node.text
        else:
            _wrong(settings, source, name, node, "text")


def _wrong(settings: Settings, source: Source, name: str, node: Node, forms: str) -> None:
    data: dict[str, object] = {
        "field": f"agents.{name}",
        "got": serde.kind(node),
        "forms": forms,
        "read_as": None,
        "refused": True,
    }
    _fault(settings, "wrong-type", source, node.start, node.end, data)


def _fault(settings: Settings, rule: str, source: Source, start: int, end: int, data: dict[str, object]) -> None:
    finding = Diagnostic(rule, source, start, end, {"host": "Zeph", **data}, ERROR)
    settings.diagnostics.append(finding)
    if settings.broken is None:
        settings.broken = f"the configuration cannot be read: {finding.message}"
