"""Two files of one scope define the same name.

## What it finds

A name that stands twice in one folder of definitions.

## Why it matters

Which of the two counts is an accident of sorting and has changed between versions.

## Instead

Give one of them another name.

## Fix safety

None: a name is the author's to give, and others call the agent by it.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "error"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    if data.get("loose"):
        return f"`{data['name']}` is defined twice in this folder, also in {data['by']}: {data['host']} takes one of the two"
    if data.get("wins"):
        return f"`{data['name']}` is defined twice in one scope; {data['host']} takes this file" + (
            f" over what {data['by']} says" if data.get("merges") else f" and not {data['by']}"
        )
    if data.get("merges"):
        return f"`{data['name']}` is defined twice in one scope; {data['host']} merges them, and {data['by']} wins"
    return f"`{data['name']}` is defined twice in one scope; {data['host']} takes {data['by']}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "rename one of the two: which one counts has changed between versions"
