"""Bytes are not UTF-8.

## What it finds

Bytes that no UTF-8 text has: most come from a file that was saved as Latin-1 or Windows-1252.

## Why it matters

Claude Code reads a replacement character in their place, and the agent gets another text than was written. Zeph and Codex do not read
such a file at all.

## Instead

Save the file as UTF-8.

## Fix safety

None: which characters the bytes were only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30; Zeph's `def.rs` @1042af52, read 2026-11-30.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

SEVERITY = "warning"
TOPIC = "reading"

_LOST = re.compile("[\udc80-\udcff]+")
_MOST = 20


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    if source.unusual and source.utf16:
        yield Diagnostic("not-utf-8", source, 0, min(1, len(source.text)), {"utf16": True}, "error")
        return
    # What is UTF-8 as a whole is so without what stands between its longer characters, and the other way round.
    if not source.unusual or source.valid_utf8:
        return
    for count, found in enumerate(_LOST.finditer(source.text)):
        if count == _MOST:
            break
        data: dict[str, object] = {"bytes": " ".join(f"{ord(char) - 0xDC00:02X}" for char in found[0][:4])}
        yield Diagnostic("not-utf-8", source, found.start(), found.end(), data)


def message(data: dict[str, object]) -> str:
    if data.get("utf16"):
        return "the file is UTF-16: no host finds a front matter in it"
    return f"`{data['bytes']}` is not UTF-8: hosts read another character here, or not the file"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "save the file as UTF-8"
