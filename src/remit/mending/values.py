"""Values in other quotes, in none, or as a value of another type."""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic, Edit, Fix
from ..syntax import fences
from ..syntax.edits import blocks, lists, scalars
from ..syntax.edits.lines import line_start, line_stop, next_line, skip_blanks
from ..syntax.nodes import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE, Scalar
from ..syntax.schema import core
from .written import SAFE, UNSAFE, Written, known_keys, proposal, security_keys, written

_STAR_KEY = re.compile(r"""^[ \t]*(?:- )?([*&@%`][^\s"':#]*)[ \t]*:(?=[ \t\r\n]|\Z)""", re.MULTILINE).finditer
_TOUCHING = re.compile(r"([A-Za-z_][\w-]*):(?=[^\s:/]|/(?!/))").match
_QUOTED = re.compile(r"""("[^"\\\r\n]*|'[^'\r\n]*)\Z""").match


def quoted_value(finding: Diagnostic, start: int, end: int, safety: str = SAFE) -> Fix | None:
    """Quotes around a text that is one line and is meant as it stands."""
    return proposal("put the value in quotes", scalars.requoted(written(finding).text, start, end), safety)


def quoted_text(finding: Diagnostic) -> Fix | None:
    """Quotes around a value that only lacks them; not around an anchor or a tag, which nobody means for text."""
    if finding.source.text[finding.start : finding.start + 1] in ("&", "!", ""):
        return None
    return quoted_value(finding, finding.start, finding.end)


def _value_line(file: Written, at: int) -> tuple[str, int, int] | None:
    """The key at the left edge of a line, and where its value starts and ends on it; `None` where more of the value follows."""
    text = file.text
    start = line_start(text, at)
    found = blocks.KEY(text, start)
    if found is None or file.document.kind != fences.YAML or not file.front[0] <= start < file.front[1]:
        return None
    stop = line_stop(text, start)
    begin = skip_blanks(text, found.end(), stop)
    below = next_line(text, start)
    if below < file.front[1] and text[below] in " \t-" and text[below : line_stop(text, below)].strip():
        return None
    end = begin + len(text[begin:stop].rstrip())
    return (found[1].strip("\"'"), begin, end) if end > begin else None


def parted_key(finding: Diagnostic) -> Fix | None:
    """A blank between a key and the value that touches it."""
    file = written(finding)
    start = line_start(file.text, finding.start)
    found = _TOUCHING(file.text, start)
    if found is None or found[1] not in known_keys() or not file.yaml:
        return None
    return proposal("write a blank behind the colon", [Edit(found.end(), found.end(), " ")])


def quoted_line(finding: Diagnostic) -> Fix | None:
    """Quotes around all that stands behind a key that keeps nothing away; only the closing sign where that is what is missing."""
    file = written(finding)
    line = _value_line(file, finding.start)
    if line is None:
        return None
    key, start, end = line
    text = file.text[start:end]
    if text[0] == "[" and not set(text[1:]) & set("[]{}#\"'"):
        return proposal("close the bracket", [Edit(end, end, "]")], UNSAFE)
    if key in security_keys():
        return None
    inner = text[1:-1]
    if text[0] in "\"'" and text[-1] == text[0] and _inside(inner, text[0]):
        # What looks like quotes around the whole was meant for them: those inside make the trouble.
        again = scalars.quoted(inner)
        edits = [Edit(start, end, again)] if again is not None and scalars.reads_as(again, inner) else None
        return proposal("put the value in other quotes", edits, SAFE if key == "description" else UNSAFE)
    if _QUOTED(text):
        edits = [Edit(end, end, text[0])] if scalars.reads_as(text + text[0], text[1:]) else None
        return proposal("close the quote", edits, UNSAFE)
    return quoted_value(finding, start, end, SAFE if key == "description" else UNSAFE)


def _inside(text: str, quote: str) -> bool:
    """Whether the first quote in a text begins something or stands in a word, so that it does not end the text before it."""
    at = text.find(quote)
    return 0 <= at < len(text) - 1 and not text[at + 1].isspace()


