"""A comment holds back a finding that there is not.

## What it finds

A rule in a comment `remit: ignore[…]` that has no finding on the comment's line, or with `ignore-file[…]` none in the file. It is told only
where the rule ran and could have found something: not for rules of another persona, not in a file that remit cannot read for certain, and not
for rules that look at other agents while a file is checked alone.

## Why it matters

What the comment was for is mended. Left in place it hides the next mistake of that kind, and tells readers of a fault that is gone.

## Example

    tools: Read, Grep  # remit: ignore[unknown-tool] our own tool

## Instead

    tools: Read, Grep

## Fix safety

Safe: a comment decides nothing about an agent. A rule is taken out of the comment's list, and the comment goes where it names no other.

## Evidence

How remit reads such comments is told on the page about suppressions.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic, Edit, Fix

SEVERITY = "warning"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    where = "in this file" if data["whole"] else "on its line"
    return f"`{data['rule']}` finds nothing {where}: the comment holds nothing back"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "take the rule out of the comment"


def fix(finding: Diagnostic) -> Fix | None:
    gone = finding.data["gone"]
    assert isinstance(gone, tuple)
    return Fix(f"take `{finding.data['rule']}` out of the comment", [Edit(gone[0], gone[1], "")])
