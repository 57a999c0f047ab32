"""What starting a skill sets going, as Claude Code does it.

Before its model sees the text of a skill or of a command, the client runs each line in it that stands in `` !`…` `` or in a block that begins with
`` ```! ``, with the call's arguments put in, and asks no hook about them; `context: fork` starts the agent that `agent` names (2.1.332 and 2.1.197,
recorded 2026-12-01). Who starts a skill needs the right to all of that. A text is read as widely as any reader might: what cannot be told for
certain may run anything.
"""

from __future__ import annotations

from .system import listdir, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIMIT = 1 << 20
"""Size in bytes above which the text of a skill is not looked at."""
MOST = 1000
"""Entries of a folder above which it is not looked through."""
FORKED = "general-purpose"
"""The agent that a forked skill runs in where it names none."""


class Started:
    """What a skill sets going: `commands` for the shell, `agents` that it runs in. `told` says whether that is certainly all."""

    __slots__ = ("agents", "commands", "told")

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.agents: list[str] = []
        self.told = True

    def take(self, text: str) -> None:
        """Takes in what a skill's text, or its arguments, would start."""
        at = 0
        while (at := text.find("!", at)) >= 0:
            if text.startswith("!`", at):
                self._command(text, at + 2, "`")
            elif at >= 3 and text.startswith("```", at - 3):
                self._command(text, at + 1, "```")
            at += 1
        head = text.lstrip("\ufeff \t\r\n")
        if head.startswith("---"):
            self._head(head)

    def _command(self, text: str, start: int, closing: str) -> None:
        end = text.find(closing, start)
        line = text[start:end].strip() if end >= 0 else ""
        # Arguments, and what the client knows, are put in where a `$` stands.
        if end < 0 or "$" in line:
            self.told = False
        elif line:
            self.commands.append(line)

    def _head(self, text: str) -> None:
        """Looks for the fields that count in front matter. A line that is no plain key may be any of them."""
        _, *lines = text.splitlines()
        fork, agent = False, FORKED
        for line in lines:
            if line.startswith("---"):
                break
            if not line.strip() or line[0] in " \t#-":
                continue
            key, colon, value = line.partition(":")
            name = key.strip().lower().replace("-", "").replace("_", "")
            if not colon or not name.isalnum() or not name.isascii() or name in ("hooks", "shell"):
                self.told = False
            fork = fork or name == "context"
            if name == "agent":
                agent = value.partition(" #")[0].strip().strip("\"'")
        else:
            self.told = False
        if fork:
            self.agents.append(agent)


def started(name: str, arguments: str, folders: Iterable[str], home: str | None) -> Started | None:
    """What a skill of that name sets going, all that go by it together; `None` where none is found. `folders` are where the session works."""
    found = Started()
    any_found = False
    for path in _paths(name.strip().lstrip("/"), _roots(folders, home)):
        try:
            data = read_file(path, LIMIT)
        except OSError:
            continue
        any_found = True
        if data is None:
            found.told = False
        else:
            found.take(data.decode("utf-8", "replace"))
    found.take(arguments)
    return found if any_found else None


def _roots(folders: Iterable[str], home: str | None) -> list[str]:
    """The folders that have `skills` and `commands`: `.claude` on the way up, and the user's own."""
    from os import environ

    roots = []
    for folder in folders:
        while folder and folder not in roots:
            roots.append(folder)
            folder = folder.rpartition("/")[0]
    moved = environ.get("CLAUDE_CONFIG_DIR")
    found = [f"{root}/.claude" for root in (*roots, *((home,) if home else ()))]
    return list(dict.fromkeys([*found, *((moved,) if moved else ())]))


def _paths(name: str, roots: Iterable[str]) -> Iterator[str]:
    if not name or "\0" in name or ".." in name or name.startswith("/"):
        return
    for root in roots:
        yield f"{root}/commands/{name.replace(':', '/')}.md"
        try:
            entries = listdir(f"{root}/skills")
        except OSError:
            continue
        for entry in entries[:MOST]:
            path = f"{root}/skills/{entry}/SKILL.md"
            if entry == name or len(entries) > MOST or _calls_itself(path, name):
                yield path


def _calls_itself(path: str, name: str) -> bool:
    """Whether a skill's front matter may give it that name."""
    try:
        data = read_file(path, LIMIT)
    except OSError:
        return False
    return data is None or any(
        line.lstrip().lower().startswith(b"name") and name.encode("utf-8", "replace") in line
        for line in data.splitlines()[:200]
    )
