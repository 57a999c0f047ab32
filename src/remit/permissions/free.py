"""Which shell commands the client runs without a rule, and which files a command is about. The tables are in `shell_defaults`."""

from __future__ import annotations

from .marks import HOME_VARIABLE
from .shell_defaults import (
    FIND_ACTIONS,
    FREE_BARE,
    FREE_COMMANDS,
    FREE_OPTIONS,
    FREE_WITH_OPTION,
    FREE_XARGS,
    FREE_XARGS_OPTIONS,
    READING,
    WRITING,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .paths import Where
    from .words import Command, Word


def is_free(command: Command, at: int) -> bool:
    """Read-only for certain: `at` is the index of the first word behind wrappers."""
    words = command.words[at:]
    values = [word.value for word in words]
    name = values[0] if values else None
    if name is None:
        return False
    if any(word.value in ("nice", "nohup", "stdbuf", "time") for word in command.words[:at]):
        return False  # these are seen through for rules, but not here
    if name == "[":
        return values[-1] == "]"
    if name in FREE_COMMANDS:
        return True
    if name == "cd":
        return True
    if name == "find":
        return not any(value is None or value in FIND_ACTIONS or value == "-files0-from" for value in values)
    if name == "sed":
        rest = [value for value in values[1:] if value != "-E"]
        return len(rest) >= 2 and rest[0] == "-n" and rest[1] is not None and _prints_lines(rest[1]) and not _options(rest[2:])
    if name == "xargs":
        rest = [value for value in values[1:] if value not in FREE_XARGS_OPTIONS]
        return not rest or rest[0] in FREE_XARGS
    for count in (3, 2, 1):
        key = " ".join(value or "\0" for value in values[:count])
        if len(values) >= count and key in FREE_OPTIONS:
            return _free_options(key, values[count:])
    return False


def _prints_lines(script: str) -> bool:
    """Whether a script of `sed` is `3p` or `3,9p`."""
    first, comma, last = script.removesuffix("p").partition(",")
    return script.endswith("p") and first.isdecimal() and (last.isdecimal() if comma else True)


def _names_environment(program: str) -> bool:
    """Whether a program of `jq` has `env` or `ENV` as a word."""
    words = "".join(char if char.isalnum() or char == "_" else " " for char in program).split(" ")
    return "env" in words or "ENV" in words


def _options(values: list[str | None]) -> bool:
    return any(value is None or value.startswith("-") for value in values)


def _free_options(key: str, values: list[str | None]) -> bool:
    known = FREE_OPTIONS[key].split()
    words = FREE_BARE.get(key)
    seen = False
    position = 0
    while position < len(values):
        value = values[position]
        position += 1
        if value is None:
            return False
        if value == "--":
            return words is None
        if len(value) > 1 and value[0] == "-":
            seen = True
            if value + ":" in known:
                position += 1
                if position > len(values):
                    return False
            elif not _known(value, known):
                return False
        elif words is not None and value not in words.split() and not (key == "date" and value.startswith("+")):
            return bool(key in ("git branch", "git tag") and seen and {"-l", "--list"} & {v or "" for v in values})
        elif key == "jq" and _names_environment(value):
            return False
    return seen or key not in FREE_WITH_OPTION


def _known(option: str, known: list[str]) -> bool:
    if option in known or "*" in known:
        return True
    if option.startswith("--"):
        name, equals, _ = option.partition("=")
        return bool(equals) and name + "=" in known
    if option[1:].isdigit():
        return "-#" in known
    if option[2:].isdigit() and option[:2] + "#" in known:
        return True
    return all("-" + letter in known for letter in option[1:])


def files(command: Command, at: int, where: Where) -> tuple[list[str], list[str]]:
    """The files that the arguments of the command name: to read, and to write. As written, not yet absolute."""
    words = command.words[at:]
    name = words[0].value if words else None
    if name == "git" and len(words) > 2 and words[1].value == "diff":
        return _arguments(words[2:], 0, where), []
    if name is None or (name not in READING and name not in WRITING):
        return [], []
    skip = READING.get(name, 0)
    if name == "find":
        found: list[Word] = []
        for word in words[1:]:
            if word.text.startswith(("-", "(", "!")):
                break
            found.append(word)
        return _arguments(found, 0, where), []
    if skip and any((word.value or "").startswith(("-e", "-f")) for word in words[1:]):
        skip = 0
    arguments = _arguments(words[1:], skip, where)
    in_place = name == "sed" and any((word.value or "").startswith(("-i", "--in-place")) for word in words[1:])
    return (arguments if name in READING else []), (arguments if name in WRITING or in_place else [])


def _arguments(words: list[Word], skip: int, where: Where) -> list[str]:
    out: list[str] = []
    ended = False
    for word in words:
        value = path_of(word, where)
        if value is None:
            continue
        if value == "--" and not ended:
            ended = True
        elif ended or not (value.startswith("-") and len(value) > 1):
            out.append(value)
    return out[skip:]


def path_of(word: Word, where: Where) -> str | None:
    """The value of a word that is a path, with `~` and `$HOME` filled in; `None` when it is not known."""
    if word.value is not None:
        if word.quoted and word.text[:1] in "'\"\\" and word.value.startswith("~"):
            return "./" + word.value
        return word.value
    if HOME_VARIABLE in word.marks and len(word.marks) == 1:
        return word.text.replace('"', "").replace("$HOME", where.home)
    return None
