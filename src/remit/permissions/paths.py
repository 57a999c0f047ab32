"""Path patterns as the client applies them to files: gitignore style, anchored by their first characters, blind to case.

Facts are from Claude Code 2.1.332, recorded 2026-11-30. `//abs` is absolute, `~/x` below the home folder, `/x` below the folder the rule
comes from (the project for project settings, `~/.claude` for user settings), everything else below the working directory. From there
the pattern is read like a line of a .gitignore (<https://git-scm.com/docs/gitignore>), with the differences of the client: `[...]` is
never negated, a backslash before `?` matches nothing, a leading `!` makes the rule match nothing, a `#` is no comment, and `.` and `..`
in a pattern match nothing because paths are normalised before.

One pattern means different things on the two sides: `src/**` is the folder `src` for both, but a deny or ask rule finds it at any depth,
as gitignore does with a single name, while an allow rule keeps it at the anchor.
"""

from __future__ import annotations

NO_HOME = "/~"
"""Stands for the home folder where none is known: no file lies in it."""


class Where:
    """The places a decision depends on, all absolute and normalised by the caller: working directory, home, folder of the project
    settings. `extra` are further working directories; `agents` and `skills` are what is known of the session (names of agents; skills
    that the client runs unasked, as their front matter asks for nothing)."""

    __slots__ = ("agents", "cwd", "extra", "home", "root", "skills")

    def __init__(
        self,
        cwd: str,
        home: str | None,
        root: str | None = None,
        extra: tuple[str, ...] = (),
        agents: tuple[str, ...] = (),
        skills: tuple[str, ...] = (),
    ) -> None:
        self.cwd = normalise(cwd, "/")
        self.home = normalise(home or NO_HOME, "/")
        self.root = normalise(root, "/") if root is not None else self.cwd
        self.extra = tuple(normalise(path, "/") for path in extra)
        self.agents = agents
        self.skills = skills

    def absolute(self, path: str) -> str:
        """A path as a tool gets it, made absolute and normalised by its letters alone."""
        if path == "~" or path.startswith("~/"):
            return normalise(path[2:], self.home)
        return normalise(path, self.cwd)

    def at_home(self, path: str) -> bool:
        """Is an absolute path in the working directory or one of the further ones?"""
        return any(below(path, folder) is not None for folder in (self.cwd, *self.extra))

    def __repr__(self) -> str:
        return f"Where({self.cwd!r}, {self.home!r}, {self.root!r})"


def normalise(path: str, base: str) -> str:
    """An absolute path without `.`, `..`, doubled or trailing slashes. Letters only: symbolic links are for the caller to resolve."""
    parts: list[str] = []
    for part in (path if path.startswith("/") else f"{base}/{path}").split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def below(path: str, folder: str) -> str | None:
    """The part of `path` below `folder`, `""` for the folder itself, `None` when it is outside."""
    if path == folder:
        return ""
    head = folder if folder.endswith("/") else folder + "/"
    return path[len(head) :] if path.startswith(head) else None


