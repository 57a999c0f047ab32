"""What an agent's own scoped entries let through: `Bash(git diff:*)` in `tools`, `Read(.env)` in `disallowedTools`.

The client cuts these scopes off; remit holds the agent to them. They are written in the client's grammar for permission rules, but read
more strictly than it does: nothing is free, no wrapper or variable is seen through, and what cannot be told counts against the call. A
scope of a denylist is read more widely for the same reason.
"""

from __future__ import annotations

import re

from .bash_rules import BashPattern, starts, wide
from .call import ALLOW, DENY, Call, Rule
from .claude_code import domain_matches, host_and_path, skill_matches
from .defaults import EDITORS, READERS
from .line import LONGEST
from .marks import BACKGROUND, BRACED, BRACES, ESCAPED_BLANK, GROUP, HOME_VARIABLE, PROCESS, SUBSHELL, SUBST, VARIABLE
from .paths import PathRule, Where
from .rule import ALIASES, wildcard
from .shell import Script, fragments, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .words import Command, Word

SHELLS = ("Bash", "Monitor")

# What a command line may have besides plain words: all that starts no command which is not looked at, and changes no other.
_TRANSPARENT = frozenset({BACKGROUND, BRACED, BRACES, ESCAPED_BLANK, GROUP, HOME_VARIABLE, PROCESS, SUBSHELL, SUBST, VARIABLE})
# Commands that run what they are given: a denied command is looked for in all of their words.
_RUNNERS = frozenset(
    """
    . alias ash at awk bash batch builtin busybox chroot chrt command coproc csh dash doas entr env eval exec fakeroot fd fdfind find fish
    flock gawk hyperfine ionice ksh ltrace mawk nice node nohup npx nsenter osascript parallel perl php pkexec python python3 rg ruby
    runuser rush script sed setarch setsid sg sh source ssh stdbuf strace su sudo systemd-run tclsh time timeout tmux toybox trap unbuffer
    unshare uv uvx watch xargs zsh
    """.split()
)
# Git runs commands when it is told to in one of these ways.
_GIT_RUNS = ("-c", "-x", "--exec", "--config-env", "--upload-pack", "--receive-pack", "--extcmd", "foreach", "run", "config")
_MAX_WORDS = 64
_URL = re.compile(r"(?i:https?)://([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)(?::\d{1,5})?(?:[/?#][^\s\\]*)?")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def within_any(scopes: Iterable[str], tool: str, value: object, *, where: Where) -> bool:
    """Whether a call lies inside one of the scopes, the texts between the brackets. A command line may need several of them."""
    scopes = list(scopes)
    if "*" in scopes:
        return True
    if ALIASES.get(tool, tool) in SHELLS:
        patterns = [_Words(part) for scope in scopes for part in parts(scope)]
        text = Call([], "Bash", value, where).main
        return text is not None and len(text) <= LONGEST and _line_within(patterns, parse(text))
    return any(_inside(scope, tool, value, where) for scope in scopes)


def within(scope: str, tool: str, value: object, *, where: Where) -> bool:
    """The same for a single scope."""
    return within_any([scope], tool, value, where=where)


def denied_by(scope: str, tool: str, value: object, *, where: Where) -> bool:
    """Whether a call is, or may be, one that the scope of a denylist's entry speaks of. An entry without a scope denies every call."""
    if scope in ("", "*"):
        return True
    if ALIASES.get(tool, tool) in SHELLS:
        text = Call([], "Bash", value, where).main
        if text is None or len(text) > LONGEST:
            return True
        script = parse(text)
        patterns = [BashPattern(part) for part in {scope, *parts(scope)}]
        return script.opaque or any(wide(pattern, script) for pattern in patterns) or _hidden(patterns, script)
    return _outside(scope, tool, value, where)


def parts(scope: str) -> list[str]:
    """The patterns of a shell scope that is a list of such, `npm test:*, npm ls:*`; any other is one pattern, whatever commas it has."""
    found = [part.strip() for part in scope.split(",")]
    return found if len(found) > 1 and all(part.endswith("*") and part != "*" for part in found) else [scope]


# -- shell, granting ------------------------------------------------------------------------------------------------------------------------


class _Words:
    """A shell pattern word by word. A `*` at the end stands for any further words, one on its own elsewhere for exactly one word that is
    no option, one within a word for any part of that word. A pattern that is no plain command matches nothing."""

    __slots__ = ("open", "words")

    def __init__(self, pattern: str) -> None:
        text = pattern.strip()
        self.open = text.endswith((":*", " *"))
        script = parse(text[:-2] if self.open else text)
        self.words: list[str] = []
        if script.error is None and not script.marks and len(script.commands) == 1:
            command = script.commands[0]
            values = [word.value for word in command.words]
            if not command.assigns and not command.redirects and None not in values:
                self.words = [value for value in values if value is not None]
        if self.words and not self.open and self.words[-1].endswith("*") and self.words[-1] != "*":
            self.open = True

    def matches(self, words: list[Word]) -> bool:
        wanted = self.words
        if not wanted or len(words) < len(wanted) or (len(words) > len(wanted) and not self.open):
            return False
        for pattern, word in zip(wanted, words, strict=False):
            value = word.value
            if value is None:
                return False
            if pattern == "*":
                if not value or value.startswith("-"):
                    return False
            elif not wildcard(pattern, value):
                return False
        return True


