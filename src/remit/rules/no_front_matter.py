"""A file among the agents has no front matter.

## What it finds

A file in a folder of agents that does not begin with `---` on its first line.

## Why it matters

The host takes it for a note and has no such agent. A blank line or a comment before the fence is enough.

## Example

    ---
    name: late
    ---

## Instead

Put the fence on the first line.

## Fix safety

Safe where only blank lines stand before a front matter: they are removed. None otherwise.

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
    if data.get("empty"):
        return f"the file is empty; {data['host']} " + str(data.get("then") or "has no agent here")
    if data.get("late"):
        then = data.get("then") or "takes the whole file for a note"
        return f"the front matter does not begin on line 1, so {data['host']} {then}"
    if data.get("code"):
        then = data.get("then") or "takes the whole file for a note"
        return f"the front matter stands in a code block, so {data['host']} {then}"
    return f"no front matter on line 1; {data['host']} {data.get('then') or 'takes the file for a note'}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("late"):
        return "remove what stands before the first `---`"
    if data.get("code"):
        return "take the lines that begin and end the code block out"
    return (
        None if data.get("notes") else "begin the file with `---`, `name:`, `description:`, `---`, or move it out of the folder"
    )


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import first_line_fence

    return first_line_fence(finding) if finding.data.get("late") else None
