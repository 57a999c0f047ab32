"""The tool is written in the wrong case.

## What it finds

A tool's name with other capitals.

## Why it matters

Names are compared exactly: an allowlist drops the entry, a denylist denies nothing.

## Example

    disallowedTools: bash

## Instead

    disallowedTools: Bash

## Fix safety

Safe in a denylist: the agent loses what its author denied. Unsafe in an allowlist; where the agent would get a tool
that it has not now, only with `--unsafe`.

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
    return f"`{data['entry']}` is not `{data['name']}`: {data['host']} compares exactly, so " + str(
        data.get("then") or ("the entry grants nothing" if data.get("allow") else "the entry denies nothing")
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['name']}`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import tool_renamed

    return tool_renamed(finding, finding.data["name"])
