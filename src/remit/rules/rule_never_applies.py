"""A later rule hides this one.

## What it finds

A rule after which another one follows that matches everything it matches.

## Why it matters

In OpenCode the last rule that matches counts. `"*": deny` at the end takes away what was allowed above; `"*": allow`
at the end allows what was denied.

## Example

    permission:
      bash:
        "git *": allow
        "*": deny

## Instead

    permission:
      bash:
        "*": deny
        "git *": allow

## Fix safety

Unsafe where the later rule says the same: this one is removed. None otherwise: which of the two is meant only the
author knows.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
MARK = "unnecessary"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    rule = f"`{data['permission']}: {data['effect']}`" if data["pattern"] == "*" else f"`{data['pattern']}: {data['effect']}`"
    later = f"`{data['by']}: {data['by_effect']}`"
    return f"{rule} never applies: the later {later} matches the same, and in {data['host']} the last rule counts"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove it" if data["effect"] == data["by_effect"] else "put the general rule first and its exceptions below"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key

    if finding.data["effect"] != finding.data["by_effect"]:
        return None
    return dropped_key(finding)
