"""A skill pattern is refused.

## What it finds

`**` in a pattern of skills.

## Why it matters

The file loads, and the agent fails when it is started.

## Example

    skills:
      include: ["git-**"]

## Instead

    skills:
      include: ["git-*"]

## Fix safety

Unsafe: one `*` may match other skills than the author meant with two.

## Evidence

Zeph's `filter.rs` @06838c51 with its tests, read 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"`{data['pattern']}` in `{data['field']}` holds `**`: {data['host']} fails when it starts the agent"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write one `*`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded
    from ..mending.written import UNSAFE

    pattern = str(finding.data["pattern"])
    while "**" in pattern:
        pattern = pattern.replace("**", "*")
    return reworded(finding, pattern, UNSAFE)
