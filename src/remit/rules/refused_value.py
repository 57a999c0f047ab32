"""A value makes the host refuse the file.

## What it finds

A value that the host does not take, where it does without the whole agent for it.

## Why it matters

The agent is not there.

## Example

    sandbox_mode = "none"

## Instead

    sandbox_mode = "read-only"

## Fix safety

Safe where the word differs only in case, `-` or `_`. Unsafe for the nearest word. None otherwise.

## Evidence

Recorded from OpenAI Codex 0.171.0 and Gemini CLI 0.61.0 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    field = f"`{data['field']}`"
    what = f"{field} {data['problem']}" if data.get("problem") else f"`{data['value']}` is no value of {field}"
    return f"{what}, so {data['host']} {data.get('then') or 'refuses the file'}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("nearest"):
        return f"did you mean `{data['nearest']}`?"
    if data.get("instead"):
        return str(data["instead"])
    return f"write one of {ticked(data['choices'], 9)}" if data.get("choices") else None


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import word_meant

    return word_meant(finding)
