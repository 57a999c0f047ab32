"""The mode forbids what the list gives.

## What it finds

A permission mode in which an agent changes no file, beside an allowlist that names tools for changing files.

## Why it matters

One of the two is not meant: the tools are offered and every call of them is held up, or the agent works in a looser mode than the file says.

## Example

    tools: Read, Write
    permissionMode: plan

## Instead

    tools: Read
    permissionMode: plan

## Fix safety

None: whether the mode or the list is meant only the author knows.

## Evidence

Documentation of Claude Code of 2026-08-22; `def.rs` of Zeph @1042af52, read 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "info"
TOPIC = "fields"
WRITES = frozenset(("Write", "Edit", "NotebookEdit"))


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    mode = agent.definition.permission_mode
    if mode is None or mode not in agent.host.read_only_modes or not agent.definition.tools:
        return
    effective, work = agent.remit.effective or (), agent.host.tool_names
    for entry in agent.host.allowlist(agent.reading):
        if entry.text in effective and work.get(entry.text) in WRITES:
            data: dict[str, object] = {"entry": entry.text, "mode": mode, "host": agent.host.title}
            yield Diagnostic("mode-against-tools", agent.reading.source, entry.start, entry.end, data)


def message(data: dict[str, object]) -> str:
    return f"`{data['entry']}` is listed, and in the mode `{data['mode']}` {data['host']} lets an agent change no file"
