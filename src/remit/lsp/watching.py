"""Watching: which files, changed outside the editor, change what remit knows of a project."""

from __future__ import annotations

import os

from lsprotocol import types

from ..hosts import all_hosts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .options import Options

CONFIGURATION = ("remit.toml", ".remit.toml", "pyproject.toml")
"""Files of remit's own configuration."""
SKILL = "SKILL.md"


def tops() -> list[str]:
    """The hidden folders that hosts keep their things in: `.claude`."""
    return sorted({folder.partition("/")[0] for host in all_hosts() for folder in host.folders})


def names() -> list[str]:
    """Files that count wherever they lie in a project."""
    return sorted(
        {*CONFIGURATION, SKILL, *(name for host in all_hosts() for name in (*host.files, *host.settings_files, *host.watched))}
    )


def watchers(options: Options, relative: bool) -> list[types.FileSystemWatcher]:
    """What the client is asked to watch. `relative` says whether it can watch below a folder outside the workspace."""
    globs = [f"**/{top}/**" for top in tops()]
    globs += [f"**/{name}" for name in names()]
    globs += [f"**/*{ending}" for ending in sorted({ending for host in all_hosts() for ending in host.suffixes})]
    globs += ["**/agents/**/*.md", "**/agent/**/*.md"]
    found = [types.FileSystemWatcher(glob_pattern=glob) for glob in globs]
    if relative and options.home is not None:
        from .buffers import uri_of

        base = uri_of(options.home)
        found += [
            types.FileSystemWatcher(glob_pattern=types.RelativePattern(base_uri=base, pattern=f"{top}/**")) for top in tops()
        ]
    return found


def concerns(path: str) -> bool:
    """Whether a change of this file may change an answer."""
    slashed = path.replace(os.sep, "/")
    parts = slashed.split("/")
    return (
        parts[-1] in names()
        or any(top in parts for top in tops())
        or any(host.claims(slashed) for host in all_hosts())
        or (parts[-1].endswith(".md") and ("agents" in parts or "agent" in parts))
    )
