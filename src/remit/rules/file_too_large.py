"""The file is larger than the host reads.

## What it finds

A file above the size limit of its host, or above 4 MiB where the host has none.

## Why it matters

The host refuses it, and remit does not read it whole: a definition of that size is a mistake or an attack.

## Instead

Keep the prompt short and let the agent read what it needs.

## Fix safety

None: remit does not read the file.

## Evidence

Zeph: 262,144 bytes (facts of 2026-11-30).
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"{data['reason']}: the file was not read, and {data['host']} would refuse it"
