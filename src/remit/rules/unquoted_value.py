"""A value needs quotes.

## What it finds

A value on one line that YAML cannot read as it stands, usually for a colon and a blank inside.

## Why it matters

YAML takes `: ` inside a value for a new key. Claude Code reads such a file a second time, with quotes of its own;
other hosts drop it, and so does Claude Code where the file has CRLF line ends or a block text.

## Example

    description: Use when: always

## Instead

    description: "Use when: always"

## Fix safety

Safe: the quotes make every reader read the text as it stands.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import consequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the value of `{data['key']}` needs quotes: YAML stops here ({data['problem']})" + consequence(data)


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f'write `{data["key"]}: "…"` or put the text indented below `{data["key"]}: |`'


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import quoted_text

    return quoted_text(finding)
