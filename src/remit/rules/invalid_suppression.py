"""A comment means to hold findings back and holds none.

## What it finds

A comment that begins with `remit: ignore` and cannot be one: it names no rule, a rule that there is not, or its list is not closed.

## Why it matters

Nothing is held back, and whoever reads the comment believes that something is. A comment for no rule in particular would also hide what
nobody has looked at.

## Example

    tools: Read, Frobnicate  # remit: ignore[unkown-tool] our own tool

## Instead

    tools: Read, Frobnicate  # remit: ignore[unknown-tool] our own tool

## Fix safety

None: what was to be held back only the author knows.

## Evidence

How remit reads such comments is told on the page about suppressions.
"""

from __future__ import annotations

from ._words import meant

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    kind = data["kind"]
    if kind == "rule":
        return f"no rule is called `{data['rule']}`: this comment holds nothing back" + meant(data.get("nearest"))
    if kind == "word":
        return f"`remit: {data['word']}` holds nothing back" + meant(data.get("nearest"))
    if kind == "open":
        return f"the list of `remit: {data['word']}[` is not closed: this comment holds nothing back"
    return "this comment names no rule and holds nothing back"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data["kind"] == "rule":
        return None if data.get("nearest") else "`remit rule` lists the rules; a comment names each of them in full"
    return "write `remit: ignore[RULE] reason`, or `ignore-file[RULE]` for the whole file"
