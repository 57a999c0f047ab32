"""The front matter ends before its fields do.

## What it finds

A closing fence that is followed by lines that are fields of the host, and then by another fence.

## Why it matters

The host ends the block at the first fence. The fields below are text in the prompt: a `tools` list among them holds nothing back.

## Example

    ---
    name: a
    description: Reviews changes
    ---
    tools: Read
    ---
    You review.

## Instead

    ---
    name: a
    description: Reviews changes
    tools: Read
    ---
    You review.

## Fix safety

Unsafe: the fence above the fields goes, and with it they stop being text of the prompt.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: what follows the closing fence is body text, fields and fences among it.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostic import Fix
    from ..examining import Agent

SEVERITY = "error"
TOPIC = "reading"

_SIGN = re.compile(rb"(?:[ \t]+[^\n]*+\n|\r?\n){0,60}[A-Za-z][\w-]*[ \t]*[:=]").match
_FIELDS = re.compile(
    r"(?:[ \t]*\r?\n)*+((?:(?:[A-Za-z][\w-]*[ \t]*[:=][^\r\n]*+|[ \t#-][^\r\n]*+|)\r?\n){1,100}?)(?:---|\+\+\+)[ \t]*(?:\r?\n|\Z)"
).match
_KEY = re.compile(r"^([A-Za-z][\w-]*)[ \t]*[:=]", re.MULTILINE)


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    document = agent.document
    if not document.has_front_matter or document.whole or _SIGN(document.source.data, document.body_bytes) is None:
        return
    text = document.source.text
    found = _FIELDS(text, document.body_offset)
    if found is None:
        return
    keys = list(_KEY.finditer(text, found.start(1), found.end(1)))
    known = tuple(key[1] for key in keys if key[1] in agent.host.fields)
    # One known word with a colon may begin a prompt; a block is fields where most of its keys are the host's.
    if not known or 2 * len(known) < len(keys):
        return
    root = document.root
    own = set(root.keys()) if root is not None else set()
    # One field that stands above as well may begin a prompt; two of them are a second block.
    if not set(known) - own and len(known) < 2:
        return
    first = next(key for key in keys if key[1] in known)
    yield Diagnostic("closed-early", document.source, first.start(1), first.end(1), {"keys": known, "host": agent.host.title})


def message(data: dict[str, object]) -> str:
    return f"the front matter ended on a line before this one, so {data['host']} reads {ticked(data['keys'])} as text of the prompt"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove the fence above these fields"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import without_fence

    return without_fence(finding)
