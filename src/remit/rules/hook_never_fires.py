"""A hook never fires.

## What it finds

A matcher that is part of no tool name, only because of its capitals.

## Why it matters

The command does not run, and nothing says so.

## Example

    hooks:
      PreToolUse:
        - matcher: Bash
          hooks:
            - type: command
              command: ./check.sh

## Instead

    hooks:
      PreToolUse:
        - matcher: bash
          hooks:
            - type: command
              command: ./check.sh

## Fix safety

Unsafe: a hook that begins to fire runs commands.

## Evidence

Zeph's `hooks.rs` @5083c96: matchers are compared with case; its tools have lower-case names (#3767). Inferred, not
tried.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['matcher']}` is in no tool name of {data['host']}, where case counts: the hook never fires"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['meant']}`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded
    from ..mending.written import UNSAFE

    return reworded(finding, finding.data["meant"], UNSAFE)
