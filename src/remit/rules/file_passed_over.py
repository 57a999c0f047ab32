"""A file in a folder of definitions that the host passes over.

## What it finds

A file whose ending the host does not read (`.MD`, `.markdown`, `.mdx`, `.md.txt`), or a link to nothing, in a folder of definitions; and a
definition in a folder that is nearly called as the one that is read (`.claude/agent`).

## Why it matters

The author has an agent, the host has none, and nothing is printed.

## Instead

End the file's name in `.md`, and put it in the folder that the host reads.

## Fix safety

None: remit renames no files.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: only the exact ending `.md` is read, and links to nothing are passed over.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "agents"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"{data['host']} passes this file over: {data['why']}"
