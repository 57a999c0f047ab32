"""An MCP server is not complete.

## What it finds

An item of `mcpServers` that starts nothing: without what its `type` needs, of no known `type`, or with a part of another shape, such as a
number among the texts of `env`.

## Why it matters

The host ignores it without a word.

## Example

    mcpServers:
      - docs: {}

## Instead

    mcpServers:
      - docs:
          command: x

## Fix safety

None: what starts the server only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    if data.get("part") and data.get("got"):
        told = f"`{data['got']}` in `{data['part']}` of the server `{data['name']}`"
        return f"{told} is no text, and `{data['part']}` is {data['forms']}: Claude Code starts nothing"
    if data.get("part"):
        return f"`{data['part']}` of the server `{data['name']}` is not {data['forms']}, so Claude Code starts nothing"
    if data.get("kind"):
        return (
            f"the server `{data['name']}` speaks `{data['kind']}`, which is no way to reach one, so Claude Code starts nothing"
        )
    if data.get("lacks") == "type":
        return f"the server `{data['name']}` has a `url` and no `type`: Claude Code looks for a `command` and starts nothing"
    if data.get("lacks") == "url":
        return f"the server `{data['name']}` has no `url`, which its `type` needs, so Claude Code starts nothing"
    return (
        f"the server `{data['name']}` has no `command` or `url`, so Claude Code starts nothing"
        if data.get("name")
        else "this item is neither a name nor a map with one server, so Claude Code starts nothing"
    )
