"""A field is read and not enforced.

## What it finds

A limit that the host reads and shows, and that nothing in it checks.

## Why it matters

The author relies on something that does not happen.

## Example

    permissions:
      timeout_secs: 60

## Fix safety

None: the field is right, the host does nothing with it.

## Evidence

Zeph's issue #1145 and `spawn.rs` @102611d (`timeout_secs`), `agent_loop.rs` @05a7e4f (`fail_closed`), read
2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"{data['host']} reads `{data['field']}` and does not act on it: {data['then']}"
