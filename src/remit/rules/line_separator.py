"""A line end that only some readers see.

## What it finds

U+2028, U+2029 or U+0085 in the front matter.

## Why it matters

One reader of YAML begins a new line there, the next goes on: a list or a description ends where nobody sees it, and what follows may be
a key to one host and text to another.

## Fix safety

Unsafe: a blank stands in its place; the author may have meant a line end.

## Evidence

YAML 1.1, section 4.1.4 (they are line breaks), YAML 1.2.2, section 5.4 (they are not).
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostic import Fix
    from ..document import Document

SEVERITY = "warning"
TOPIC = "reading"

_BYTES = re.compile(rb"\xe2\x80[\xa8\xa9]|\xc2\x85").search
_BREAKS = re.compile("[\u2028\u2029\u0085]")


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    if not source.unusual or not document.has_front_matter or _BYTES(source.unusual) is None:
        return
    for found in _BREAKS.finditer(source.text, 0, document.body_offset):
        data: dict[str, object] = {"code": f"U+{ord(found[0]):04X}"}
        yield Diagnostic("line-separator", source, found.start(), found.end(), data)


def message(data: dict[str, object]) -> str:
    return f"{data['code']} ends the line for some readers of YAML and not for others"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write a plain line end, or remove it"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import without_characters

    return without_characters(finding, " ")
