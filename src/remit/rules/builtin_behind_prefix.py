"""A server's tool gives a built-in.

## What it finds

An entry `server/tool` whose last part is the name of a built-in.

## Why it matters

Where no connected server has such a tool, GitHub Copilot CLI looks at the last part alone: `github/search` gives the built-in
search, and `my-server/bash` the shell.

## Example

    tools: [my-server/execute]

## Instead

    tools: [my-server/*]

## Fix safety

None: which tools of the server are meant only the author knows.

## Evidence

Recorded from GitHub Copilot CLI 1.0.102 on 2026-11-30.
"""

from __future__ import annotations

from ._words import ticked

SEVERITY = "warning"
TOPIC = "tools"


def message(data: dict[str, object]) -> str:
    gives = f"`{data['entry']}` gives this agent {ticked(data['tools'])} in {data['host']}"
    return f"unless a server `{data['server']}` has that tool, {gives}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['server']}/*`, which means the server alone"
