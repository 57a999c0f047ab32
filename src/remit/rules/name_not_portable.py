"""The name does not travel.

## What it finds

A name with other characters than letters, digits, `-` and `_`.

## Why it matters

This host takes it, others refuse it, and where a name becomes a file, a header or a tool it must be encoded.

## Example

    name: Code Reviewer

## Instead

    name: code-reviewer

## Fix safety

Unsafe: small letters, digits and `-` in place of the name that others may call the agent by.

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
    return f"`{data['name']}` is a name only some hosts take: others allow letters, digits, `-` and `_`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "use small letters, digits and `-`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import portable, reworded
    from ..mending.written import UNSAFE

    return reworded(finding, portable(str(finding.data["name"])), UNSAFE)
