"""Edits of a front matter that is not valid: lines indented below their key, tabs made blanks, a fence put in."""

from __future__ import annotations

import re

from ...diagnostic import Edit
from .lines import line_start, line_stop, newline_at, next_line, skip_blanks

KEY = re.compile(r"""([A-Za-z_][\w.-]*|"[^"\\\r\n]*"|'[^'\r\n]*')[ \t]*:(?=[ \t\r\n]|\Z)""").match
"""A key at the left edge, with its colon."""
_HEADER = re.compile(r"[ \t]*[|>][-+]?[ \t]*(?:\r?\n|\Z)").match
_TABLE = re.compile(
    r"""[ \t]*(?:[A-Za-z0-9_-]+|"[^"\r\n]*")(?:\.[A-Za-z0-9_-]+)*[ \t]*=[^\r\n]*|[ \t]*\[[^\]\r\n]+\][^\r\n]*"""
).match
_DASHES = re.compile(r"[ \t]*(-{2,}|\+{2,}|[\u2013\u2014\u2015]+)[ \t]*(#.*)?\Z").match


class Lines:
    """The lines of a text from one character to another: start and end, without the line end."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.spans: list[tuple[int, int]] = []
        while start < end:
            self.spans.append((start, min(line_stop(text, start), end)))
            start = next_line(text, start)

    def is_blank(self, span: tuple[int, int]) -> bool:
        return not self.text[slice(*span)].strip()

    def key(self, span: tuple[int, int]) -> str | None:
        """The key at the left edge of a line."""
        found = KEY(self.text, *span)
        return None if found is None else found[1].strip("\"'")

    def is_stray(self, span: tuple[int, int]) -> bool:
        """A line at the left edge that is neither a key nor blank."""
        return not self.is_blank(span) and self.text[span[0]] not in " \t" and self.key(span) is None


def value_extent(text: str, key: int, end: int, known: frozenset[str]) -> tuple[int, list[str], bool] | None:
    """How far a text goes that was meant for the key at `key` and runs on at the left edge: to the last such line before a key
    that is `known`. Also gives what looks like keys inside, and whether the text surely ends there: not where something like a key stands
    between it and the next that is known. `None` where a known key stands twice, so that one of them may be text."""
    lines = Lines(text, key, end)
    names = [lines.key(span) for span in Lines(text, key, end).spans]
    fields = [name for name in names if name in known]
    if len(set(fields)) != len(fields):
        return None
    last = 0
    for index, span in enumerate(lines.spans[1:], 1):
        if names[index] in known:
            break
        if lines.is_stray(span):
            last = index
    if not last:
        return None
    stop = last
    # What is indented below the last stray line is the text's as well.
    while stop + 1 < len(lines.spans) and (lines.is_blank(lines.spans[stop + 1]) or text[lines.spans[stop + 1][0]] in " \t"):
        stop += 1
    while lines.is_blank(lines.spans[stop]):
        stop -= 1
    following = next((name for name in names[stop + 1 :] if name is not None), None)
    sure = following is None or following in known
    return lines.spans[stop][1], [name for name in names[1 : last + 1] if name is not None], sure


def as_block(text: str, key: int, end: int) -> list[Edit] | None:
    """The text from the key's line to `end` as a block below the key, each line two blanks further right."""
    found = KEY(text, key)
    if found is None:
        return None
    lines = Lines(text, key, end)
    first, rest = lines.spans[0], lines.spans[1:]
    value = skip_blanks(text, found.end(), first[1])
    newline = newline_at(text, key)
    if _HEADER(text, found.end()):
        return _indented(text, lines, rest)
    if text[value : value + 1] in ("|", ">", "[", "{", '"', "'", "&", "*", "!") and text[value : value + 1]:
        return None
    if value == first[1]:
        edits = [Edit(found.end(), value, " |")]
    else:
        edits = [Edit(found.end(), value, f" |{newline}  ")]
    return [*edits, *(Edit(start, start, "  ") for start, stop in rest if text[start:stop].strip())]


def _indented(text: str, lines: Lines, rest: list[tuple[int, int]]) -> list[Edit] | None:
    """The lines of a block that stand at the left edge, moved below the ones that do not."""
    first = next((span for span in rest if not lines.is_blank(span)), None)
    if first is None:
        return None
    width = skip_blanks(text, first[0]) - first[0] or 2
    if "\t" in text[first[0] : first[0] + width]:
        return None
    shallow = [
        Edit(start, start, " " * (width - (skip_blanks(text, start) - start)))
        for start, stop in rest
        if text[start:stop].strip() and skip_blanks(text, start) - start < width
    ]
    return shallow or None


def untabbed(text: str, at: int, start: int, end: int) -> list[Edit] | None:
    """Blanks in place of the tabs that indent the lines around `at`, down to the next key at the left edge."""
    lines = Lines(text, start, end)
    first = last = next((index for index, span in enumerate(lines.spans) if span[0] <= at <= span[1]), -1)
    if first < 0:
        return None
    while first > 0 and lines.key(lines.spans[first]) is None:
        first -= 1
    while last + 1 < len(lines.spans) and lines.key(lines.spans[last + 1]) is None:
        last += 1
    block = lines.spans[first : last + 1]
    indents = [text[begin : skip_blanks(text, begin, stop)] for begin, stop in block if text[begin:stop].strip()]
    width = min((len(indent) for indent in indents if indent and "\t" not in indent), default=2)
    edits = []
    for begin, stop in block:
        edge = skip_blanks(text, begin, stop)
        indent = text[begin:edge]
        if "\t" in indent and edge < stop:
            edits.append(Edit(begin, edge, indent.replace("\t", " " * width)))
    return edits or None


def closed(text: str, start: int, fence: str, known: frozenset[str]) -> tuple[list[Edit], bool] | None:
    """A closing fence below the fields that begin at `start`; also whether it is certain that they end there.

    A line of dashes that was meant for the fence becomes one.
    """
    lines = Lines(text, start, len(text))
    last, certain, gap, opened = -1, True, False, False
    index = 0
    for index, span in enumerate(lines.spans):
        if lines.is_blank(span):
            gap = True
            continue
        line = text[slice(*span)]
        if _DASHES(line) and last >= 0:
            break
        if fence == "+++":
            if _TABLE(line) is None and not line.startswith("#"):
                break
            last, gap = index, False
            continue
        name = lines.key(span)
        if name is not None:
            if name not in known:
                if gap:
                    break
                certain = False
            opened = not text[span[0] : span[1]].partition(":")[2].strip()
        elif line[0] in " \t":
            if gap and not line.strip():
                break
        elif not (line.startswith("- ") and opened) and not line.startswith("#"):
            break
        elif line.startswith("#") and gap:
            break
        last, gap = index, False
    else:
        index = len(lines.spans)
    if last < 0:
        return None
    rest = lines.spans[index:]
    if fence != "+++" and any(lines.key(span) in known for span in rest):
        certain = False  # a field further down would be lost to the body
    if index < len(lines.spans) and _DASHES(text[slice(*lines.spans[index])]):
        begin, stop = lines.spans[index]
        return [Edit(begin, stop, fence)], certain and "#" not in text[begin:stop]
    stop = lines.spans[last][1]
    newline = newline_at(text, line_start(text, max(stop - 1, 0)))
    return [Edit(stop, stop, newline + fence)], certain
