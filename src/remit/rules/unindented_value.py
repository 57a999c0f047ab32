"""A value goes on at the left edge.

## What it finds

Lines of a value that are not indented and so belong to no key.

## Why it matters

The block is not valid YAML. As a project file Claude Code drops the agent in silence; as a plugin it loads it with
every tool and a placeholder for its description.

## Example

    description: Use it. Examples:

    <example>
    </example>
    tools: Read

## Instead

    description: |
      Use it. Examples:

      <example>
      </example>
    tools: Read

## Fix safety

Safe: the text up to the last line that belongs to no key becomes a block below its key, each line as it is. None
where a field that keeps something away may stand in the text.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import consequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return f"the value of `{data['key']}` goes on at the left edge, so the front matter is not YAML" + consequence(data)


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['key']}: |` and indent every line of the text by two blanks"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import block_text

    return block_text(finding)
