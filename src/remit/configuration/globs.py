"""Patterns of paths: `plugins/**`, `*.local.md`, `vendor`, written with `/` and matched against paths below one folder.

`*`, `?` and `[…]` stand for characters of one name, `**` for any number of folders, `{a,b}` for either. A pattern without `/` means that
name at any depth; a pattern that means a folder means all in it. Backslashes count as `/`, and whether case counts is as the system has it.
Matching takes time in proportion to pattern times path, whatever somebody writes.
"""

from __future__ import annotations

import re
import sys
from fnmatch import translate

ANY = "**"
_LONGEST = 1_000
_MOST = 64
"""Alternatives of one pattern at most, as braces multiply."""
_FOLDED = sys.platform in ("win32", "cygwin", "darwin")
_BRACES = re.compile(r"\{([^{}]*)\}")


class BadGlob(ValueError):
    """A pattern that can match nothing, or is too large; its text is one phrase."""


class Glob:
    """One pattern. Raises `BadGlob`."""

    __slots__ = ("_ways", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > _LONGEST:
            raise BadGlob(f"is longer than {_LONGEST} characters")
        self._ways = [_parts(way) for way in _unfolded(text.replace("\\", "/"))]

    def matches(self, path: str) -> bool:
        """Whether the pattern means this path (relative, with `/`) or a folder that it lies in."""
        names = path.split("/")
        return any(_leads(way, names) for way in self._ways)

    def __repr__(self) -> str:
        return f"Glob({self.text!r})"


def _unfolded(text: str) -> list[str]:
    """The patterns without braces that one with braces stands for."""
    found = _BRACES.search(text)
    if found is None:
        return [text]
    ways: list[str] = []
    for one in found[1].split(","):
        ways += _unfolded(text[: found.start()] + one + text[found.end() :])
        if len(ways) > _MOST:
            raise BadGlob(f"stands for more than {_MOST} patterns")
    return ways


def _parts(text: str) -> list[re.Pattern[str] | None]:
    """A pattern name by name; `None` stands for any number of folders."""
    if text.startswith("!"):
        raise BadGlob("begins with `!`: a pattern can only add paths")
    if re.match(r"[A-Za-z]:", text) or text.startswith("//"):
        raise BadGlob("is absolute: patterns are relative to the configuration's folder")
    names = [name for name in text.split("/") if name not in ("", ".")]
    if ".." in names:
        raise BadGlob("leads out of the configuration's folder")
    if not names:
        raise BadGlob("means no path")
    if "/" not in text.rstrip("/"):
        names.insert(0, ANY)
    kind = re.IGNORECASE if _FOLDED else re.NOFLAG
    return [None if name == ANY else re.compile(translate(name), kind) for name in names]


def _leads(way: list[re.Pattern[str] | None], names: list[str]) -> bool:
    """Whether the pattern reaches the path's end or stops at a folder on the way."""
    reached = {0}
    for at, one in enumerate(way):
        if one is None:
            first = min(reached) + (at == len(way) - 1)  # at the end it means what is in the folder
            reached = set(range(first, len(names) + 1))
        else:
            reached = {place + 1 for place in reached if place < len(names) and one.match(names[place])}
        if not reached:
            return False
    return True
