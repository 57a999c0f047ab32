"""The tool no longer exists.

## What it finds

A tool that earlier versions of the host had.

## Why it matters

The entry does nothing.

## Example

    tools: Read, MultiEdit

## Instead

    tools: Read, Edit

## Fix safety

Safe in a denylist, and where the successor is in the list already: the old entry does nothing there. In an allowlist
the successor would be a tool that the agent has not now: only with `--unsafe`. None where nothing does the work.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
MARK = "deprecated"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` is gone from {data['host']}; the entry " + (
        "grants nothing" if data.get("allow") else "denies nothing"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"`{data['successor']}` does its work now" if data.get("successor") else f"{data['instead']}"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import tool_renamed

    return tool_renamed(finding, finding.data.get("successor"))
