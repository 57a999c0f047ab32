"""A restriction holds nothing back.

## What it finds

A key that keeps tools or rights from an agent in another host, or elsewhere in this one, and that this host does not apply.

## Why it matters

The agent has more than its author wrote, and nothing says so. A file that several hosts read in place (`.claude/agents`) is
safe in one of them and open in the other.

## Example

    tools: [read, execute]
    disallowedTools: Bash

## Instead

    tools: [read]

## Fix safety

Unsafe where the allowlist names what the key denies: the entries leave the allowlist and the key goes. None
otherwise: the host has nothing to write the restriction in.

## Evidence

Recorded from GitHub Copilot CLI 1.0.102 and OpenAI Codex 0.171.0 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    where = f" {data['where']}" if data.get("where") else ""
    keeps = data.get("keeps")
    what = f"the agent keeps {ticked(keeps)}" if keeps else str(data["then"])
    return f"{data['host']} ignores `{data['key']}`{where}: {what}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data.get("where"):
        return "start the session with the limits that its agents need"
    if data.get("keeps"):
        return "there is no denylist: name in `tools` what the agent may use"
    return None


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import narrowed_list

    return narrowed_list(finding)
