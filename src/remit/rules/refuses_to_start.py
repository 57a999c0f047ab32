"""A value that keeps the program from starting.

## What it finds

A value of another type or another word than OpenCode accepts, in any agent's file or in `opencode.json`.

## Why it matters

OpenCode tests every definition when it starts. One bad value, in whichever file, and nothing runs at all: no other
agent either.

## Example

    tools: Read, Grep

## Instead

    permission:
      "*": deny
      read: allow
      grep: allow

## Fix safety

Safe where the word differs only in case, `-` or `_`. Unsafe for the nearest word, and for an allowlist of Claude
Code, which becomes a map of permissions that denies all else. None otherwise.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    then = "passes this file over" if data.get("skipped") else "refuses to start, whichever agent it is to run"
    forms = "" if data.get("choices") and data["forms"] == "one of the words" else f" ({data['forms']})"
    return f"`{data['value']}` is no value of `{data['field']}`{forms}, so {data['host']} {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("claude"):
        return 'write a `permission` map: `"*": deny`, then `read: allow` and so on'
    if data.get("nearest"):
        return f"did you mean `{data['nearest']}`?"
    return f"write one of {ticked(data['choices'], 9)}" if data.get("choices") else None


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import as_permissions
    from ..mending.words import word_meant

    return as_permissions(finding) if finding.data.get("claude") else word_meant(finding)
