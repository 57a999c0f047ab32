"""The front matter is not closed.

## What it finds

A file that begins with `---` and has no closing `---` on a line of its own. Where a line after the fields looks as if it were to close them
(`...`, `--`, a long dash), that line is told.

## Why it matters

Most hosts see no front matter at all; one that ends the block at any `---` sees a part of it.

## Example

    ---
    name: x
    You are x.

## Instead

    ---
    name: x
    ---
    You are x.

## Fix safety

Safe where all lines up to the first that is no field are fields some host knows, and none of those follows below.
Unsafe where one is unknown. Never where a field that keeps something away would end up in the body.

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
    if data.get("meant"):
        return f"`{data['meant']}` does not close the front matter, so {data['host']} takes the whole file for a note"
    if data.get("then"):
        return f"the front matter is not closed; {data['host']} {data['then']}"
    if data.get("then"):
        what = f"no line after the first begins with `{data.get('fence', '---')}`: the front matter is not closed"
        return f"{what}, so {data['host']} {data['then']}"
    if data.get("cut"):
        return f"the front matter has no closing `---` line; {data['host']} ends it at the first `---` in the text and loses the rest"
    return f"the front matter is not closed, so {data['host']} takes the whole file for a note"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("meant"):
        return "write `---` in its place"
    if data.get("fence"):
        return f"put `{data.get('fence', '---')}` on a line of its own after the last field"
    return "put `---` on a line of its own after the last field"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import closed_block

    return closed_block(finding)
