"""Hooks that a host starts through a shell: a command that cannot be started, or is killed, refuses the call by its exit code."""

from __future__ import annotations

import os
import shlex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED = "|| exit 2"
"""What a shell does when the hook ends with another code than 0. Only before a call: afterwards it would be an objection to the result."""


def line(command: Sequence[str], *, before: bool) -> str:
    text = shlex.join(command)
    return f"{text} {REFUSED}" if before and os.name != "nt" else text


def words(text: str) -> list[str]:
    """The words of such a command."""
    try:
        return shlex.split(text.removesuffix(REFUSED))
    except ValueError:
        return []
