"""A value is of the wrong type.

## What it finds

A list where a table belongs, text where a number belongs, a number where text belongs.

## Why it matters

A host that reads types strictly refuses the whole file. Where one takes the value for text, the author may have
meant something else.

## Example

    permissions:
      max_turns: "5"

## Instead

    permissions:
      max_turns: 5

## Fix safety

Safe where only the quotes are wrong, or a text with commas stands for a list: what is meant is plain. None otherwise.

## Evidence

Zeph's `def.rs` @1042af52 and `de.rs` of serde_norway @1e2eaa30, read 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    got = data["got"]
    what = f"`{data['field']}` is {got}; {data['host']} takes {data['forms']}"
    if data.get("refused"):
        return f"{what} and refuses the file"
    read_as = data.get("read_as")
    return f"`{data['field']}` is {got}, where text belongs" + (f"; {data['host']} reads `{read_as}`" if read_as else "")


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return None if data.get("refused") else "put the value in quotes if it is meant as text"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import other_type

    return other_type(finding)
