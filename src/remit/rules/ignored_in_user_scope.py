"""A field does nothing in the user's own definitions.

## What it finds

A field that the host drops from the user's own definitions.

## Why it matters

What the hooks were to check is not checked.

## Example

    # ~/.config/zeph/agents/x.md
    hooks:
      PreToolUse: []

## Instead

Put the definition into the project.

## Fix safety

Unsafe: the field counts where the file is moved to the project.

## Evidence

Zeph's issue #1211 and `def.rs` @1042af52, read 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"{data['host']} drops `{data['field']}` from a definition of scope user"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "put the definition into the project if the field is to count"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key

    return dropped_key(finding)
