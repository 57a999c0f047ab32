"""Lines end in different ways.

## What it finds

A file in which some lines end with CRLF and others with LF, or with a lone carriage return.

## Why it matters

Hosts disagree about what a line is: a fence or a key behind the odd line end is found by one and not by the next, and every tool that
saves the file changes lines that nobody touched.

## Instead

Save the file with LF line ends.

## Fix safety

None: which line ends are meant is for the author, or version control, to say.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: it reads broken YAML a second time, but not with CRLF line ends, and takes a lone carriage
return for no line end at all.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

SEVERITY = "warning"
PERSONA = "strict"
TOPIC = "reading"

_ENDS = re.compile("\r\n|\n|\r")
_WORDS = {"\n": "LF", "\r\n": "CRLF", "\r": "a lone carriage return"}


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    if b"\r" not in source.data or source.newline != "mixed":
        return
    ends = list(_ENDS.finditer(source.text))
    counts = dict.fromkeys(_WORDS, 0)
    for end in ends:
        counts[end[0]] += 1
    usual = max(counts, key=lambda kind: counts[kind])
    odd = next(end for end in ends if end[0] != usual)
    data: dict[str, object] = {"odd": _WORDS[odd[0]], "usual": _WORDS[usual], "count": len(ends) - counts[usual]}
    yield Diagnostic("mixed-line-ends", source, odd.start(), odd.end(), data)


def message(data: dict[str, object]) -> str:
    count = data["count"]
    many = f", as {count} do" if count != 1 else ""
    return f"this line ends with {data['odd']}{many}; the others end with {data['usual']}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "save the file with LF line ends throughout"
