"""The first line only looks like a fence.

## What it finds

A first line such as `---js`, `----` or `--- # note`.

## Why it matters

Hosts accept `---` alone. Some libraries run what `---js` holds; remit never does.

## Example

    ---js
    module.exports = {}
    ---

## Instead

    ---
    name: x
    ---

## Fix safety

Safe where the line is dashes and the block is closed: nothing else can be meant. None for other marks.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    if data.get("then"):
        return f"`{data['fence']}` is not a fence that every host knows; {data['host']} {data['then']}"
    return f"`{data['fence']}` is not a fence: only `---` alone on line 1 begins a front matter, so {data['host']} takes the file for a note"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write `---` and nothing else on the first line"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import plain_fences

    return plain_fences(finding)
