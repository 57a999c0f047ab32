"""The tool asks for another permission.

## What it finds

A rule about `write`, `apply_patch` or another tool that has no permission of its own.

## Why it matters

OpenCode asks the rules of `edit` before every tool that changes files, and those of `read` before MCP resources. A
rule with the tool's own name is never looked at.

## Example

    permission:
      write: deny

## Instead

    permission:
      edit: deny

## Fix safety

Unsafe: the right name is about several tools together, so that it takes away more than was written.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    then = "grants nothing" if data.get("allow") else "denies nothing"
    return (
        f"`{data['entry']}` in `{data['field']}` {then}: {data['host']} asks the rules of `{data['decides']}` before this tool"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['decides']}`; it is about {ticked(data['tools'])} together"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded
    from ..mending.written import UNSAFE

    return reworded(finding, finding.data["decides"], UNSAFE, widens=bool(finding.data.get("allow")))
