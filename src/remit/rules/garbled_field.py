"""A field reads differently to the host.

## What it finds

A field that the host, in its second reading of broken YAML, takes for something else than it says.

## Why it matters

The list an author wrote and the list an agent gets are not the same.

## Example

    description: a: b
    tools: Read # only these

## Instead

Put the description in quotes, so that the first reading succeeds.

## Fix safety

None of its own: once the YAML fault of the file is mended, the field is read as written.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return (
        f"{data['host']} reads `{data['field']}` as {ticked(data['sees'])}"
        if data["sees"]
        else f"{data['host']} reads nothing in `{data['field']}`"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "mend the YAML fault of this file; then the field is read as written"
