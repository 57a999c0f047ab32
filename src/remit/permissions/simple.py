"""Command lines that need no shell to read: one command of plain words. Most calls are such, and a hook has no time to load more.

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


def words_of(line: str) -> list[str] | None:
    """The words of a line that is one simple command, `None` for any other."""
    if not line or len(line) > LONGEST or line[0] == " " or line[-1] == " ":
        return None
    words = line.split(" ")
    first = words[0]
    if first in _KEYWORDS or not _PLAIN.issuperset(first):
        return None
    for word in words:
        if not word or word[0] == "=" or not _WITHIN.issuperset(word):
            return None
    return words


def within_simple(scopes: Iterable[str], line: str) -> bool | None:
    """Whether a command line lies inside one of the scopes; `None` where it or a scope is not simple."""
    words = words_of(line)
    if words is None:
        return None
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
