"""How the client matches a `Bash(...)` rule against a command line. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

A rule that allows is matched narrowly: against each simple command as it is written, seen through a few harmless wrappers and variables,
and never when the line holds something that only the shell can tell. A rule that denies or asks is matched widely: every command found
anywhere in the line, with and without its variables, wrappers, path, quotes and redirections.
"""

from __future__ import annotations

import re

from .defaults import LOCALE_VARIABLES, SAFE_VARIABLES
from .marks import CONTINUATION
from .rule import matches
from .shell import fragments, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .shell import Script
    from .words import Command, Word

_SPACES = re.compile(r"[ \t]+")
_UNESCAPE = re.compile(r"\\([()\\])")
_SAFE_VALUE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=((?!/|\.)[A-Za-z0-9_.:-]+(?:/[A-Za-z0-9_:-]+)*)")
_PLAIN_LOCALE = re.compile(r"C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf8)")
_DURATION = re.compile(r"\d+(?:\.\d+)?[smhd]?")
_OPERATORS = re.compile(r"\s*(&&|\|\||;|\|)\s*")
# A continuation between words, not one within a word.
_CONTINUED = re.compile(r"(?<=[ \t\n])\\\n|\\\n(?=[ \t])")
_LEADING = re.compile(r"(?:(?:then|do|else|elif|if|while|until|fi|done|esac|!)[ \t]+)+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")

# Wrappers that take any options and then a command; the second number is of arguments before it that are no options.
_WIDE = {
    "sudo": 0, "doas": 0, "pkexec": 0, "env": 0, "exec": 0, "nocorrect": 0, "watch": 0, "setsid": 0, "ionice": 0, "unshare": 0,
    "nsenter": 0, "strace": 0, "ltrace": 0, "taskset": 0, "chrt": 0, "flock": 1, "script": 1,
}  # fmt: skip


class BashPattern:
    """The specifier of a `Bash(...)` rule: `exact`, `prefix` (`x:*`), `wild` (a `*` somewhere) or `none`, which matches nothing."""

    __slots__ = ("kind", "parts", "text")

    def __init__(self, specifier: str) -> None:
        self.text = specifier
        self.parts: list[str] = []
        self.kind = "none"
        if specifier.endswith(":*"):
            self.text = _UNESCAPE.sub(r"\1", specifier[:-2])
            if self.text and ":*" not in self.text:
                self.kind = "prefix"
        elif ":*" in specifier:
            return
        elif "*" in specifier.replace("\\*", ""):
            self.kind = "wild"
            self.parts = [part.replace("\0", "*") for part in _parts(_SPACES.sub(" ", specifier.strip()))]
        elif specifier:
            self.kind = "exact"
            self.text = _UNESCAPE.sub(r"\1", specifier)

    @property
    def open_end(self) -> bool:
        """A prefix in either spelling: the only kind of rule that an allow decision sees through `xargs` with."""
        return self.kind == "prefix" or (self.kind == "wild" and len(self.parts) == 2 and not self.parts[1])

    def matches(self, text: str) -> bool:
        if self.kind == "exact":
            return text == self.text
        if self.kind == "none":
            return False
        text = _SPACES.sub(" ", text)
        if self.kind == "prefix":
            return text == self.text or text.startswith(self.text + " ")
        if len(self.parts) == 2 and not self.parts[1] and self.parts[0].endswith(" ") and text == self.parts[0][:-1]:
            return True  # `npm *` is `npm:*`
        return matches(self.parts, text)

    def __repr__(self) -> str:
        return f"BashPattern({self.kind}, {self.text!r})"


def _parts(specifier: str) -> list[str]:
    return _UNESCAPE.sub(r"\1", specifier.replace("\\*", "\0")).split("*")


# -- allow ----------------------------------------------------------------------------------------------------------------------------------


def narrow_steps(command: Command) -> int | None:
    """How many words of the command are wrappers to be seen through; `None` when a variable before it is in the way."""
    for assign in command.assigns:
        found = _SAFE_VALUE.fullmatch(assign.text)
        if found is None:
            return None
        name, value = found.groups()
        if name not in SAFE_VARIABLES and not (name in LOCALE_VARIABLES and _PLAIN_LOCALE.fullmatch(value)):
            return None
    at = 0
    while True:
        following = _unwrap(command.words, at)
        if following is None:
            return at
        at = following


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
        if i >= len(values) or not _DURATION.fullmatch(values[i] or ""):
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
        while i < len(values) and re.fullmatch(r"-[ioe][A-Za-z0-9]+", values[i] or ""):
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


def unreadable(words: list[Word], at: int) -> bool:
    """A wrapper whose options are not understood: not even a rule for the wrapper itself allows it."""
    if at + 1 >= len(words):
        return False
    name, following = words[at].value, words[at + 1].value or "-"
    return name in ("nice", "timeout") or (name == "time" and following.startswith("-"))


