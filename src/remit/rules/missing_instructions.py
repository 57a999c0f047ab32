"""The role has no instructions.

## What it finds

A role file without `developer_instructions`, or with blank ones.

## Why it matters

The host skips the role.

## Example

    name = "reader"
    description = "Reads files"

## Instead

    name = "reader"
    description = "Reads files"
    developer_instructions = "Read and report."

## Fix safety

None: the prompt is the author's to write.

## Evidence

Recorded from OpenAI Codex 0.171.0 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    what = f"`developer_instructions` is {data['got']}" if data.get("got") else "no `developer_instructions`"
    return f"{what}, so {data['host']} {data.get('then') or 'drops the agent'}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the agent's prompt there"
