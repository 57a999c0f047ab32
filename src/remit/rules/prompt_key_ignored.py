"""The `prompt` key is not used.

## What it finds

A `prompt` in a Markdown file's front matter.

## Why it matters

The body of the file is the prompt, also where it is empty.

## Example

    ---
    prompt: You review code.
    ---

## Instead

    ---
    description: Reviews code
    ---
    You review code.

## Fix safety

None: which of two texts is the prompt only the author knows.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"{data['host']} ignores `prompt` in a Markdown file: the text below the front matter is the prompt"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "move the text below the front matter"
