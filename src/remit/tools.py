"""Tool names and patterns as hosts write them: `Read`, `Bash(git *)`, `mcp__server__tool`, `Agent(a, b)`."""

from __future__ import annotations

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

MCP = "mcp__"


class Entry:
    """One name in a list of tools, as written, with its place in the file.

    `start` and `end` are characters of the file, or -1 for an entry that no file holds (a default, a command-line option).
    """

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int = -1, end: int = -1) -> None:
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Entry({self.text!r}, {self.start}, {self.end})"


class ToolPattern:
    """An entry taken apart: `Bash(git *)` is the tool `Bash` with the specifier `git *`.

    `specifier` is `None` where there are no parentheses and `""` where they are empty. An entry whose brackets do not close, or that
    goes on after them, is a name like any other: hosts compare it literally and find nothing.
    """

    __slots__ = ("specifier", "text", "tool")

    def __init__(self, text: str, tool: str, specifier: str | None) -> None:
        self.text = text
        self.tool = tool
        self.specifier = specifier

    @classmethod
    def parse(cls, text: str) -> ToolPattern:
        if text.endswith(")"):
            head, bracket, rest = text.partition("(")
            if bracket and head and not rest.endswith("\\)"):
                return cls(text, head, rest[:-1])
        return cls(text, text, None)

    def __repr__(self) -> str:
        return f"ToolPattern({self.text!r})"


_ENTRY = re.compile(r"(?:[^, (]|\([^)]*+\)?)+").finditer


def split(text: str) -> list[tuple[str, int, int]]:
    """The entries of a comma or blank separated string: text, start and end within `text`.

    A separator inside parentheses does not count; parentheses do not nest, the first `)` closes them. This is how Claude Code splits
    (2.1.332, recorded 2026-11-30); tabs and line ends around an entry are trimmed but do not separate.
    """
    found = []
    for match in _ENTRY(text):
        piece = match[0]
        entry = piece.strip()
        if entry:
            start = match.start() if entry == piece else match.start() + len(piece) - len(piece.lstrip())
            found.append((entry, start, start + len(entry)))
    return found


_PIECE = re.compile(r"[A-Za-z][\w-]*").findall
_SCOPE = re.compile(r"\([^)]*\)").sub
_SIGNS = frozenset(";|/+&[]{}\"'`:.-")


def separated(entry: str, known: AbstractSet[str]) -> tuple[str, ...] | None:
    """The tools in an entry whose author separated them with signs that are none: `Read;Bash`, `"Read"`, `[Read`. `()` for an entry that is
    nothing but such signs, `None` for one that is something else."""
    bare = _SCOPE("", entry)
    if not _SIGNS.intersection(bare) or "(" in bare:
        return None
    if _SIGNS.issuperset(entry):
        return ()
    names = tuple(_PIECE(bare))
    return names if names and known >= set(names) else None


def mcp_server(name: str) -> str | None:
    """The server part of an MCP tool's name, `None` for other tools. `mcp__a__b` belongs to `a`."""
    if not name.startswith(MCP):
        return None
    return name[len(MCP) :].partition("__")[0]


def nearest(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """The known word that a misspelt one most likely meant, or `None`.

    Case, `-`, `_` and blanks are looked through first: `disallowed-tools` means `disallowedTools` with certainty.
    """
    return _nearest(word, tuple(sorted(known)), cutoff)


@lru_cache(4096)
def _nearest(word: str, names: tuple[str, ...], cutoff: float) -> str | None:
    """The same words are misspelt the same way all over a tree."""
    by_fold = _by_fold(names)
    folded = fold(word)
    if folded in by_fold:
        return by_fold[folded][0]
    from difflib import get_close_matches

    close = get_close_matches(folded, by_fold, n=1, cutoff=cutoff)
    return by_fold[close[0]][-1] if close else None


@lru_cache(64)
def _by_fold(names: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(fold(name), []).append(name)
    return found


class Nearest:
    """The known word that a misspelt one most likely meant, looked for only when somebody wants to read it."""

    __slots__ = ("_found", "_looked", "cutoff", "known", "word")

    def __init__(self, word: str, known: Iterable[str], cutoff: float = 0.6) -> None:
        self.word = word
        self.known = known
        self.cutoff = cutoff
        self._looked = False
        self._found: str | None = None

    @property
    def found(self) -> str | None:
        if not self._looked:
            self._found = nearest(self.word, self.known, cutoff=self.cutoff)
            self._looked = True
        return self._found

    def __bool__(self) -> bool:
        return self.found is not None

    def __str__(self) -> str:
        return self.found or ""


def fold(name: str) -> str:
    """A name without case, `-`, `_` and blanks: how people confuse names."""
    return name.replace("-", "").replace("_", "").replace(" ", "").lower()


def distance(left: str, right: str, limit: int = 3) -> int:
    """How many letters must be put in, taken out, changed or swapped with their neighbour; `limit` + 1 stands for more."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        following = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a != b))
            if before and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        before, row = row, following
        if min(row) > limit:
            return limit + 1
    return row[-1]
