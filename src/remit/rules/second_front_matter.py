"""The body begins with another front matter.

## What it finds

A second block of fields between `---` lines right after the first.

## Why it matters

Hosts read the first block alone. What the second says about tools, model or limits is text in the prompt and holds nothing back.

## Example

    ---
    name: a
    description: Reviews changes
    ---
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

Unsafe: the two fences between the blocks go, and what the second says stops being text of the prompt.

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

_SIGN = re.compile(rb"\s*+(?:---|\+\+\+)[ \t]*\r?\n").match
_BLOCK = re.compile(
    r"""\s*+(
        ---[ \t]*\r?\n (?:[ \t]*\r?\n|\#[^\n]*\n)* (?=[A-Za-z][\w-]*:)
        (?:(?:[A-Za-z][\w-]*:(?:[ \t][^\r\n]*+)?|[ \t\#-][^\r\n]*+|)\r?\n){1,200}? ---
        |\+\+\+[ \t]*\r?\n (?=[A-Za-z\[]) (?:[^\r\n]*+\r?\n){1,200}? \+\+\+
        )[ \t]*(?:\r?\n|\Z)""",
    re.VERBOSE,
).match
_KEY = re.compile(r"^([A-Za-z][\w-]*)[ \t]*[:=]", re.MULTILINE)


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    document = agent.document
    if not document.has_front_matter or document.whole:
        return
    source = document.source
    if _SIGN(source.data, document.body_bytes) is None:
        return
    found = _BLOCK(source.text, document.body_offset)
    if found is None:
        return
    keys = dict.fromkeys(_KEY.findall(found[1]))
    known = tuple(key for key in keys if key in agent.host.fields)
    # Between two rules of Markdown a line may have a colon; a block is fields where most of its keys are the host's.
    if known and 2 * len(known) >= len(keys):
        yield Diagnostic("second-front-matter", source, found.start(1), found.start(1) + 3, {"keys": known})


def message(data: dict[str, object]) -> str:
    return f"a second front matter: what it says about {ticked(data['keys'])} is text of the prompt"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write all fields into the first block"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import one_block

    return one_block(finding)
