"""Two keys of the old map are one rule.

## What it finds

`write`, `edit` and `patch` in `tools` with different values.

## Why it matters

All three are the one permission `edit` in OpenCode, and the last of them counts.

## Example

    tools:
      write: false
      edit: true

## Instead

    permission:
      edit: deny

## Fix safety

None: whether files may be changed only the author knows.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    then = "files may be changed and written" if data["allowed"] else "files may be neither changed nor written"
    return f"`{data['entry']}` and `{data['last']}` are one permission in {data['host']}, and the last counts: {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "keep one of them; editing and writing cannot be told apart"
