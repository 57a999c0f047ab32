"""The mode is not allowed in this place.

## What it finds

A permission mode in a definition that stands where the host lets none be set.

## Why it matters

A definition that applies to every project could raise what its agent may do in each of them. Zeph's checked loader
refuses it; the way it loads at start-up lacks the check, so a real start may let it pass.

## Example

    # ~/.config/zeph/agents/x.md
    permissions:
      permission_mode: accept_edits

## Instead

Set the mode in a definition of the project, or as `default_permission_mode` in the configuration.

## Fix safety

Unsafe: what the author asked for is taken away.

## Evidence

Zeph's issues #1170 and #1190, `mod.rs` @102611d, read 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "fields"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    field = str(data["field"]).rpartition(".")[2]
    return f"`{field}: {data['value']}` may not be set in a definition of scope {data['scope']}, so {data['host']} refuses it"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "leave the mode out here, and set it in the project or in the configuration"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key

    return dropped_key(finding)
