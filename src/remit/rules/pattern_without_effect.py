"""A pattern matches nothing.

## What it finds

A wildcard of a form that the lists of a definition do not know.

## Why it matters

Only `mcp__server`, `mcp__server__*` and, in a denylist, `mcp__*` and `mcp__*__*` are patterns. Any other is compared as
a name and matches no tool.

## Example

    disallowedTools: "mcp__github__get_*"

## Instead

    disallowedTools: mcp__github__get_issue

## Fix safety

Safe in a denylist where the host's own pattern is known. Elsewhere unsafe, and only with `--unsafe` where the agent
would get a tool. None where no pattern says the same.

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
    return f"`{data['entry']}` in `{data['field']}` matches nothing in {data['host']}: " + str(
        data.get("then") or ("it grants no tool" if data.get("allow") else "nothing is denied")
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("instead"):
        return f"write `{data['instead']}`"
    return str(data.get("cure") or "name the tools, or use `mcp__server__*` for all of a server")


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import tool_renamed

    return tool_renamed(finding, finding.data.get("instead"))
