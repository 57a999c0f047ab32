"""The skills of a project: folders with a `SKILL.md`, beside the folders that agents lie in."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .projects import Project

_FOLDERS = ("skills", "skill")
MOST = 2000
"""Skills that are looked at."""


def skills_of(project: Project) -> dict[str, str]:
    """The names of the skills that a session could have, each with its file."""
    found: dict[str, str] = {}
    catalog = project.catalog
    if catalog is None:
        return found
    from ..hosts import all_hosts

    roots = [root for root in (catalog.around.root, catalog.around.home) if root]
    for host in all_hosts():
        for folder in host.folders:
            above = folder.rpartition("/")[0].replace("/", os.sep)
            for root in roots:
                for name in _FOLDERS:
                    _list(os.path.join(root, above, name), found)
    return found


def _list(folder: str, found: dict[str, str]) -> None:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names[: MOST - len(found)]:
        path = os.path.join(folder, name, "SKILL.md")
        if os.path.isfile(path):
            found.setdefault(name, path)
