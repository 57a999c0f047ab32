"""A value is text where a number or a truth value belongs.

## What it finds

`"5"` or `"false"` in quotes.

## Why it matters

This host reads it as meant, others take any text for true or refuse the file.

## Example

    background: "false"

## Instead

    background: false

## Fix safety

Safe: the host reads the value as the same number or truth value without its quotes. None where they differ.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['field']}` is written as text and read as {data['meant']}; other hosts read it otherwise"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['meant']}` without quotes"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import bare_value

    return bare_value(finding, finding.data["meant"])
