"""Where a path leads on this disk, all symbolic links followed, told without `os`, whose loading takes longer than that.

Gives what `os.path.realpath` gives, but for links that lead to each other: these lead nowhere, and nothing is decided about them.
"""

from __future__ import annotations

import sys

MOST = 255
"""How many links one path may lead through. Systems follow forty."""


class TooManyLinks(Exception):
    """A path whose links do not come to an end."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


if sys.platform == "win32":
    from os.path import join as joined
    from os.path import realpath as real_path
else:
    from posix import getcwd, readlink

    def joined(folder: str, path: str) -> str:
        """A path that counts from a folder, unless it is absolute."""
        return path if path.startswith("/") else f"{folder}/{path}"

    def real_path(path: str) -> str:
        """The path without links, `.` and `..`; what is not there is taken by its letters. Raises `TooManyLinks`."""
        waiting = joined(getcwd(), path).split("/") if not path.startswith("/") else path.split("/")
        waiting.reverse()
        found: list[str] = []
        links = 0
        while waiting:
            name = waiting.pop()
            if name == "..":
                del found[-1:]
            elif name and name != ".":
                found.append(name)
                try:
                    target = readlink("/" + "/".join(found))
                except OSError:
                    continue  # no link, or nothing that can be looked at
                links += 1
                if links > MOST:
                    raise TooManyLinks(path)
                found = [] if target.startswith("/") else found[:-1]
                waiting += reversed(target.split("/"))
        return "/" + "/".join(found)
