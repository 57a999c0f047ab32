"""The host version does not know a key yet.

## What it finds

A key that came with a later version of the host.

## Why it matters

This version passes it over in silence. Where the key takes tools away, the agent has them.

## Example

    [tools]
    except = ["bash"]

## Fix safety

None: the key is right in a newer version.

## Evidence

Zeph's `def.rs` of zeph < 0.13 and @1042af52, read 2026-11-30; Claude Code's change log up to 2.1.240.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..hosts.base import Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "fields"

_NEWEST: dict[str, Version] = {}
"""For each host the version that brought the last of its fields."""


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    host, version = agent.host, agent.version
    newest = _NEWEST.get(host.name)
    if newest is None:
        since = [Version(field.since) for field in host.fields.values() if field.since]
        newest = _NEWEST[host.name] = max(since, key=lambda one: one.parts, default=Version("0"))
    if not version < newest:
        return
    told = {finding.start for finding in agent.reading.findings}
    root = agent.document.root
    for key, _ in root.entries if root is not None else ():
        field = host.fields.get(getattr(key, "text", ""))
        if field is not None and field.since and version < Version(field.since) and key.start not in told:
            data: dict[str, object] = {
                "key": field.name,
                "since": field.since,
                "host": host.title,
                "version": version.text,
                "security": field.security,
                "default": field.default,
            }
            yield Diagnostic("later-key", agent.reading.source, key.start, key.end, data, "error" if field.security else None)


def message(data: dict[str, object]) -> str:
    name = f"{data['section']}.{data['key']}" if data.get("section") else data["key"]
    text = f"{data['host']} {data['version']} ignores `{name}`, which came with {data['since']}"
    return f"{text}; without it holds: {data['default']}" if data.get("security") else text


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"use {data['host']} {data['since']} or newer"
