"""A key is misspelt.

## What it finds

A key that is nearly one the host knows, or another word for it.

## Why it matters

The key is ignored. Where it is a list of tools, the agent has every tool.

## Example

    disalowedTools: Bash

## Instead

    disallowedTools: Bash

## Fix safety

Safe where the key is the right one but for two letters, case or dashes, or another word for a field that keeps
something away. Unsafe for other words. None where the right one is there as well. A denylist of another host becomes
this host's own, safe where each entry has a word here.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    if data.get("then"):
        return f"{data['host']} ignores `{data['key']}`; without `{data['meant']}` it {data['then']}"
    default = str(data.get("default"))
    if not data.get("security") or default == "absent":
        return f"{data['host']} ignores `{data['key']}`"
    then = f"the agent has {default}" if default.startswith("every") else default if " is " in default else f"it is {default}"
    return f"{data['host']} ignores `{data['key']}`; without `{data['meant']}` {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['meant']}`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import moved_denial
    from ..mending.words import key_meant
    from ..mending.written import SAFE

    return moved_denial(finding, SAFE) if finding.data.get("denied") else key_meant(finding)
