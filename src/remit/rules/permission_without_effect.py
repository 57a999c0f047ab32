"""A permission rule of the settings never decides a call.

## What it finds

A rule under `permissions` whose brackets do not close, whose tool does not exist or is written in another case, whose path belongs to
`Edit`, or whose `*` stands where it means nothing.

## Why it matters

A rule that denies and matches nothing denies nothing, and the client does not say so.

## Example

    { "permissions": { "deny": ["Write(secrets/**)", "bash(rm:*)"] } }

## Instead

    { "permissions": { "deny": ["Edit(secrets/**)", "Bash(rm:*)"] } }

## Fix safety

None: what the rule is to decide only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: unclosed brackets, unknown tools and rules with a path for `Write`, `NotebookEdit` and
`MultiEdit` decide nothing.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    then = {"deny": "nothing is denied", "ask": "nobody is asked", "allow": "nothing is allowed"}[str(data["effect"])]
    return f"{data['problem']}, so `{data['rule']}` decides no call and {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['instead']}`" if data.get("instead") else None
