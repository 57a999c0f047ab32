"""The host does not see this fence.

## What it finds

A first line that is a fence to people and not to this host: blanks or more signs after the three, or the other kind
of fence. Or a closing fence right below the opening one.

## Why it matters

A host that wants the fence exactly refuses the file, or reads on to a later line.

## Example

    ----
    name: x
    ----

## Instead

    ---
    name: x
    ---

## Fix safety

Safe where the line is three signs or more and blanks: nothing else can be meant. None where fields are missing or of
the other format.

## Evidence

Zeph's `def.rs` of zeph < 0.13 and @1042af52 with their tests, read 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    host = f"{data['host']} {data['version']}"
    if data["kind"] == "early":
        return f"{host} does not see a closing fence right below the opening one and reads on"
    if data["kind"] == "yaml":
        return f"{host} reads only `+++` as a fence, so it refuses a file that begins with `---`"
    what = "blanks follow the fence" if data["kind"] == "blanks" else f"`{data['fence']}` is not a fence"
    return f"{what} on line 1: {host} wants the three signs and the line end alone, so it refuses the file"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data["kind"] == "yaml":
        return "write the fields as TOML between `+++`, or use a newer version"
    if data["kind"] == "early":
        return "write the fields between the two fences"
    return "write the three signs and nothing else"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import plain_fences

    return None if finding.data["kind"] in ("early", "yaml") else plain_fences(finding)
