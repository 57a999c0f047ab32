"""Commands and variables before a command: `timeout 5 git diff`, `CI=1 npm test`. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

A rule that allows is seen through a few harmless ones; one that denies through all that may run what stands behind them.
"""

from __future__ import annotations

from .scan import DIGITS, LETTERS, past_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .words import Command, Word

# Variables that may stand before a command without changing what is decided for it; those of the second set with a plain locale only.
SAFE_VARIABLES = frozenset(
    {
        "ANTHROPIC_API_KEY", "BLOCKSIZE", "BLOCK_SIZE", "CGO_ENABLED", "CHARSET", "CI", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM",
        "FORCE_COLOR", "GCC_COLORS", "GIT_TERMINAL_PROMPT", "GO111MODULE", "GOARCH", "GOEXPERIMENT", "GOOS", "GREP_COLOR", "GREP_COLORS",
        "LANGUAGE", "LC_TIME", "LSCOLORS", "LS_COLORS", "NODE_ENV", "NO_COLOR", "PYTEST_DEBUG", "PYTEST_DISABLE_PLUGIN_AUTOLOAD",
        "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "RUST_BACKTRACE", "RUST_LOG", "TERM", "TIME_STYLE", "TZ",
    }
)  # fmt: skip
LOCALE_VARIABLES = frozenset({"LANG", "LC_ALL", "LC_CTYPE"})
_IN_VALUE = LETTERS | DIGITS | frozenset("_.:-")

# Wrappers that take any options and then a command; the second number is of arguments before it that are no options.
_WIDE = {
    "sudo": 0, "doas": 0, "pkexec": 0, "env": 0, "exec": 0, "nocorrect": 0, "watch": 0, "setsid": 0, "ionice": 0, "unshare": 0,
    "nsenter": 0, "strace": 0, "ltrace": 0, "taskset": 0, "chrt": 0, "flock": 1, "script": 1,
}  # fmt: skip
_LENDERS = frozenset(("sudo", "doas", "pkexec"))
_RUNNERS = frozenset(_WIDE) - _LENDERS - {"env", "script"}


def narrow_steps(command: Command) -> int | None:
    """How many words of the command are wrappers to be seen through; `None` when a variable before it is in the way."""
    for assign in command.assigns:
        name, _, value = assign.text.partition("=")
        if not _safe_value(value):
            return None
        if name not in SAFE_VARIABLES and not (name in LOCALE_VARIABLES and _plain_locale(value)):
            return None
    at = 0
    while True:
        following = _unwrap(command.words, at)
        if following is None:
            return at
        at = following


def _safe_value(value: str) -> bool:
    """Whether the value of a variable is plain: words of letters, digits and `_:-`, in the first one also dots, with `/` between them."""
    parts = value.split("/")
    return (
        not value.startswith(".")
        and "." not in "".join(parts[1:])
        and all(part and _IN_VALUE.issuperset(part) for part in parts)
    )


def _plain_locale(value: str) -> bool:
    """`C`, `POSIX`, `C.UTF-8`, `de_DE.utf8`."""
    if value in ("C", "POSIX"):
        return True
    name, _, code = value.partition(".")
    language, _, country = name.partition("_")
    letters = name.isascii() and language.isalpha() and country.isalpha()
    named = letters and language.islower() and len(language) in (2, 3) and country.isupper() and len(country) == 2
    return code in ("UTF-8", "utf8") and (name == "C" or named)


def _duration(value: str) -> bool:
    """`5`, `0.5s`, `2h`."""
    whole, dot, part = (value[:-1] if value.endswith(("s", "m", "h", "d")) else value).partition(".")
    return whole.isdecimal() and (part.isdecimal() if dot else True)


