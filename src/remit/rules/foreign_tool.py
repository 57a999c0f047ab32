"""The tool belongs to another host.

## What it finds

A name that another host has for one of its tools.

## Why it matters

This host does not know it: the entry does nothing.

## Example

    tools: codebase, edit/editFiles

## Instead

    tools: Grep, Glob, Edit

## Fix safety

Safe in a denylist, where the host's own name is known: the agent loses what its author denied. Unsafe in an
allowlist; where the agent would get a tool that it has not now, only with `--unsafe`.

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
    return f"`{data['entry']}` is a tool of {data['owner']}; in {data['host']} " + str(
        data.get("then") or ("the entry grants nothing" if data.get("allow") else "the entry denies nothing")
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"{data['host']} calls it `{data['name']}`" if data.get("name") else None


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import tool_renamed

    return tool_renamed(finding, finding.data.get("name"))
