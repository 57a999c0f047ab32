"""An allowlist and a denylist stand side by side.

## What it finds

Both `allow` and `deny`, even where one of them is empty.

## Why it matters

The host refuses the file: it has one base list or none.

## Example

    tools:
      allow: [read, bash]
      deny: [bash]

## Instead

    tools:
      allow: [read, bash]
      except: [bash]

## Fix safety

Safe where the version knows `except`: the denylist is held against the allowlist, as it says.

## Evidence

Zeph's `def.rs` of zeph < 0.13 and @1042af52 with their tests, read 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    return f"{ticked(data['fields'])} exclude each other, so {data['host']} refuses the file"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "keep `allow`, and deny on top of it with `except`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded

    return reworded(finding, "except")
