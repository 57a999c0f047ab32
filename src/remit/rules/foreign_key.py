"""A key belongs to another host.

## What it finds

A key that another host knows and this one ignores.

## Why it matters

What it asks for does not happen here.

## Example

    temperature: 0.2

## Fix safety

Unsafe where the key denies tools and this host has a list for that: the denial moves there and the key is gone for
the other host. None otherwise: the key may be meant for another program that reads the file.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    then = " and holds nothing back" if data.get("restricts") else ""
    return f"`{data['key']}` is a key of {data['owner']}; {data['host']} ignores it{then}"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import moved_denial
    from ..mending.written import UNSAFE

    return moved_denial(finding, UNSAFE)