def _unwrap(words: list[Word], at: int, anywhere: bool = False) -> int | None:
    """The index behind one harmless wrapper, or `None`. `anywhere`: also one that is named by its path."""
    if at + 1 >= len(words):
        return None
    values = [word.value for word in words[at : at + 12]]
    name, i = (values[0] or "").rpartition("/")[2] if anywhere else values[0], 1
    if name == "timeout":
        while i < len(values):
            value = values[i] or ""
            if value in ("-k", "-s"):
                i += 2
            elif value in ("-v", "--verbose", "--foreground", "--preserve-status") or value.startswith(
                ("--signal=", "--kill-after=")
            ):
                i += 1
            else:
                break
        if i >= len(values) or not _duration(values[i] or ""):
            return None
        i += 1
    elif name == "nice":
        value = values[1] or ""
        if value == "-n":
            i = 3
        elif value.startswith("-"):
            if not value[1:].isdigit():
                return None
            i = 2
    elif name == "stdbuf":
        while i < len(values) and _buffering(values[i] or ""):
            i += 1
        if i == 1:
            return None
    elif name in ("command", "builtin"):
        while i < len(values) and (values[i] == "--" or (name == "command" and values[i] == "-p")):
            i += 1
    elif name not in ("nohup", "time", "noglob") or name == values[1] == "time":
        return None
    if at + i >= len(words) or (values[i] or "").startswith("-"):
        return None
    return at + i


def _buffering(option: str) -> bool:
    """An option of `stdbuf`: `-oL`, `-i0`."""
    return option[:2] in ("-i", "-o", "-e") and option[2:].isascii() and option[2:].isalnum()


def unreadable(words: list[Word], at: int) -> bool:
    """A wrapper whose options are not understood: not even a rule for the wrapper itself allows it."""
    if at + 1 >= len(words):
        return False
    name, following = words[at].value, words[at + 1].value or "-"
    return name in ("nice", "timeout") or (name == "time" and following.startswith("-"))


def starts(words: list[Word]) -> set[int]:
    """The places where, wrapper by wrapper, a command may begin."""
    found = {0}
    todo = [0]
    while todo and len(found) < 64:
        at = todo.pop()
        for following in _behind(words, at):
            if following < len(words) and following not in found:
                found.add(following)
                todo.append(following)
    return found


def harmless_steps(words: list[Word]) -> list[int]:
    """Where the command begins, and where it does behind each of its harmless wrappers."""
    found = [0]
    while (following := _behind_harmless(words, found[-1])) is not None:
        found.append(following)
    return found


def _behind_harmless(words: list[Word], at: int) -> int | None:
    known = _unwrap(words, at)
    if known is not None:
        return known
    name = words[at].value
    following = at + 1
    if following < len(words) and name in ("nice", "nohup", "time", "timeout") and words[following].value in ("--", "-p"):
        following += 2 if name == "timeout" else 1
    elif name != "time":
        return None
    return following if following < len(words) else None


def behind_runners(words: list[Word]) -> set[int]:
    """The places behind a wrapper of `_RUNNERS`: from there on the client sees the source through every wrapper, and through none of
    `_LENDERS` before."""
    found: set[int] = set()
    todo = [(0, False)]
    seen = set(todo)
    while todo and len(seen) < 64:
        at, running = todo.pop()
        if running:
            found.add(at)
        name = words[at].text.rpartition("/")[2]
        if words[at].quoted or (name == "script" if running else name in _LENDERS):
            continue
        running = running or name in _RUNNERS
        for following in (at + 1,) if name == "script" else _behind(words, at):
            step = (following, running)
            if following < len(words) and step not in seen:
                seen.add(step)
                todo.append(step)
    return found


def _behind(words: list[Word], at: int) -> Iterator[int]:
    name = (words[at].value or "").rpartition("/")[2]
    known = _unwrap(words, at, anywhere=True)
    if known is not None:
        yield known
    if at and _sets(words[at].value or ""):
        yield at + 1
    if name == "time" or all(word.text == "!" for word in words[: at + 1]):
        yield at + 1
    if name in ("nice", "nohup", "time", "timeout") and at + 1 < len(words) and words[at + 1].value in ("--", "-p"):
        yield at + 3 if name == "timeout" else at + 2
    skip = _WIDE.get(name)
    if skip is None:
        return
    if name == "script" and at + 1 < len(words) and _is_option(words[at + 1]):
        skip = 0
    # Which options take a word of their own is not known for all of these: both readings count.
    i, option = at + 1, False
    while i < min(len(words), at + 24):
        if _is_option(words[i]):
            option = words[i].text.startswith("-")
        else:
            yield i + skip if i + skip < len(words) else i
            if name in ("taskset", "chrt"):
                yield i + 1
            if not option:
                return
            option = False
        i += 1
    yield i + skip


def _is_option(word: Word) -> bool:
    return word.text.startswith("-") or _sets(word.text)


def _sets(text: str) -> bool:
    """Whether a word begins as an assignment does, `NAME=`."""
    return text.startswith("=", past_name(text, 0)) and text[0] != "="
