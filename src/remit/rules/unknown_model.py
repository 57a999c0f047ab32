"""No such model is known.

## What it finds

A model that is neither an alias nor looks like an ID, or an ID as another host or a router writes it (`claude-sonnet-4.5`,
`anthropic/claude-sonnet-4`).

## Why it matters

It is sent to the API as it stands, and each call of the agent fails.

## Example

    model: oppus

## Instead

    model: opus

## Fix safety

Unsafe: the nearest alias is a guess. None where no name is near.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

from ._words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "warning"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    if data.get("elsewhere"):
        told = f"`{data['model']}` is how other hosts write a model; Claude Code sends it as it is and the API knows no such ID"
        return told + meant(data.get("nearest"))
    return f"`{data['model']}` is no model alias and looks like no model ID; it is sent as it is and the call fails{meant(data.get('nearest'))}"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded
    from ..mending.written import UNSAFE

    return reworded(finding, finding.data.get("nearest"), UNSAFE)