def _assigned(command: Command) -> str | None:
    """The source with the quotes around the values of its variables removed, if there are any."""
    if not any(assign.quoted for assign in command.assigns) or not command.words:
        return None
    heads = [assign.text if assign.value is None else assign.value for assign in command.assigns]
    return " ".join([*heads, rest(command, 0)])


def rest(command: Command, at: int) -> str:
    """The source of the command from one of its words on."""
    return clean(command.text[command.words[at].start - command.origin :])


def clean(text: str) -> str:
    return text.replace("\\\n", "")


def _clean_wide(text: str) -> str:
    return _CONTINUED.sub("", text)


def _wide_value(word: Word) -> str:
    """The value as far as it is known. The client does not join a word that a continuation cuts in two."""
    if CONTINUATION in word.marks:
        return _clean_wide(word.text).removesuffix("\\\n")
    return word.text if word.value is None else word.value


def narrow(pattern: BashPattern, command: Command) -> bool:
    """Does an allow rule speak of this command?"""
    if pattern.matches(clean(command.text)) or (pattern.kind == "exact" and pattern.text == clean(command.full)):
        return True
    assigned = _assigned(command)
    if assigned is not None and pattern.matches(assigned):
        return True
    at = narrow_steps(command)
    if at is None or at >= len(command.words):
        return False
    word = command.words[at]
    text = rest(command, at)
    if pattern.matches(text):
        return True
    if (
        word.quoted
        and word.value is not None
        and not any(c.isspace() for c in word.value)
        and pattern.matches(word.value + text[len(clean(word.text)) :])
    ):
        return True
    if word.value == "xargs" and pattern.open_end and at + 1 < len(command.words):
        following = command.words[at + 1].value
        return following is not None and not following.startswith("-") and pattern.matches(rest(command, at + 1))
    return False


# -- deny and ask -----------------------------------------------------------------------------------------------------------------------------


def wide(pattern: BashPattern, script: Script) -> bool:
    """Does a deny or ask rule speak of anything in this line?"""
    if pattern.kind == "exact" and _OPERATORS.sub(r"\1", script.text.strip()) == _OPERATORS.sub(r"\1", pattern.text):
        return True
    piped = [pipeline for pipeline in script.pipelines if len(pipeline) > 1]
    if piped and pattern.kind != "prefix" and pattern.matches(" ".join(script.text.split())):
        return True  # a line with a pipe is also looked at as one text
    if any(pattern.matches(" | ".join(command.text for command in pipeline)) for pipeline in piped):
        return True
    for command in script.commands:
        if any(pattern.matches(text) for text in wide_texts(command)):
            return True
        if pattern.kind == "exact" and command.words and pattern.text == _clean_wide(command.full):
            return True
        if pattern.kind in ("prefix", "wild") and any(pattern.matches(text) for text in _behind_xargs(command)):
            return True
    if script.error is None:
        return False
    return pattern.matches(script.text.strip()) or any(_wide_fragment(pattern, part) for part in fragments(script.text))


def _wide_fragment(pattern: BashPattern, text: str) -> bool:
    """The same for a piece of a line that was not understood."""
    text = _LEADING.sub("", text)
    if pattern.matches(text):
        return True
    script = parse(text)
    return script.error is None and wide(pattern, script)


def wide_texts(command: Command) -> Iterator[str]:
    """Every way to write down the command that a deny rule may mean."""
    if not command.words:
        return
    yield _clean_wide(command.text)
    assigned = _assigned(command)
    if assigned is not None:
        yield assigned
    values = [_wide_value(word) for word in command.words]
    for at in sorted(starts(command.words)):
        yield " ".join(values[at:]).strip()
        if command.words[at].start < command.origin + len(command.text):
            yield _clean_wide(command.text[command.words[at].start - command.origin :])
        if "/" in values[at]:
            yield " ".join([values[at].rpartition("/")[2], *values[at + 1 :]])


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


def _behind(words: list[Word], at: int) -> Iterator[int]:
    name = (words[at].value or "").rpartition("/")[2]
    known = _unwrap(words, at, anywhere=True)
    if known is not None:
        yield known
    if _VARIABLE.match(words[at].value or "") and at:
        yield at + 1
    if name == "time":
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
            yield i + skip
            if name in ("taskset", "chrt"):
                yield i + 1
            if not option:
                return
            option = False
        i += 1
    yield i + skip


def _is_option(word: Word) -> bool:
    return word.text.startswith("-") or _VARIABLE.match(word.text) is not None


def _behind_xargs(command: Command) -> Iterator[str]:
    for at, word in enumerate(command.words[:-1]):
        if at > 8:
            return
        if word.value == "xargs" and not command.words[at + 1].text.startswith("-"):
            yield rest(command, at + 1)
