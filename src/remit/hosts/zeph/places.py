"""Where Zeph looks for definitions: paths of its command line, the project, the user, extra folders; the first of a name
wins."""

from __future__ import annotations

import os
import sys

from ...errors import UsageError
from ..base import EXTRA, PROJECT, SESSION, USER, Place
from .vocabulary import CURRENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..base import Surroundings, Version

FOLDER = os.path.join(".zeph", "agents")
OWN = os.path.join("zeph", "agents")
PER_FOLDER = 100
"""Files that are read of one folder, the first by name."""


def place(path: str, scope: str, rank: int, version: Version, *, origin: str | None = None) -> Place:
    """A folder or file with the rules of the version: never recursive; from 0.22 on bounded and at most 100 files, and only
    what the command line names fails the whole load."""
    current = not version < CURRENT
    named = scope == SESSION
    return Place(
        path,
        scope,
        rank,
        recursive=False,
        boundary=current and not named,
        limit=PER_FOLDER if current else None,
        origin=origin,
        strict=named or not current,
    )


def places(around: Surroundings, version: Version) -> list[Place]:
    """The places of a session, the strongest first. Raises `UsageError` for a path of the command line that is not there."""
    from .settings import load

    settings = load(around, around.settings)
    extra = [os.path.join(around.root, folder) for folder in settings.extra_dirs]
    return ordered(
        around.given,
        os.path.join(around.root, FOLDER),
        user_folder(around, settings.user_agents_dir),
        extra,
        version,
        origin=around.root,
    )


def ordered(
    given: Iterable[str], project: str, user: str | None, extra: Iterable[str], version: Version, *, origin: str | None = None
) -> list[Place]:
    """The places in Zeph's order. A folder that stands twice, by its real path, is kept once; one that is missing compares as
    written."""
    rows = [(path, SESSION) for path in given]
    for path, _ in rows:
        if not os.path.exists(path):
            raise UsageError(f"--agents path does not exist: {path}")
    rows.append((project, PROJECT))
    if user:
        rows.append((user, USER))
    rows += [(path, EXTRA) for path in extra]
    found: list[Place] = []
    seen: set[str] = set()
    for path, scope in rows:
        real = os.path.realpath(path) if os.path.exists(path) else path
        if real not in seen:
            seen.add(real)
            found.append(place(path, scope, len(found), version, origin=origin if scope == PROJECT else None))
    return found


def user_folder(around: Surroundings, configured: str | None) -> str | None:
    """The user's own folder: as configured (`""` is none, `~` stands for itself), else below the platform's folder for
    configuration."""
    if configured is not None:
        return os.path.join(around.root, configured) if configured else None
    if os.name == "nt":
        base = around.environment.get("APPDATA")
    elif sys.platform == "darwin":
        base = os.path.join(around.home, "Library", "Application Support") if around.home else None
    else:
        base = around.environment.get("XDG_CONFIG_HOME") or ""
        if not os.path.isabs(base):
            base = os.path.join(around.home, ".config") if around.home else None
    return os.path.join(base, OWN) if base else None
