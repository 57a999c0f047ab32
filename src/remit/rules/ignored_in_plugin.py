"""A field does nothing in a plugin.

## What it finds

A field that the host ignores in a plugin's agents.

## Why it matters

It is ignored for safety: whoever installs the plugin has not agreed to it.

## Example

    permissionMode: acceptEdits

## Fix safety

Unsafe: the field counts where the file is copied out of the plugin.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
MARK = "unnecessary"
TOPIC = "fields"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    return f"`{data['field']}` is ignored in an agent of a plugin"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key

    return dropped_key(finding)