class PathRule:
    """A path specifier of an allow rule (`grants`) or of a deny or ask rule, ready to be asked. `base` is the folder that a pattern
    with one leading slash counts from."""

    __slots__ = ("_anchored", "_fold", "_never", "_only_folders", "_segments", "folder")

    def __init__(self, specifier: str, where: Where, grants: bool, base: str | None = None, fold: bool = True) -> None:
        pattern = specifier
        self._fold = fold
        if pattern.startswith("//"):
            self.folder, pattern, anchored = "/", pattern[1:], True
        elif pattern.startswith("~/"):
            self.folder, pattern, anchored = where.home, pattern[1:], True
        elif pattern.startswith("/"):
            self.folder, anchored = base if base is not None else where.root, True
        else:
            self.folder, anchored = where.cwd, False
            if pattern.startswith("./"):
                pattern = pattern[2:]
        pattern = _trim(pattern)
        while "//" in pattern:
            pattern = pattern.replace("//", "/")
        self._never = pattern.startswith("!") or not pattern.strip("/") or any(p in (".", "..") for p in pattern.split("/"))
        if pattern.endswith("/**") and len(pattern) > 3:
            pattern = pattern[:-3]
            anchored = anchored or (grants and pattern != "**")
        self._only_folders = pattern.endswith("/")
        pattern = pattern.rstrip("/")
        self._anchored = anchored or "/" in pattern
        self._segments = [_Segment(part, fold) for part in pattern.strip("/").split("/")]

    def matches(self, path: str) -> bool:
        """Is the absolute, normalised path, or a folder it is in, what the pattern names?"""
        rest = below(path.lower(), self.folder.lower()) if self._fold else below(path, self.folder)
        if not rest or self._never:
            return False
        names = rest.split("/")
        if not self._anchored:
            only = self._segments[0]
            return any(only.matches(name) for name in (names[:-1] if self._only_folders else names))
        # Which of the pattern's segments can be next, after each name: a `**` may take any number of names.
        wanted, last = self._segments, len(self._segments)
        states = {0}
        for count, name in enumerate(names, 1):
            following: set[int] = set()
            for state in self._open(states):
                if state == last:
                    continue
                if wanted[state].any_depth:
                    following |= {state, last} if state == last - 1 else {state}
                elif wanted[state].matches(name):
                    following.add(state + 1)
            states = following
            if last in states and (count < len(names) or not self._only_folders):
                return True
            if not states:
                return False
        return False

    def _open(self, states: set[int]) -> set[int]:
        """The same, with every `**` that may stand for nothing passed over; at the end of a pattern it stands for something."""
        out = set(states)
        for state in sorted(states):
            while state < len(self._segments) - 1 and self._segments[state].any_depth:
                state += 1
                out.add(state)
        return out


def _trim(pattern: str) -> str:
    """Without blanks at the end, unless the last is escaped."""
    trimmed = pattern.rstrip()
    if trimmed.endswith("\\") and len(trimmed) < len(pattern):
        return trimmed + pattern[len(trimmed)]
    return trimmed


class _Segment:
    """The pattern of one name: literal characters, `*`, `?` and classes. Matched without backtracking, greedily from star to star."""

    __slots__ = ("any_depth", "fold", "runs", "tokens")

    def __init__(self, text: str, fold: bool) -> None:
        self.any_depth = text == "**"
        self.fold = fold
        # Between the stars: runs of tokens, each a set of characters it accepts; None accepts any.
        self.runs: list[list[frozenset[str] | None]] = [[]]
        position = 0
        while position < len(text):
            char = text[position]
            position += 1
            if char == "*":
                if self.runs[-1] or len(self.runs) == 1:
                    self.runs.append([])
            elif char == "?":
                self.runs[-1].append(None)
            elif char == "[":
                end = text.find("]", position)
                if end < 0:
                    self.runs[-1].append(frozenset())
                    position = len(text)
                else:
                    self.runs[-1].append(self._class(text[position:end]))
                    position = end + 1
            elif char == "\\" and position < len(text):
                following = text[position]
                position += 1
                self.runs[-1].append(frozenset() if following == "?" else self._one(following))
            else:
                self.runs[-1].append(self._one(char))

    def _one(self, char: str) -> frozenset[str]:
        return frozenset(char.lower() if self.fold else char)

    def _class(self, text: str) -> frozenset[str]:
        accepted: set[str] = set()
        position = 0
        while position < len(text):
            first = text[position]
            if position + 2 < len(text) and text[position + 1] == "-":
                for code in range(ord(first), min(ord(text[position + 2]), ord(first) + 512) + 1):
                    accepted |= self._one(chr(code))
                position += 3
            else:
                accepted |= self._one(first)
                position += 1
        return frozenset(accepted)

    def _fits(self, run: list[frozenset[str] | None], name: str, at: int) -> bool:
        return all(accepted is None or name[at + offset] in accepted for offset, accepted in enumerate(run))

    def matches(self, name: str) -> bool:
        if self.fold:
            name = name.lower()
        runs = self.runs
        if len(runs) == 1:
            return len(name) == len(runs[0]) and self._fits(runs[0], name, 0)
        first, last = runs[0], runs[-1]
        if (
            len(name) < len(first) + len(last)
            or not self._fits(first, name, 0)
            or not self._fits(last, name, len(name) - len(last))
        ):
            return False
        at, end = len(first), len(name) - len(last)
        for run in runs[1:-1]:
            while at + len(run) <= end and not self._fits(run, name, at):
                at += 1
            if at + len(run) > end:
                return False
            at += len(run)
        return True
