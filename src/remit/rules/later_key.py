"""The host version does not know a key yet.

## What it finds

A key that came with a later version of the host.

## Why it matters

This version passes it over in silence. Where the key takes tools away, the agent has them.

## Example

    [tools]
    except = ["bash"]

## Evidence

Zeph's `def.rs` of zeph < 0.13 and @1042af52, read 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    name = f"{data['section']}.{data['key']}" if data.get("section") else data["key"]
    text = f"{data['host']} {data['version']} ignores `{name}`, which came with {data['since']}"
    return f"{text}; without it the agent has {data['default']}" if data.get("security") else text


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"use {data['host']} {data['since']} or newer"
