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

## Fix safety

Safe for `inherit`: without the field the agent uses the session's model, which is what the word asks for. None
otherwise.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['model']}` has no `/`: {data['host']} takes it for a provider and has no model, so the agent fails"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data["model"] == "inherit":
        return "remove `model`: without it the agent uses the session's"
    return "write `provider/model`, or remove `model` to use the session's"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import dropped_key
    from ..mending.written import SAFE

    if finding.data["model"] != "inherit":
        return None
    return dropped_key(finding, SAFE)
