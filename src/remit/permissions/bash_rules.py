"""How the client matches a `Bash(...)` rule against a command line. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

A rule that allows is matched narrowly: against each simple command as it is written, seen through a few harmless wrappers and variables,
and never when the line holds something that only the shell can tell. A rule that denies or asks is matched widely: every command found
anywhere in the line, with and without its variables, wrappers, path, quotes and redirections.
"""

from __future__ import annotations

from .marks import ARITH, CASE, CONTINUATION, FUNCTION, GROUP, SUBSHELL, SUBST
from .scan import past, upto
from .shell import parse
from .wrappers import behind_runners, harmless_steps, narrow_steps, starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .patterns import BashPattern
    from .shell import Script
    from .words import Command, Word

# What pieces of a line may begin with that is no command.
# A line with one of these in it, or with a pipe, is also looked at as one text.
_AS_ONE = frozenset((SUBSHELL, GROUP, FUNCTION, CASE, ARITH))
_LEADING = frozenset("then do else elif if while until fi done esac !".split())

# -- allow ----------------------------------------------------------------------------------------------------------------------------------


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
    """Without the continuations between words; one within a word stays."""
    first, *others = text.split("\\\n")
    out = [first]
    before = first[-1:]
    for part in others:
        if before not in (" ", "\t", "\n") and not part.startswith((" ", "\t")):
            out.append("\\\n")
        out.append(part)
        before = part[-1:] or "\n"
    return "".join(out)


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
    if pattern.kind == "exact" and _close(script.text.strip()) == _close(pattern.text):
        return True
    piped = [pipeline for pipeline in script.pipelines if len(pipeline) > 1]
    if (
        pattern.kind != "prefix"
        and (piped or not _AS_ONE.isdisjoint(script.marks))
        and any(pattern.matches(" ".join(text.split())) for text in _as_one(script))
    ):
        return True
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
    from .fragments import fragments

    return pattern.matches(script.text.strip()) or any(_wide_fragment(pattern, part) for part in fragments(script.text))


def _close(text: str) -> str:
    """The text without white space around its operators."""
    for operator in ("&&", "||", ";", "|"):
        *others, last = text.split(operator)
        text = operator.join([*(part.rstrip() for part in others), last])
        first, *others = text.split(operator)
        text = operator.join([first, *(part.lstrip() for part in others)])
    return text


def _as_one(script: Script) -> Iterator[str]:
    """A line as one text: as it is, and with what is harmless before its first command taken away."""
    yield script.text
    first = min((one for one in script.commands if one.words and not one.via), key=lambda one: one.origin, default=None)
    if first is None or script.text[: first.origin].strip():
        return
    for at in (harmless := harmless_steps(first.words)):
        word = first.words[at]
        yield from _unquoted(word, _wide_value(word), script.text[word.start :], last=at == harmless[-1])


def _wide_fragment(pattern: BashPattern, text: str) -> bool:
    """The same for a piece of a line that was not understood."""
    start = 0
    while (end := upto(text, start, " \t")) < len(text) and text[start:end] in _LEADING:
        start = past(text, end, " \t")
    text = text[start:]
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
    yield from _by_value(command.words, values)
    certain = _certain(command.words)
    if certain and len(certain) < len(values):
        yield from _by_value(certain, [_wide_value(word) for word in certain])
    yield from _as_written(command, values)


def _by_value(words: list[Word], values: list[str]) -> Iterator[str]:
    """The words without their quotes, from each place where a command may begin, also by its name alone."""
    for at in sorted(starts(words)):
        yield " ".join(values[at:]).strip()
        if "/" in values[at]:
            yield " ".join([values[at].rpartition("/")[2], *values[at + 1 :]])


def _certain(words: list[Word]) -> list[Word]:
    """The words as the client counts them: without those that are one variable, up to one that is one substitution."""
    found: list[Word] = []
    for word in words:
        kind = word.lone
        if kind == SUBST:
            break
        if kind is None or not found:
            found.append(word)
    return found


def _as_written(command: Command, values: list[str]) -> Iterator[str]:
    """The source of the command behind each of its wrappers that are seen through this way, and with its first word alone out of its quotes."""
    words = command.words
    harmless = harmless_steps(words)
    behind = behind_runners(words)
    for at in harmless:
        if words[at].start < command.origin + len(command.text):
            yield from _unquoted(words[at], values[at], _source(command, at), last=at == harmless[-1])
    for at in sorted(behind):
        text = " ".join(_clean_wide(word.text) for word in words[at:])
        yield from _unquoted(words[at], values[at], text)
        if "/" in words[at].text:
            yield words[at].text.rpartition("/")[2] + text[len(words[at].text) :]


def _unquoted(name: Word, value: str, text: str, *, last: bool = True) -> Iterator[str]:
    yield text
    if last and name.quoted and not any(c.isspace() for c in value):
        yield value + text[len(_clean_wide(name.text)) :]


def _source(command: Command, at: int) -> str:
    return _clean_wide(command.text[command.words[at].start - command.origin :])


def _behind_xargs(command: Command) -> Iterator[str]:
    words = command.words
    for at, word in enumerate(words[:-1]):
        if at > 8:
            return
        if (word.value or "").rpartition("/")[2] == "xargs" and not words[at + 1].text.startswith("-"):
            yield rest(command, at + 1)
            yield " ".join(_wide_value(one) for one in words[at + 1 :])
