"""The host ignores the scope of an entry.

## What it finds

An entry of an allowlist with a specifier, such as `Bash(git *)`.

## Why it matters

Claude Code cuts the specifier off: the agent has the whole tool.

## Example

    tools: Bash(git *)

## Instead

Grant the tool and hold it with permission rules in the settings or a hook; `remit guard` enforces the scope as
written.

## Fix safety

None: what holds the tool to its scope stands in the settings, outside the file.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` in `{data['field']}` gives this agent all of `{data['name']}` in {data['host']}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return str(data.get("cure") or "hold the tool with permission rules in the settings, or let remit enforce the scope")
