"""Where a configuration lies: the nearest `remit.toml`, or `pyproject.toml` with a table `[tool.remit]`, from a folder upwards.

A repository is a world of its own: the search ends at its root. Outside of one it goes up to the file system's root, past nobody's home, but
passes over files above the folder that somebody else put there: in a folder that many may write to, one of them could silence a check.
"""

from __future__ import annotations

import os
import re

from ..discovery import ancestors, repository_root
from ..errors import UsageError

OWN = "remit.toml"
SHARED = "pyproject.toml"
LIMIT = 1 << 20
"""Size in bytes above which a configuration is not read: 1 MiB."""

_TABLE = re.compile(rb"tool[\"']?[ \t]{0,8}\.[ \t]{0,8}[\"']?remit|remit[\"']?[ \t]{0,8}=[ \t]{0,8}\{")


def nearest(folder: str) -> str | None:
    """The path of the configuration that counts in a folder, which need not be there yet."""
    while not os.path.isdir(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    top = repository_root(folder)
    for above in ancestors(folder):
        found = in_folder(above, top or above)
        if found is not None and (top is not None or above == folder or _trusted(found, folder)):
            return found
        if above == top:
            break
    return None


def in_folder(folder: str, scope: str) -> str | None:
    """The path of the configuration that lies in a folder. Raises `UsageError` where it is a link that leads out of `scope`."""
    for name in (OWN, SHARED):
        path = os.path.join(folder, name)
        try:
            os.lstat(path)
        except OSError:
            continue
        if name == SHARED and not _has_table(path):
            continue
        target, top = os.path.realpath(path), os.path.realpath(scope)
        if os.path.commonpath((target, top)) != top:
            raise UsageError(
                f"{path}: a link that leads out of {scope}", "`--config FILE` reads it, `--no-config` does without"
            )
        return path
    return None


def _has_table(path: str) -> bool:
    """Whether a `pyproject.toml` has something to say to remit. What is not ours to read is not ours to complain about."""
    from ..source import Unreadable, read_bytes

    try:
        data = read_bytes(path, LIMIT)
    except Unreadable:
        return False
    if b"remit" not in data:
        return False
    from ..syntax.nodes import Mapping, SyntaxFault
    from ..syntax.toml import read

    try:
        tool = read(data.decode().removeprefix("\ufeff")).get("tool")
    except (ValueError, SyntaxFault):
        return _TABLE.search(data) is not None
    return isinstance(tool, Mapping) and tool.get("remit") is not None


def _trusted(path: str, folder: str) -> bool:
    """Whether a file belongs to who asks, to the administrator or to the owner of the folder it is to count in."""
    if not hasattr(os, "geteuid"):
        return True
    try:
        return os.stat(path).st_uid in (os.geteuid(), 0, os.stat(folder).st_uid)
    except OSError:
        return False
