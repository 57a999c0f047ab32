"""Trees on the disk: folders, files, repository roots. The only module that walks.

Nothing here is a definition yet: it finds the files a place holds and says of each why it counts or does not.
"""

from __future__ import annotations

import os

from .witness import WHETHER, looked_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .hosts.base import Place


def ancestors(folder: str) -> Iterator[str]:
    """A folder and those above it, up to the root."""
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def repository_root(folder: str) -> str | None:
    """The nearest folder from here upwards that has a `.git` folder or file."""
    for above in ancestors(folder):
        mark = os.path.join(above, ".git")
        looked_at(mark, WHETHER)
        if os.path.lexists(mark):
            return above
    return None


def main_worktree(root: str) -> str | None:
    """The main repository of a linked worktree, `None` where `root` is none."""
    from .source import Unreadable, read_bytes

    link = os.path.join(root, ".git")
    if not os.path.isfile(link):
        return None
    try:
        text = read_bytes(link, 4096).decode("utf-8", "replace").strip()
    except Unreadable:
        return None
    if not text.startswith("gitdir:"):
        return None
    folder = os.path.normpath(os.path.join(root, text.removeprefix("gitdir:").strip()))
    above, worktrees = os.path.split(os.path.dirname(folder))
    if worktrees != "worktrees" or os.path.basename(above) != ".git":
        return None
    return os.path.dirname(above)


_NEARLY = (".markdown", ".mdown", ".mdx", ".md.txt")
"""Other endings of Markdown, and the one that some editors add."""


class Found:
    """A file that a place holds. `skipped` says why it is no candidate, `None` where it is one; `outside` that a link leads out of the
    place; `meant` that a file which is passed over is called as one that counts."""

    __slots__ = ("meant", "outside", "path", "skipped")

    def __init__(self, path: str, skipped: str | None = None, outside: bool = False, meant: bool = False) -> None:
        self.path = path
        self.skipped = skipped
        self.outside = outside
        self.meant = meant


def files_of(place: Place) -> list[Found]:
    """The files of a place, sorted by path. Links are followed, each real folder once; a loop ends there."""
    found: list[Found] = []
    if os.path.isfile(place.path):
        return [Found(place.path)]
    looked_at(place.path)
    real = os.path.realpath(place.path)
    _list(place, place.path, real, real, {real}, found)
    found.sort(key=lambda item: item.path)
    if place.limit is not None:
        kept = 0
        for item in found:
            if item.skipped is None:
                kept += 1
                if kept > place.limit:
                    item.skipped = f"beyond the first {place.limit} files of the folder"
    return found


def _list(place: Place, folder: str, real: str, top: str, seen: set[str], found: list[Found]) -> None:
    pending = [(folder, real)]
    while pending:
        folder, real = pending.pop()
        looked_at(folder)
        try:
            entries = os.scandir(folder)
        except OSError as problem:
            if isinstance(problem, PermissionError) and os.path.isdir(folder):
                found.append(Found(folder))  # what cannot be listed is told as what cannot be read
            continue
        with entries:
            for entry in entries:
                name, path = entry.name, entry.path
                linked = entry.is_symlink()
                try:
                    is_folder = entry.is_dir()
                except OSError:
                    is_folder = False
                if is_folder:
                    if not place.recursive:
                        if name.endswith(place.suffixes):
                            found.append(Found(path, "a folder, not a file"))
                        continue
                    target = os.path.realpath(path) if linked else os.path.join(real, name)
                    if target not in seen:
                        seen.add(target)
                        pending.append((path, target))
                elif name.endswith(place.suffixes):
                    found.append(_file(place, entry, path, linked, top))
                elif name.lower().endswith(place.suffixes):
                    found.append(Found(path, f"the ending is not {' or '.join(place.suffixes)}: case counts", meant=True))
                elif name.lower().endswith(_NEARLY) and ".md" in place.suffixes:
                    found.append(Found(path, f"the ending is not {' or '.join(place.suffixes)}", meant=True))


def _file(place: Place, entry: os.DirEntry[str], path: str, linked: bool, top: str) -> Found:
    if not linked:
        return Found(path) if entry.is_file(follow_symlinks=False) else Found(path, "not a regular file")
    if not place.links:
        return Found(path, "a symbolic link, which this host passes over")
    target = os.path.realpath(path)
    outside = os.path.commonpath((target, top)) != top if os.path.isabs(target) else True
    if not os.path.exists(target):
        return Found(path, "a symbolic link to nothing", outside, meant=True)
    if outside and place.boundary:
        return Found(path, f"a symbolic link that leaves the folder (to {target})", True)
    return Found(path, None, outside)


SKIPPED_FOLDERS = frozenset((".git", "node_modules", ".hg", ".svn", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache"))
"""Folders that a walk below a root does not enter: nobody's project lies there. Inside a host's own place they are read."""


def walk(root: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """The folders at and below `root` in order, each with the names of its folders and of its files. Links to folders are not followed,
    hidden folders not entered."""
    pending = [root]
    while pending:
        folder = pending.pop()
        looked_at(folder)
        below: list[str] = []
        files: list[str] = []
        try:
            entries = os.scandir(folder)
        except OSError:
            continue
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    below.append(entry.name)
                else:
                    files.append(entry.name)
        below.sort(reverse=True)
        files.sort()
        yield folder, below, files
        prefix = folder if folder.endswith(os.sep) else folder + os.sep
        pending += [prefix + name for name in below if name[0] != "." and name not in SKIPPED_FOLDERS]
