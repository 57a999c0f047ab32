"""A key goes to the model's provider.

## What it finds

A key that is no field of an agent.

## Why it matters

OpenCode moves it to the agent's options, which it sends to the model's provider with every request. It changes
nothing in OpenCode itself, and some providers refuse requests with options that they do not know.

## Example

    version: 1

## Instead

Remove it, or write it below `options:` where it is meant for the provider.

## Fix safety

None: the key may be meant for the provider, or for another program that reads the file.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "info"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['key']}` is no field; {data['host']} sends it to the model's provider as an option"
