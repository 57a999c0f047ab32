"""A tool is allowed and denied.

## What it finds

A tool in both lists.

## Why it matters

Deny wins: the entry of the allowlist does nothing.

## Example

    tools: Read, Bash
    disallowedTools: Bash

## Instead

    tools: Read

## Fix safety

Unsafe: the entry of the allowlist is removed, as deny wins; the author may have meant the other one.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    allowed = data.get("allowed", data["entry"])
    left = ", and the list has nothing left: the agent runs without tools" if data.get("nothing_left") else ""
    if allowed == data["entry"]:
        return f"`{data['entry']}` is allowed and denied; deny wins, the agent does not have it{left}"
    return f"`{data['entry']}` denies `{allowed}`, which `tools` allows; deny wins{left}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove one of the two entries"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.lists import dropped_entry
    from ..mending.written import UNSAFE

    if finding.related:
        label = finding.related[0]
        return dropped_entry(finding, UNSAFE, at=(label.start, label.end))
    return dropped_entry(finding, UNSAFE)
