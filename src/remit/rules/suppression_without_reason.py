"""A comment holds findings back and does not say why.

## What it finds

A comment `remit: ignore[…]` or `remit: ignore-file[…]` with nothing after its list.

## Why it matters

Nobody can tell later whether the finding was wrong, was taken into the bargain or was to be mended some day.

## Example

    tools: Read, Frobnicate  # remit: ignore[unknown-tool]

## Instead

    tools: Read, Frobnicate  # remit: ignore[unknown-tool] comes with the next release of our plugin

## Fix safety

None: the reason only the author knows.

## Evidence

How remit reads such comments is told on the page about suppressions.
"""

from __future__ import annotations

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return "this comment holds findings back and does not say why"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the reason after the list"
