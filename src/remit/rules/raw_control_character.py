r"""The text holds a control character.

## What it finds

Control characters other than tabs and line ends: NUL, escape, backspace, DEL and the like.

## Why it matters

A terminal acts on them, so what `cat` or a diff shows is not what the model reads: an escape sequence can hide a line. Most come from
output that was pasted with its colours.

## Instead

Write `\x1b` as text, or remove it.

## Fix safety

Removes the character: unsafe, as the prompt changes.

## Evidence

ECMA-48; CWE-150.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic, Edit, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

SEVERITY = "warning"
TOPIC = "security"

_BYTES = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]").search
_CODES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]+")
_NAMES = {
    0: "NUL",
    7: "bell",
    8: "backspace",
    11: "vertical tab",
    12: "form feed",
    27: "escape",
    127: "DEL",
    0x9B: "control sequence",
}
_MOST = 20


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    if not source.unusual or _BYTES(source.unusual) is None or source.utf16:
        return
    # What a reader of the front matter stumbles over it tells itself.
    first = 0 if document.root is not None and document.valid else document.body_offset
    for count, found in enumerate(_CODES.finditer(source.text, first)):
        if count == _MOST:
            break
        code = ord(found[0][0])
        data: dict[str, object] = {"code": f"U+{code:04X}", "name": _NAMES.get(code)}
        yield Diagnostic("raw-control-character", source, found.start(), found.end(), data)


def message(data: dict[str, object]) -> str:
    name = f"{data['name']}, {data['code']}" if data["name"] else str(data["code"])
    return f"a control character ({name}) that the model reads and a terminal acts on"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove it, or write its escape as text"


def fix(finding: Diagnostic) -> Fix:
    return Fix("remove the character", [Edit(finding.start, finding.end, "")], "unsafe")
