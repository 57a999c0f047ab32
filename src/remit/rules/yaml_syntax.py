"""The front matter is not valid YAML.

## What it finds

A front matter, or one of its values, that no YAML reader accepts and that cannot be read for certain.

## Why it matters

Hosts drop such a file without a word, or load it with the lists lost. remit does not load it: the line that cannot
be read may be the one that keeps a tool away.

## Example

    ---
    name: gate
    description: "quoted" tail
    ---

## Instead

    ---
    name: gate
    description: '"quoted" tail'
    ---

## Fix safety

Safe for a `description` on one line, which can only be meant as text: it gets quotes, or other ones; for a key that
is a pattern; and for a blank behind a colon. Unsafe for other fields, and for a bracket or a quote that is closed at
the end of its line. None for the text of fields that keep something away.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import consequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the front matter is not valid YAML here: {data['problem']}" + consequence(data)


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("kind") in ("unclosed", "flow"):
        return "write the quote or bracket that closes it, or put the whole value in quotes"
    if data.get("kind") == "touching":
        return "write a blank after the colon"
    return "put the value in quotes, or indent its lines below `key: |`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import parted_key, quoted_keys, quoted_line

    return quoted_keys(finding) or parted_key(finding) or quoted_line(finding)