def whole_line(finding: Diagnostic) -> Fix | None:
    """Quotes around all that stands on the line behind its key, with what YAML takes for a comment."""
    file = written(finding)
    line = _value_line(file, finding.start)
    return None if line is None or line[0] in security_keys() else quoted_value(finding, line[1], line[2], UNSAFE)


def starred_value(finding: Diagnostic) -> Fix | None:
    """Quotes around a value that begins with `*` or `&` and was not meant for an alias."""
    file = written(finding)
    line = _value_line(file, finding.start)
    if line is None or line[0] in security_keys() or file.text[line[1]] not in "*&":
        return None
    if any(finding.source.text[at] == "&" for at in range(*file.front) if file.text[at - 1 : at] == " " and at != line[1]):
        return None  # there are anchors
    return quoted_value(finding, line[1], line[2], UNSAFE)


def quoted_keys(finding: Diagnostic) -> Fix | None:
    """Quotes around every key that is a pattern and that YAML takes for an alias, where the finding is on the line of one."""
    file = written(finding)
    if file.document.kind != fences.YAML:
        return None
    low, high = file.front
    found = [(match.start(1) + low, match.end(1) + low) for match in _STAR_KEY(file.text[low:high])]
    stop = line_stop(file.text, finding.start)
    if not any(line_start(file.text, finding.start) <= start <= stop for start, _ in found):
        return None
    edits = [edit for start, end in found for edit in (Edit(start, start, '"'), Edit(end, end, '"'))]
    return proposal("put the key in quotes", edits)


def bare_value(finding: Diagnostic, word: object) -> Fix | None:
    """A number or truth value without quotes."""
    file = written(finding)
    scalar = file.scalar(finding.start)
    edits = None if scalar is None else scalars.bare(file.text, scalar, str(word))
    return proposal(f"write `{word}` without quotes", edits)


def other_type(finding: Diagnostic) -> Fix | None:
    """The value as the type that the host takes, where it says the same."""
    file = written(finding)
    scalar, entry = file.scalar(finding.start), file.entry(finding.start)
    if scalar is None or entry is None or entry[2] is not scalar:
        return None
    if not finding.data.get("refused"):
        text = file.text[scalar.start : scalar.end]
        if scalar.style == PLAIN and finding.data.get("read_as") == text and file.yaml:
            return proposal("put the value in quotes", scalars.requoted(file.text, scalar.start, scalar.end))
        return None
    forms = str(finding.data.get("forms") or "")
    meant = core(Scalar(scalar.text.strip(), 0, 0))
    if scalar.style in (SINGLE, DOUBLE) and (
        (isinstance(meant, bool) and "true" in forms) or (type(meant) is int and "number" in forms)
    ):
        return bare_value(finding, scalar.text.strip())
    if "list" in forms and isinstance(meant, str) and scalar.style in (PLAIN, SINGLE, DOUBLE):
        names = [name for name, _, _ in file.names(scalar)]
        return proposal("write a list", lists.as_items(file.text, scalar, names))
    return None


def real_line_ends(finding: Diagnostic) -> Fix | None:
    r"""A bare text in double quotes, where the two characters `\n` are a line end."""
    file = written(finding)
    scalar = file.scalar(finding.start)
    if scalar is None or not file.yaml:
        return None
    text = file.text[scalar.start : scalar.end]
    if "\n" in text or "\r" in text or text != scalar.text or text[0] in "\"'|>":
        return None
    return proposal("put the text in double quotes", scalars.with_line_ends(file.text, scalar.start, scalar.end))


def stripped_block(finding: Diagnostic) -> Fix | None:
    """A block text whose last line end does not count."""
    file = written(finding)
    scalar = file.scalar(finding.start)
    if scalar is None or scalar.style not in (LITERAL, FOLDED) or scalar.text.rstrip("\n") != scalar.text.strip("\n"):
        return None
    if "\n" in scalar.text.strip("\n"):
        return None
    at = scalar.start + 1
    keeps = file.text[at : at + 1] == "+"
    return proposal("leave the last line end out", [Edit(at, at + keeps, "-")]) if file.text[at : at + 1] != "-" else None
