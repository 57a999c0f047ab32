"""Which files and folders a session of OpenCode reads, in its order. `layers` says what becomes of them."""

from __future__ import annotations

import os

from ...diagnostic import ERROR, Diagnostic
from ...source import Source, Unreadable, read_bytes
from ...syntax.jsonc import read as read_json
from ...syntax.nodes import Mapping, SyntaxFault
from ..base import PROJECT, Place, Surroundings, Version
from .config import Config
from .layers import Settings
from .permissions import Folders, PermissionMap, of_permission

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Host

_SKILLS = (".claude", ".agents")


def folders(home: str | None, environment: dict[str, str], settings: Settings | None = None) -> Folders:
    """The folders that the client's own rules speak of."""
    data = environment.get("XDG_DATA_HOME") or os.path.join(home or "~", ".local", "share")
    temporary = environment.get("TMPDIR") or "/tmp"  # noqa: S108
    further = tuple(_skill_folders(settings)) if settings is not None else ()
    return Folders(f"{data}/opencode", f"{temporary.rstrip('/')}/opencode", further)


def config_folder(around: Surroundings) -> str | None:
    """`~/.config/opencode`, or where `XDG_CONFIG_HOME` says."""
    moved = around.environment.get("XDG_CONFIG_HOME")
    if moved:
        return os.path.join(moved, "opencode")
    return os.path.join(around.home, ".config", "opencode") if around.home else None


def managed_folder(around: Surroundings) -> str | None:
    """The folder of the organisation's settings; on Linux the client looks into `/etc/opencode`."""
    return around.environment.get("OPENCODE_TEST_MANAGED_CONFIG_DIR") or around.managed


def way_up(around: Surroundings) -> list[str]:
    """The folders from the working one to the repository's root; without a repository to the root of the disk."""
    from ...discovery import ancestors, repository_root

    top = repository_root(around.root)
    found = []
    for folder in ancestors(around.root):
        found.append(folder)
        if folder == top:
            break
    return found


def own_folders(around: Surroundings) -> list[str]:
    """The folders that hold agents, weakest first."""
    found = []
    config = config_folder(around)
    if config:
        found.append(config)
    if not around.environment.get("OPENCODE_DISABLE_PROJECT_CONFIG"):
        found += [os.path.join(folder, ".opencode") for folder in way_up(around)]
    if around.home:
        found.append(os.path.join(around.home, ".opencode"))
    moved = around.environment.get("OPENCODE_CONFIG_DIR")
    if moved:
        found.append(moved)
    unique: list[str] = []
    for folder in found:
        if folder not in unique:
            unique.append(folder)
    return unique


def load(host: Host, around: Surroundings, version: Version, files: tuple[str, ...]) -> Settings:
    """The settings of a session. `files` are read on top of all others."""
    settings = Settings(host, version, around)
    environment = around.environment
    config = config_folder(around)
    if config:
        _add(settings, [os.path.join(config, name) for name in ("config.json", "opencode.json", "opencode.jsonc")])
    if environment.get("OPENCODE_CONFIG"):
        _add(settings, [environment["OPENCODE_CONFIG"]])
    if not environment.get("OPENCODE_DISABLE_PROJECT_CONFIG"):
        for folder in reversed(way_up(around)):
            _add(settings, [os.path.join(folder, name) for name in ("opencode.json", "opencode.jsonc")])
    for folder in own_folders(around):
        if folder.endswith(".opencode") or folder == environment.get("OPENCODE_CONFIG_DIR"):
            _add(settings, [os.path.join(folder, name) for name in ("opencode.json", "opencode.jsonc")])
        settings.steps.append(folder)
    if environment.get("OPENCODE_CONFIG_CONTENT"):
        settings.steps.append(Config(Source.of(environment["OPENCODE_CONFIG_CONTENT"]), environment))
    managed = managed_folder(around)
    if managed:
        _add(settings, [os.path.join(managed, name) for name in ("opencode.json", "opencode.jsonc")])
    _add(settings, list(files), named=True)
    settings.given = _from_environment(environment.get("OPENCODE_PERMISSION"))
    return settings


def _add(settings: Settings, paths: list[str], named: bool = False) -> None:
    for path in paths:
        try:
            data = read_bytes(path)
        except Unreadable as problem:
            if problem.kind != "missing" or named:
                finding = Diagnostic("unreadable", Source(b"", path), 0, 0, {"reason": problem.reason}, ERROR)
                settings.diagnostics.append(finding)
            continue
        if data.strip():
            settings.steps.append(Config(Source(data, path), settings.environment))
            settings.files.append(path)


def _from_environment(text: str | None) -> PermissionMap:
    """The rules of `OPENCODE_PERMISSION`; none where it is not JSON."""
    if not text:
        return {}
    try:
        node = read_json(text, strict=True)
    except SyntaxFault:
        return {}
    return of_permission(node, None) if isinstance(node, Mapping) else {}


def from_value(host: Host, version: Version, value: object, root: str = "/", home: str | None = None) -> Settings:
    """Settings given as plain values, as `{"permission": {"bash": "deny"}}`."""
    import json

    settings = Settings(host, version, Surroundings(root, home))
    settings.steps.append(Config(Source.of(json.dumps(value))))
    return settings


def _skill_folders(settings: Settings) -> list[str]:
    """The folders of skills, which every agent may read: below `.claude` and `.agents` of the home and on the way up, and below the
    client's own folders."""
    around = Surroundings(settings.root, settings.home, environment=settings.environment)
    found: list[str] = []
    above = [settings.home, *way_up(around)] if settings.home else way_up(around)
    for folder in above:
        for name in _SKILLS:
            _skills(os.path.join(folder, name, "skills"), found)
    for folder in own_folders(around):
        for name in ("skill", "skills"):
            _skills(os.path.join(folder, name), found)
    for config in settings.configs:
        for path in config.skills:
            full = os.path.join(settings.home or "~", path[2:]) if path.startswith("~/") else path
            _skills(full if os.path.isabs(full) else os.path.join(settings.root, full), found)
    return found


def _skills(folder: str, found: list[str]) -> None:
    from ...discovery import files_of

    if not os.path.isdir(folder):
        return
    for item in files_of(Place(folder, PROJECT, 0, suffixes=("SKILL.md",))):
        above = os.path.dirname(item.path)
        if os.path.basename(item.path) == "SKILL.md" and item.skipped is None and above not in found:
            found.append(above)
