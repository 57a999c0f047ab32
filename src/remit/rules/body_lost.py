"""The prompt is lost.

## What it finds

Something on the line of the closing `---`, blanks or text.

## Why it matters

Gemini CLI then takes the front matter and drops all that follows: the agent runs without its prompt.

## Example

A blank behind the `---` that closes the front matter.

## Instead

    ---
    name: x
    description: Reviews changes
    ---
    You only review.

## Fix safety

Safe where only blanks stand there, which mean nothing. Unsafe where a comment would go.

## Evidence

Source of Gemini CLI 0.61.0, read on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the closing `---` does not end its line, so {data['host']} drops all that follows: the agent has no prompt"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "leave nothing after the `---`, no blanks either"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import cleared_line

    return cleared_line(finding)
