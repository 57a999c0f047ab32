"""Permissions in the form of version 2.

## What it finds

A `permissions` list in a definition that OpenCode 1 reads.

## Why it matters

OpenCode 1 does not know the key and sends it to the model's provider: no rule of the list is applied, the agent has
every tool. In `opencode.json` it refuses to start instead.

## Example

    permissions:
      - action: edit
        resource: "*"
        effect: deny

## Instead

    permission:
      edit: deny

## Fix safety

None: the two forms do not say the same; `remit convert` writes the other one.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    if data.get("stops"):
        return f"{data['host']} {data['version']} refuses to start: `permissions` belongs to version 2"
    then = "none of its rules is applied" if data.get("beside") else "everything is allowed"
    return f"{data['host']} {data['version']} ignores `permissions`, which belongs to version 2: {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return 'write a `permission` map: `edit: deny`, or `bash: {"*": deny, "git *": allow}`; `shell` is `bash`, `subagent` is `task`'
