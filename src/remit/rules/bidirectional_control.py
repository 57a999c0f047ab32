"""A character turns the text around.

## What it finds

Signs that reorder what is shown (U+202A to U+202E, U+2066 to U+2069), unless a line in a script written from right to left opens and
closes them. The two that override the order of every letter are always told.

## Why it matters

A reviewer reads another text than the model does: `Trojan Source`.

## Fix safety

Removes the sign: unsafe, as the prompt changes.

## Evidence

CVE-2021-42574; Unicode 16, UAX #9, section 2.
"""

from __future__ import annotations

import re
import unicodedata

from ..diagnostic import WARNING, Diagnostic, Edit, Fix
from ..syntax.markdown import in_code, line_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

SEVERITY = "error"
TOPIC = "security"

_FIRST_BYTES = re.compile(rb"\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])").search
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_OPENS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
_NAMES = {
    "\u202a": "left-to-right embedding", "\u202b": "right-to-left embedding", "\u202c": "pop of an embedding",
    "\u202d": "left-to-right override", "\u202e": "right-to-left override", "\u2066": "left-to-right isolate",
    "\u2067": "right-to-left isolate", "\u2068": "isolate", "\u2069": "pop of an isolate",
}  # fmt: skip
_MOST = 20


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    if not source.unusual or _FIRST_BYTES(source.unusual) is None:
        return
    text = source.text
    count = start = end = 0
    fair = False
    for found in _TURNS.finditer(text):
        if found.start() >= end:
            start, end = line_around(text, found.start())
            fair = _is_fair(text[start:end])
        if fair:
            continue
        if count == _MOST:
            break
        count += 1
        data: dict[str, object] = {"code": f"U+{ord(found[0]):04X}", "name": _NAMES[found[0]]}
        # In backticks it is shown as an example, and still turns the line around.
        severity = WARNING if in_code(text[start:end], found.start() - start) else None
        yield Diagnostic("bidirectional-control", source, found.start(), found.end(), data, severity)


def _is_fair(line: str) -> bool:
    """Whether a line of right-to-left script opens and closes each of its signs, and overrides nothing."""
    waiting = []
    for char in _TURNS.findall(line):
        if char in _OPENS:
            waiting.append(_OPENS[char])
        elif not waiting or waiting.pop() != char:
            return False
    return not waiting and any(unicodedata.bidirectional(char) in ("R", "AL") for char in line)


def message(data: dict[str, object]) -> str:
    return f"a {data['name']} ({data['code']}) shows the text in another order than the model reads it"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove it"


def fix(finding: Diagnostic) -> Fix:
    return Fix("remove the sign", [Edit(finding.start, finding.end, "")], "unsafe")
