"""Command lines that need no shell to read: commands of plain words, one or several. Most calls are such, and a hook has no time to load more.

`within_simple` gives exactly what `declared.within_any` would, or `None` where that has to be asked; a law in the tests holds it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./_-:@,+")
_WITHIN = _PLAIN | {"="}
_KEYWORDS = frozenset(
    """
    case coproc do done elif else end esac fi for foreach function if in namespace nocorrect noglob repeat select then time until while
    """.split()
)
LONGEST = 2000


_BETWEEN = frozenset(("&&", "||", "|"))
"""What stands between commands, as a word of its own."""


def words_of(line: str) -> list[str] | None:
    """The words of a line that is one simple command, `None` for any other."""
    commands = commands_of(line)
    return commands[0] if commands is not None and len(commands) == 1 else None


def commands_of(line: str) -> list[list[str]] | None:
    """The words of each command of a line of simple commands, `None` for any other."""
    if not line or len(line) > LONGEST or line[0] == " " or line[-1] == " ":
        return None
    commands: list[list[str]] = [[]]
    for word in line.split(" "):
        if word in _BETWEEN:
            commands.append([])
        elif not word or word[0] == "=" or not _WITHIN.issuperset(word):
            return None
        else:
            commands[-1].append(word)
    if not all(words and words[0] not in _KEYWORDS and _PLAIN.issuperset(words[0]) for words in commands):
        return None
    return commands


def within_line(scopes: Iterable[str], line: str) -> bool:
    """Whether a command line lies inside the scopes. One that is not simple is read by the shell's grammar, which is loaded only then."""
    scopes = list(scopes)
    if "*" in scopes:
        return True
    found = within_simple(scopes, line)
    if found is None:
        from .granted_lines import line_within

        found = line_within(scopes, line)
    return found


def within_simple(scopes: Iterable[str], line: str) -> bool | None:
    """Whether a command line lies inside the scopes, each command in one of them; `None` where it or a scope is not simple."""
    commands = commands_of(line)
    if commands is None:
        return None
    listed = list(scopes)
    answers = [_within(listed, words) for words in commands]
    return True if all(answers) else None if None in answers and False not in answers else False


def _within(scopes: list[str], words: list[str]) -> bool | None:
    """Whether one command lies inside one of the scopes; `None` where a scope is not simple."""
    certain = True
    for scope in scopes:
        for part in scope.split(",") if "," in scope else (scope,):
            text = part.strip(" ") if "," in scope else part
            if "," in scope and not (text.endswith("*") and text != "*"):
                certain = False
                continue
            stays_open = text.endswith((":*", " *"))
            wanted = words_of(text[:-2] if stays_open else text)
            if wanted is None:
                certain = False
            elif words[: len(wanted)] == wanted and (stays_open or len(words) == len(wanted)):
                return True
    return False if certain else None
