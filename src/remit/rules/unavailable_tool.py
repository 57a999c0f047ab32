"""A tool is not there in this session.

## What it finds

An entry of an allowlist that the session's servers do not have; an entry of a denylist where it nearly names one of them.

## Why it matters

The agent runs without it, or with what was to be kept from it, and nothing says so.

## Fix safety

None: the entry is right in a session that has the tool.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "tools"
SURROUNDINGS = True


def message(data: dict[str, object]) -> str:
    if data.get("why"):
        return f"`{data['entry']}` gives this agent nothing in {data['host']}: {data['why']}"
    close = f"; did you mean `{data['nearest']}`?" if data.get("nearest") else ""
    if data.get("denies"):
        return f"`{data['entry']}` names a server that is not there: nothing is denied{close}"
    return f"`{data['entry']}` is not there in this session: the agent gets {data['granted']} of {data['of']} entries{close}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return None if data.get("why") else "configure the server, or check the tool's name"
