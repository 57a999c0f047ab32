"""A text holds a control character.

## What it finds

A line end or another control character in a field that is one line.

## Why it matters

The host refuses the file. A `>` or `|` block ends with a line end unless `-` follows the sign.

## Example

    description: >
      Reviews changes

## Instead

    description: >-
      Reviews changes

## Fix safety

Safe where `-` after the sign of a block takes the last line end away. None for other characters: the text is the
author's.

## Evidence

Zeph's `def.rs` @1042af52 with its tests, read 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    sign = "a line end" if data.get("newline") else "a control character"
    return f"`{data['field']}` holds {sign} ({data['code']}), so {data['host']} refuses the file"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the text on one line, or begin the block with `>-`" if data.get("newline") else "remove the character"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import stripped_block

    return stripped_block(finding) if finding.data.get("newline") else None
