"""Front matter stands in a code block.

## What it finds

A block of YAML with fences inside a Markdown code block.

## Why it matters

Only a fence on the first line counts; what is shown in the body defines nothing.

## Example

    Our agent:

    ```yaml
    ---
    name: x
    ---
    ```

## Instead

Move it to the top of the file, without the code block.

## Fix safety

None: what stands in a code block may be meant to be shown.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return "a front matter in a code block defines nothing; only one on line 1 counts"
