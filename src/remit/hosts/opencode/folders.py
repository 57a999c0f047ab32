"""The folders that a session of OpenCode knows: those of settings and agents in its order, of skills, and those that its own rules speak of."""

from __future__ import annotations

import os

from ...witness import looked_at
from ..base import PROJECT, Place, Surroundings
from .permissions import Folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SKILLS = (".claude", ".agents")


def folders(home: str | None, environment: dict[str, str], further: tuple[str, ...] = ()) -> Folders:
    """The folders that the client's own rules speak of; `further` are those of skills."""
    data = environment.get("XDG_DATA_HOME") or os.path.join(home or "~", ".local", "share")
    temporary = environment.get("TMPDIR") or "/tmp"  # noqa: S108
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


def skill_folders(around: Surroundings, named: Iterable[str]) -> tuple[str, ...]:
    """The folders of skills, which every agent may read: below `.claude` and `.agents` of the home and on the way up, below the client's
    own folders, and below those that settings name."""
    home = around.home
    found: list[str] = []
    above = [home, *way_up(around)] if home else way_up(around)
    for folder in above:
        for name in _SKILLS:
            _skills(os.path.join(folder, name, "skills"), found)
    for folder in own_folders(around):
        for name in ("skill", "skills"):
            _skills(os.path.join(folder, name), found)
    for path in named:
        full = os.path.join(home or "~", path[2:]) if path.startswith("~/") else path
        _skills(full if os.path.isabs(full) else os.path.join(around.root, full), found)
    return tuple(found)


def _skills(folder: str, found: list[str]) -> None:
    from ...discovery import files_of

    if not os.path.isdir(folder):
        looked_at(folder)
        return
    for item in files_of(Place(folder, PROJECT, 0, suffixes=("SKILL.md",))):
        above = os.path.dirname(item.path)
        if os.path.basename(item.path) == "SKILL.md" and item.skipped is None and above not in found:
            found.append(above)