def _line_within(patterns: list[_Words], script: Script) -> bool:
    """Every command of the line, wherever it stands, is one that a pattern speaks of."""
    if script.opaque or not script.commands or not script.marks <= _TRANSPARENT:
        return False
    for command in script.commands:
        if command.assigns or not all(redirect.harmless for redirect in command.redirects):
            return False
        if not any(pattern.matches(command.words) for pattern in patterns):
            return False
    return True


# -- shell, denying -------------------------------------------------------------------------------------------------------------------------


def _hidden(patterns: list[BashPattern], script: Script) -> bool:
    """A command whose name nobody knows, or a denied one among the words of a command that runs what it is given."""
    for command in script.commands:
        if not command.words:
            continue
        name = command.words[0]
        if name.value is None or (
            not name.quoted and name.value not in ("[", "[[") and any(char in name.value for char in "*?[")
        ):
            return True
        for text in _readings(command):
            if any(pattern.matches(text) for pattern in patterns):
                return True
    return False


def _readings(command: Command) -> Iterator[str]:
    values = [word.text if word.value is None else word.value for word in command.words[:_MAX_WORDS]]
    yield " ".join(values)
    if not any(_runs(values, at) for at in starts(command.words) if at < len(values)):
        return
    for at, value in enumerate(values):
        yield " ".join(values[at:])
        yield " ".join([value.rpartition("/")[2], *values[at + 1 :]])
    yield from fragments(command.full, quotes=True)


def _runs(values: list[str], at: int) -> bool:
    name = values[at].rpartition("/")[2]
    return name in _RUNNERS or (name == "git" and any("!" in v or v.startswith(_GIT_RUNS) for v in values[at + 1 :]))


# -- other tools ----------------------------------------------------------------------------------------------------------------------------


def _inside(scope: str, tool: str, value: object, where: Where) -> bool:
    name = ALIASES.get(tool, tool)
    call = Call([Rule(ALLOW, f"{name}({scope})")], name, value, where)
    main = call.main
    if not call.rules:
        return False  # the client knows no such pattern
    if name in READERS or name in EDITORS:
        if main is None or _CONTROL.search(main) or (name == "Glob" and not _stays(call.fields.get("pattern"))):
            return False
        return PathRule(scope, where, grants=True, fold=False).matches(where.absolute(main))
    if name == "WebFetch":
        found = _URL.fullmatch(main or "")
        return found is not None and domain_matches(scope.removeprefix("domain:"), found.group(1).lower())
    if name == "Skill":
        wanted = scope[:-2] if scope.endswith((":*", " *")) else scope
        return bool(wanted) and main is not None and main.removeprefix("/") == wanted.removeprefix("/")
    if name == "Agent":
        return (main or "general-purpose") in [one.strip() for one in scope.split(",") if one.strip()]
    return _PARAMETER.match(scope) is not None and call.parameter(ALLOW) is not None


def _stays(pattern: object) -> bool:
    """Does a file glob stay below the folder it starts from?"""
    return pattern is None or (isinstance(pattern, str) and not pattern.startswith(("/", "~")) and ".." not in pattern)


def _outside(scope: str, tool: str, value: object, where: Where) -> bool:
    name = ALIASES.get(tool, tool)
    call = Call([Rule(DENY, f"{name}({scope})")], name, value, where)
    main = call.main
    if not call.rules:
        return True
    if name in READERS or name in EDITORS:
        return main is None or PathRule(scope, where, grants=False).matches(where.absolute(main))
    if name == "WebFetch":
        host, _ = host_and_path(main or "")
        return _URL.fullmatch(main or "") is None or domain_matches(scope.removeprefix("domain:"), host)
    if name == "Skill":
        return main is None or skill_matches(scope, main.removeprefix("/"))
    if name == "Agent":
        return _loose(main or "general-purpose") in [_loose(one) for one in scope.split(",")]
    if _PARAMETER.match(scope) and not name.startswith("mcp__") and name != "PowerShell":
        return call.parameter(DENY) is not None
    return True


def _loose(name: str) -> str:
    """An agent's name as the client looks it up: case, blanks, dashes and underscores do not count."""
    return re.sub(r"[-_\s]", "", name).lower()
