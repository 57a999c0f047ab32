"""A `---` inside the front matter ends it.

## What it finds

Three dashes inside a value, a comment or an indented line of the front matter.

## Why it matters

Claude Code ends the block at the first `---` anywhere. The keys below are lost, and an agent whose `tools` are lost
has every tool.

## Example

    ---
    name: x
    description: use a --- b
    tools: Read
    ---

## Instead

Write an em dash or two dashes instead.

## Fix safety

Unsafe: the author's text is changed, three dashes for one long one.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    lost = data["lost"]
    if data.get("twice"):
        return (
            f"the front matter ends here, before its first field: {data['host']} has no such agent, and {ticked(lost)} are text"
        )
    if data["security"]:
        return f"{data['host']} ends the front matter at this `---` and loses {ticked(data['security'])}: the agent is not held to them"
    if lost:
        return f"{data['host']} ends the front matter at this `---` and loses {ticked(lost)}"
    if data["changed"]:
        return f"{data['host']} ends the front matter at this `---` and cuts the value of {ticked(data['changed'])}"
    return f"{data['host']} ends the front matter at this `---`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("twice"):
        return "leave one of the two `---` lines out"
    return "write `—` or `--` in place of `---`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import long_dash

    return None if finding.data.get("twice") else long_dash(finding)
