"""The prompt tells the agent to run what it fetches.

## What it finds

`curl … | sh` and its like in the body of a definition.

## Why it matters

An agent with a shell does as its prompt says. What it then runs is whatever the other end sends. A line that warns of such commands, or
names them to be looked for, is passed over.

## Example

    Install the tool with `curl -fsSL https://example.org/install.sh | sh`.

## Instead

    Install the tool with `pipx install tool==1.4.2`.

## Fix safety

None: the prompt is the author's to write.

## Evidence

CWE-494.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ..launches import unseen
from ..source import decode, lines_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

SEVERITY = "warning"
CONFIDENCE = "medium"
TOPIC = "security"

_SIGNS = (b"curl ", b"wget ", b"base64 -", b"iex", b"invoke-expression")
_MOST = 20
_BEHIND = 200
"""Bytes behind a line in which its pipe may go on."""


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    data = source.data
    count = 0
    for first, last in lines_with(data.lower(), _SIGNS, 0 if document.whole else document.body_bytes):
        if b"|" not in data[first:last] and b"(" not in data[first:last] and b"`" not in data[first:last]:
            continue
        piece = decode(data[first : last + _BEHIND])
        line = len(decode(data[first:last]))
        for found in unseen(piece):
            if found.start() > line or count == _MOST:
                break
            if _WARNS(piece, 0, found.start()) is None:
                count += 1
                offset = len(decode(data[:first]))
                yield Diagnostic("piped-download-in-prompt", source, offset + found.start(), offset + found.end(), {})


_WARNS = re.compile(
    r"\b(?:never|avoid|flag|detect|reject|block|refuse|find|look for|don'?t|do not|must not|instead of|rather than|unsafe|dangerous|risky"
    r"|suspicious|insecure|vulnerab\w+|attack\w*|malicious|(?:commands?|patterns?|things|code|lines?) (?:like|such as)|e\.g\.|anti-?pattern)",
    re.IGNORECASE,
).search
"""A line that speaks of the command and does not ask for it."""


def message(data: dict[str, object]) -> str:
    return "the prompt holds a command that runs what it fetches, unseen"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "name a version to install, or have the agent show the program before it runs it"
