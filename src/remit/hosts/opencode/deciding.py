"""May an agent make this call? The client asks its rules about a permission and a pattern: the command, the file, the address, the name."""

from __future__ import annotations

import posixpath

from ...policy import ALLOW, ASK, DENY, Decision, Rule, last_applicable, stricter
from .globs import matches
from .shell import FOLDERS, QUIET, take_apart
from .vocabulary import permission_of

MAIN_FIELDS = {
    "bash": ("command",),
    "read": ("filePath", "file_path", "path"),
    "edit": ("filePath", "file_path", "path"),
    "write": ("filePath", "file_path", "path"),
    "apply_patch": ("filePath", "file_path", "path"),
    "patch": ("filePath", "file_path", "path"),
    "multiedit": ("filePath", "file_path", "path"),
    "glob": ("pattern",),
    "grep": ("pattern",),
    "list": ("path",),
    "webfetch": ("url",),
    "websearch": ("query",),
    "task": ("subagent_type", "agent"),
    "skill": ("name", "skill"),
}
"""Which field of a call the client looks at."""

_PATHS = frozenset(("read", "edit", "write", "apply_patch", "patch", "multiedit", "list"))
_SEARCHES = frozenset(("glob", "grep"))


class Asked:
    """What the client asks before a call: pairs of permission and pattern, and whether that is all."""

    __slots__ = ("certain", "questions")

    def __init__(self, questions: list[tuple[str, str]], certain: bool = True) -> None:
        self.questions = questions
        self.certain = certain


class Where:
    """Where the agent works: the working folder, the folder that paths are relative to, the home."""

    __slots__ = ("home", "root", "worktree")

    def __init__(self, root: str = "/project", worktree: str | None = None, home: str | None = None) -> None:
        self.root = root
        self.worktree = worktree or root
        self.home = home

    def full(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.root, path))

    def outside(self, path: str) -> bool:
        """Whether a full path lies in neither of the two folders."""
        return not any(path == top or path.startswith(top.rstrip("/") + "/") for top in (self.root, self.worktree))

    def shown(self, path: str) -> str:
        found = posixpath.relpath(path, self.worktree)
        return "" if found == "." else found

    def beyond(self, path: str) -> list[tuple[str, str]]:
        """The questions about a path outside: about its folder, and about itself as it may be one."""
        if not self.outside(path):
            return []
        return [("external_directory", f"{folder.rstrip('/')}/*") for folder in (posixpath.dirname(path), path)]


def asked(tool: str, value: object, where: Where) -> Asked:
    """The questions about a call."""
    permission = permission_of(tool)
    text = text_of(tool, value)
    if tool == "bash":
        return _shell(text, where, value.get("workdir") if isinstance(value, dict) else None)
    if text is None:
        return Asked([(permission, "*")])
    if tool in _PATHS:
        path = where.full(text)
        return Asked([*where.beyond(path), (permission, where.shown(path))])
    if tool in _SEARCHES:
        folder = value.get("path") if isinstance(value, dict) else None
        path = where.full(folder) if isinstance(folder, str) else where.root
        return Asked([(permission, text), *where.beyond(path)])
    return Asked([(permission, text)])


def text_of(tool: str, value: object) -> str | None:
    """The text of a call that rules look at: the value itself, or its main field."""
    if isinstance(value, str):
        return value if tool in MAIN_FIELDS else None
    if isinstance(value, dict):
        for name in MAIN_FIELDS.get(tool, ()):
            found = value.get(name)
            if isinstance(found, str):
                return found
    return None


def _shell(text: str | None, where: Where, folder: object) -> Asked:
    if text is None:
        return Asked([("bash", "*")], certain=False)
    line = take_apart(text)
    questions = where.beyond(where.full(folder)) if isinstance(folder, str) else []
    for command in line.commands:
        if command.words[0] in FOLDERS:
            for word in command.words[1:]:
                path = _path(word, where)
                if path is not None:
                    questions += where.beyond(path)
        if command.words[0] not in QUIET:
            questions.append(("bash", command.text))
    return Asked(questions, line.certain)


def _path(word: str, where: Where) -> str | None:
    """The full path that an argument names, `None` for options and for what the shell fills in."""
    bare = word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word
    if not bare or bare.startswith("-") or any(sign in bare for sign in "$`("):
        return None
    for index, char in enumerate(bare):
        if char in "*?[":
            bare = bare[:index]
            break
    if where.home is not None and (bare == "~" or bare.startswith("~/")):
        bare = where.home + bare[1:]
    return where.full(bare) if bare else None


def decide_rules(rules: list[Rule], permission: str, pattern: str) -> Rule | None:
    """The rule that decides, `None` where none matches and the client asks."""
    return last_applicable(rules, lambda rule: matches(rule.tool, permission) and matches(rule.pattern, pattern))


def decide(rules: list[Rule], tool: str, value: object, where: Where) -> Decision:
    """The decision of a list of rules about a call: the strictest answer to any of its questions."""
    about = asked(tool, value, where)
    answer: Decision | None = None
    for permission, pattern in about.questions:
        one = _answer(decide_rules(rules, permission, pattern), permission, pattern)
        answer = one if answer is None else stricter(answer, one)
    if not about.certain and (answer is None or answer.effect == ALLOW) and not _all_allowed(rules):
        return Decision(ASK, "the command cannot be taken apart for certain, and not every command is allowed")
    return answer or Decision(ALLOW, "nothing is asked about this call")


def _all_allowed(rules: list[Rule]) -> bool:
    """Whether `bash` is allowed whatever the command."""
    for rule in reversed(rules):
        if matches(rule.tool, "bash"):
            if rule.effect != ALLOW:
                return False
            if rule.pattern == "*":
                return True
    return False


def _answer(rule: Rule | None, permission: str, pattern: str) -> Decision:
    about = f"`{permission}`" if pattern == "*" else f"`{permission}` of `{pattern}`"
    if rule is None:
        return Decision(ASK, f"no rule is about {about}, so it is asked for")
    word = {ALLOW: "allowed", ASK: "to be asked for", DENY: "denied"}[rule.effect]
    return Decision(rule.effect, f"{about} is {word} by {said(rule)}", rule.origin)


def said(rule: Rule) -> str:
    """A rule as a phrase: its text, and whose it is."""
    text = f"`{rule.tool}: {rule.effect}`" if rule.pattern == "*" else f'`{rule.tool}: {{"{rule.pattern}": {rule.effect}}}`'
    whose = {
        "default": " of OpenCode's defaults",
        "built-in": " of the built-in agent",
        "global": " for all agents",
        "child": " for spawned agents",
    }.get(rule.label, "")
    return text + whose
