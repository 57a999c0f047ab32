"""A value is none the host takes.

## What it finds

A value of another type or another word than the host accepts.

## Why it matters

The host ignores the field without a word, as if it were not there.

## Example

    permissionMode: Plan

## Instead

    permissionMode: plan

## Fix safety

Safe where the word differs only in case, `-` or `_`. Unsafe for the nearest word. None otherwise.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    forms = "" if data.get("choices") and data["forms"] == "one of the words" else f" ({data['forms']})"
    return (
        f"`{data['value']}` is no value of `{data['field']}`{forms}; in {data['host']} {data['then']}"
        if str(data["then"]).startswith(("the field", "the agent", "the entry", "nothing", "no "))
        else f"`{data['value']}` is no value of `{data['field']}`{forms}; {data['host']} takes {data['then']}"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("nearest"):
        known = f" It takes {ticked(data['choices'], 9)}" if data.get("choices") else ""
        return f"did you mean `{data['nearest']}`?{known}"
    return f"write one of {ticked(data['choices'], 9)}" if data.get("choices") else None


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import word_meant

    return word_meant(finding)
