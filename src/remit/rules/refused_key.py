"""The host refuses a key.

## What it finds

A key that the host does not know, where it refuses the file for it.

## Why it matters

The agent is not there. Older versions of the same host passed such a key over in silence.

## Example

    permissions:
      pemission_mode: plan

## Instead

    permissions:
      permission_mode: plan

## Fix safety

Safe where the key is a known one but for two letters, case or dashes. Unsafe for another word, and where a key that
no version knows is removed.

## Evidence

Zeph's issues #1183 and #1188 (top level), #6583 and #6626 (below `tools` and `permissions`, from v0.22.4), read
2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    where = f" in `{data['section']}`" if data.get("section") else ""
    return f"{data['host']} does not know the key `{data['key']}`{where} and refuses the file"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("since"):
        return f"the key is known from version {data['since']} on"
    meant = str(data["meant"] or "")
    if not meant:
        return "remove the key"
    if " " in meant:
        return f"it belongs into {meant}"
    section, _, name = meant.rpartition(".")
    return f"write `{name}` in `{section}`" if section and section != data.get("section") else f"write `{name}`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key
    from ..mending.words import key_meant

    fix = key_meant(finding)
    if fix is not None or finding.data.get("meant") or finding.data.get("since"):
        return fix
    return dropped_key(finding)
