"""Files with secrets are read without a question.

## What it finds

A plain `read: allow`.

## Why it matters

OpenCode asks before it reads `.env` files. A later rule that allows all reading lifts that question too.

## Example

    permission:
      "*": deny
      read: allow

## Instead

    permission:
      "*": deny
      read:
        "*": allow
        "*.env": ask
        "*.env.*": ask
        "*.env.example": allow

## Fix safety

Unsafe: the question before `.env` files is asked again, and the author may have meant to lift it.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "info"
PERSONA = "strict"
TOPIC = "security"


def message(data: dict[str, object]) -> str:
    return f"`read: allow` also lifts the question that {data['host']} asks before `.env` files"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return 'write `read` as a map and repeat `"*.env": ask` and `"*.env.*": ask` below `"*": allow`'


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.fields import asked_before_env

    return asked_before_env(finding)
