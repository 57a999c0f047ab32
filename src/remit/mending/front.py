"""The front matter as a block: its fences, its line ends, its indentation."""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic, Edit, Fix
from ..syntax import fences
from ..syntax.edits import blocks
from ..syntax.edits.lines import line_start, line_stop, next_line
from ..tools import nearest
from .written import SAFE, UNSAFE, known_keys, proposal, security_keys, written

_DASHES = re.compile(r"(-{3,}|\+{3})[ \t]*\Z").match


def nothing(finding: Diagnostic) -> Fix | None:
    """No fix at all."""


def without_mark(finding: Diagnostic) -> Fix | None:
    """The file without its byte order mark."""
    return proposal("remove the byte order mark", [Edit(0, 1, "")] if finding.source.bom else None)


def line_feeds(finding: Diagnostic) -> Fix | None:
    """A line feed for every carriage return that stands alone."""
    edits = [Edit(found.start(), found.end(), "\n") for found in re.finditer(r"\r(?!\n)", finding.source.text)]
    return proposal("end the lines with line feeds", edits)


def cleared_line(finding: Diagnostic) -> Fix | None:
    """Nothing behind the closing fence."""
    text = finding.source.text
    start = line_start(text, finding.start)
    stop = line_stop(text, start)
    rest = text[start + 3 : stop]
    if not text.startswith("---", start) or not rest or (rest.strip() and not rest.strip().startswith("#")):
        return None
    return proposal("leave nothing behind the fence", [Edit(start + 3, stop, "")], UNSAFE if rest.strip() else SAFE)


def plain_fences(finding: Diagnostic) -> Fix | None:
    """Three signs alone on the first line, and on the closing one where that is written like it."""
    file = written(finding)
    text = file.text
    start = 1 if text.startswith("\ufeff") else 0
    stop = line_stop(text, start)
    found = _DASHES(text[start:stop])
    if found is None:
        return None
    fence = found[1][:3]
    edits = [Edit(start + 3, stop, "")] if stop > start + 3 else []
    for begin, end in blocks.Lines(text, next_line(text, start), len(text)).spans:
        line = text[begin:end]
        close = _DASHES(line)
        if close is not None and close[1][:3] == fence:
            if close[1] not in (fence, found[1]):
                return None
            edits += [Edit(begin + 3, end, "")] if end > begin + 3 else []
            return proposal(f"write `{fence}` alone", edits)
    return None


def first_line_fence(finding: Diagnostic) -> Fix | None:
    """The front matter on the first line, where only blank lines stand before it."""
    text = finding.source.text
    first = 1 if text.startswith("\ufeff") else 0
    start = len(text) - len(text[first:].lstrip(" \t\r\n"))
    start = line_start(text, start)
    if start <= first or text[start : line_stop(text, start)].rstrip() not in ("---", "+++"):
        return None
    return proposal("remove the lines before the fence", [Edit(first, start, "")])


def closed_block(finding: Diagnostic) -> Fix | None:
    """A closing fence below the last field."""
    file = written(finding)
    text = file.text
    first = 1 if text.startswith("\ufeff") else 0
    fence = text[first : first + 3]
    if fence not in ("---", "+++") or file.document.kind not in (fences.UNCLOSED, fences.YAML, fences.TOML):
        return None
    found = blocks.closed(text, next_line(text, first), fence, known_keys())
    if found is None:
        return None
    edits, certain = found
    return proposal("close the front matter", edits, SAFE if certain else UNSAFE)


def without_fence(finding: Diagnostic) -> Fix | None:
    """The file without its closing fence, where another one follows below the finding."""
    file = written(finding)
    stop = file.document.body_offset
    start = line_start(file.text, max(file.front[1], 0))
    if (
        not file.document.has_front_matter
        or not start < stop <= finding.start
        or file.text[start:stop].strip() not in ("---", "+++")
    ):
        return None
    return proposal("remove the fence above the fields", [Edit(start, stop, "")], UNSAFE)


def one_block(finding: Diagnostic) -> Fix | None:
    """Two blocks as one, without the fences between them."""
    file = written(finding)
    start, stop = line_start(file.text, file.front[1]), next_line(file.text, finding.start)
    between = file.text[start:stop].split()
    if not file.document.has_front_matter or between not in (["---", "---"], ["+++", "+++"]):
        return None
    return proposal("write all fields into the first block", [Edit(start, stop, "")], UNSAFE)


def without_characters(finding: Diagnostic, instead: str = "") -> Fix | None:
    """The text without the characters of the finding."""
    title = "write a blank" if instead else "remove the character"
    return proposal(title, [Edit(finding.start, finding.end, instead)] if finding.end > finding.start else None, UNSAFE)


def long_dash(finding: Diagnostic) -> Fix | None:
    """A long dash in place of three short ones."""
    text = finding.source.text
    start = finding.start
    while start and text[start - 1] == "-":
        start -= 1
    end = finding.end
    while end < len(text) and text[end] == "-":
        end += 1
    if text[start:end].strip("-") or not text[line_start(text, start) : line_stop(text, start)].strip(" \t-"):
        return None
    return proposal("write `—`", [Edit(start, end, "—")], UNSAFE)


def blanks_for_tabs(finding: Diagnostic) -> Fix | None:
    """Blanks in place of the tabs that indent."""
    file = written(finding)
    if file.document.kind != fences.YAML:
        return None
    return proposal("indent with blanks", blocks.untabbed(file.text, finding.start, *file.front))


def block_text(finding: Diagnostic) -> Fix | None:
    """A text that goes on at the left edge, as a block below its key."""
    file = written(finding)
    name = str(finding.data["key"])
    low, high = file.front
    spans = blocks.Lines(file.text, low, high)
    starts = [span for span in spans.spans if spans.key(span) == name and span[0] <= finding.start]
    known = known_keys()
    if not starts or name not in known or name in security_keys():
        return None
    start = starts[-1][0]
    extent = blocks.value_extent(file.text, start, high, known)
    if extent is None:
        return None
    end, inside, sure = extent
    if any(nearest(word, security_keys(), cutoff=0.85) for word in inside):
        return None
    return proposal(f"write `{name}: |` and indent the text", blocks.as_block(file.text, start, end), SAFE if sure else UNSAFE)
