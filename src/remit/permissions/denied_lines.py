"""Command lines that a scope of an agent's denylist speaks of, or may: `Bash(git push:*)` in `disallowedTools`.

A scope is read more widely than the client reads it: a line that cannot be read is denied, and a denied command is looked for everywhere.
"""

from __future__ import annotations

from .bash_rules import wide
from .patterns import BashPattern
from .rule import listed
from .shell import LONGEST, parse
from .wrappers import starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .shell import Script
    from .words import Command

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


def line_denied(scope: str, line: str | None) -> bool:
    """Whether a line is, or may be, one that the scope speaks of. A call without a line may be any."""
    if line is None or len(line) > LONGEST:
        return True
    script = parse(line)
    patterns = [BashPattern(part) for part in {scope, *listed(scope)}]
    return script.opaque or any(wide(pattern, script) for pattern in patterns) or _hidden(patterns, script)


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
    from .fragments import fragments

    yield from fragments(command.full, quotes=True)


def _runs(values: list[str], at: int) -> bool:
    name = values[at].rpartition("/")[2]
    return name in _RUNNERS or (name == "git" and any("!" in v or v.startswith(_GIT_RUNS) for v in values[at + 1 :]))
