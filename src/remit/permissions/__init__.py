"""Permission rules: what they say, what a call is, and what is decided for it.

`rule` reads a rule, `shell` a command line, `paths` a path pattern. `claude_code` decides as the client does, `declared` as remit itself
does for the scoped entries of an agent's own lists. Nothing here touches the disk, the clock or the environment.
"""

from __future__ import annotations

SHELLS = ("Bash", "Monitor")
"""The tools whose calls are command lines."""


def line_of(value: object) -> str | None:
    """The command line of a call: the text itself, or the field that holds it; `None` where there is none."""
    if isinstance(value, dict):
        value = value.get("command")
    return value if isinstance(value, str) else None
