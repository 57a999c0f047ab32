"""A scoped denial takes the whole tool.

## What it finds

An entry of a denylist with a specifier, such as `Bash(rm *)`.

## Why it matters

Claude Code cuts the specifier off: the agent loses the whole tool.

## Example

    disallowedTools: Bash(rm *)

## Instead

Deny the calls in the settings: `permissions.deny: ["Bash(rm *)"]`.

## Fix safety

None: what the calls are denied by stands in the settings, outside the file.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` in `{data['field']}` takes all of `{data['name']}` away in {data['host']}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return str(data.get("cure") or "deny the calls in the settings (`permissions.deny`) instead")
