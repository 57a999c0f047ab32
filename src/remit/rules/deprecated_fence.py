"""The front matter is of a kind that goes away.

## What it finds

TOML between `+++`.

## Why it matters

Zeph 0.13 to 0.22 reads it with a warning and will refuse it from 1.0.0 on.

## Example

    +++
    name = "x"
    +++

## Instead

    ---
    name: x
    ---

## Fix safety

None: the other format is another text; `remit convert` writes it.

## Evidence

Zeph's issue #1146 and `def.rs` @1042af52, read 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
MARK = "deprecated"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"TOML between `+++` is deprecated in {data['host']} and will be refused from 1.0.0 on"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the fields as YAML between `---`"
