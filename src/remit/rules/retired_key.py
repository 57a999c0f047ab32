"""A key has a newer name.

## What it finds

A key that the host still reads and documents under another name.

## Why it matters

A later version may stop reading it.

## Example

    infer: false

## Instead

    disable-model-invocation: true

## Fix safety

Safe where the value is a plain truth value: the newer key says the same.

## Evidence

GitHub's documentation, autumn 2026; still read by GitHub Copilot CLI 1.0.102 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "info"
MARK = "deprecated"
TOPIC = "fields"


def message(data: dict[str, object]) -> str:
    return f"`{data['key']}` is retired; {data['host']} still reads it"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['instead']}`"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import key_and_value

    return key_and_value(finding, str(finding.data["instead"]), finding.data.get("value"))
