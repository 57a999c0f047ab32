"""The model has no provider.

## What it finds

A `model` without `/`.

## Why it matters

OpenCode cuts the model at the first `/`. Without one it looks for a provider of that name and a model without a
name, and the agent fails when it is started.

## Example

    model: sonnet

## Instead

    model: anthropic/claude-sonnet-4-5

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['model']}` has no `/`: {data['host']} takes it for a provider and has no model, so the agent fails"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data["model"] == "inherit":
        return "remove `model`: without it the agent uses the session's"
    return "write `provider/model`, or remove `model` to use the session's"
