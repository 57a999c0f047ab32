"""The front matter uses a YAML tag.

## What it finds

A tag such as `!!str`, `!x` or `!!python/…` before a value.

## Why it matters

Hosts ignore most tags. A tag that names code of a language asks a careless reader to run it; remit refuses the
file.

## Example

    description: !!python/object/apply:os.getcwd []

## Instead

Write the value without a tag.

## Fix safety

None: without its tag a value may mean another thing.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return (
        f"the tag `{data['tag']}` asks a reader to build an object; no host needs it"
        if data["unsafe"]
        else f"the tag `{data['tag']}` does nothing here"
    )
