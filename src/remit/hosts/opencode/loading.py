"""Which files a session of OpenCode reads, in its order. `layers` says what becomes of them."""

from __future__ import annotations

import os

from ...diagnostic import ERROR, Diagnostic
from ...source import Source, Unreadable, read_bytes
from ...syntax.jsonc import read as read_json
from ...syntax.nodes import Mapping, SyntaxFault
from ..base import Surroundings, Version
from .config import HOLDS, Config
from .folders import config_folder, managed_folder, own_folders, way_up
from .layers import Settings
from .permissions import PermissionMap, of_permission

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Host


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
            data = read_bytes(path, only=HOLDS)
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
