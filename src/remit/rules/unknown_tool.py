"""No such tool is known.

## What it finds

A name that is no tool of this host.

## Why it matters

An allowlist drops it without a word; a denylist denies nothing.

## Example

    tools: Read, Grpe

## Instead

    tools: Read, Grep

## Fix safety

Safe in a denylist, for a name at most two letters away: the agent loses what its author denied. Unsafe for a name
further off, and in an allowlist; where the agent would get a tool that it has not now, only with `--unsafe`.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return (
        f"{data['host']} knows no tool `{data['entry']}`; "
        + str(data.get("then") or ("the entry grants nothing" if data.get("allow") else "the entry denies nothing"))
        + meant(data.get("nearest"))
    )


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import tool_renamed

    return tool_renamed(finding, finding.data.get("nearest"), near=True)
