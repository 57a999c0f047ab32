"""The front matter uses YAML anchors or aliases.

## What it finds

An anchor `&x`, an alias `*x` or an alias to nothing.

## Why it matters

A few lines of aliases can stand for gigabytes, and not every host resolves them. No real definition needs one, so
remit does not load such a file.

## Example

    a: &a [x, x]
    b: [*a, *a]

## Instead

Write the value out.

## Fix safety

Safe for a key that is a pattern: it gets quotes. Unsafe for a value that begins with `*` or `&`. None for anchors and
aliases that are meant.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    return "YAML anchors and aliases are not read in a definition: a few of them can stand for gigabytes"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "write the value out where it is used, or put a value that begins with `*` or `&` in quotes"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import quoted_keys, starred_value

    return quoted_keys(finding) or starred_value(finding)
