"""The model is no longer served.

## What it finds

A model by its full name that its maker has retired.

## Why it matters

Requests to a retired model fail, so the agent does nothing; some hosts put a newer model in the place of some. Clouds that serve models
under names of their own have their own days; those names are passed over.

## Example

    model: claude-3-opus-20240229

## Instead

    model: opus

## Fix safety

None: which model is to take its place only the author knows.

## Evidence

The maker's page on model deprecations, read 2026-11-30, and coder/coder#22304, dimagi/open-chat-studio#3199, Shopify/shop-chat-agent#69
for the days.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._places import of_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "fields"

RETIRED = {
    "claude-instant": "2024-11-06",
    "claude-1": "2024-11-06",
    "claude-2": "2025-07-21",
    "claude-3-sonnet": "2025-07-21",
    "claude-3-5-sonnet": "2025-10-28",
    "claude-3-opus": "2026-01-05",
    "claude-3-7-sonnet": "2026-02-19",
    "claude-3-5-haiku": "2026-02-19",
    "claude-sonnet-4-20250514": "2026-06-15",
    "claude-opus-4-20250514": "2026-06-15",
    "claude-sonnet-4-0": "2026-06-15",
    "claude-opus-4-0": "2026-06-15",
    "claude-opus-4-1": "2026-08-05",
}
"""Models by the beginning of their names, each with the day from which requests fail."""
_MAKER = "anthropic/"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    model = agent.definition.model
    if model is None or "claude-" not in model:
        return
    name = model.strip().lower().removeprefix(_MAKER)
    day = RETIRED.get(name)
    if day is None:
        day = next((day for known, day in RETIRED.items() if name.startswith((f"{known}-", f"{known}.", f"{known}["))), None)
    if day is not None:
        data: dict[str, object] = {"model": model, "day": day}
        yield Diagnostic("retired-model", agent.reading.source, *of_value(agent.reading, "model"), data)


def message(data: dict[str, object]) -> str:
    return (
        f"`{data['model']}` is not served since {data['day']}: requests for it fail, unless the host puts another in its place"
    )


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "name a model of today, or leave it to the session"
