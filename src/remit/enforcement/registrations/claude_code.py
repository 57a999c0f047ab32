"""Claude Code's settings: `hooks`, by event, in one of three files.

Source: documentation of 2026-08-22 and the client 2.1.332, recorded 2026-11-30. `args` starts the command without a shell. With
`onFailure: "block"` a hook that crashes, is missing or is killed refuses the call; 2.1.300 and newer know it, older ones ignore the key.
"""

from __future__ import annotations

import os

from ..forms.claude_code import EVENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SCOPES = ("local", "project", "user")
BASE = "{}\n"
NOTE = None
TIMEOUT = 60
"""Seconds after which the client gives the hook up. It answers in a few milliseconds; a busy machine must not open the door."""


def file(scope: str, root: str, home: str) -> str:
    if scope == "user":
        return os.path.join(home, ".claude", "settings.json")
    return os.path.join(root, ".claude", "settings.local.json" if scope == "local" else "settings.json")


def entries(command: Sequence[str]) -> Iterator[tuple[tuple[str, ...], object]]:
    hook = {"type": "command", "command": command[0], "args": list(command[1:]), "timeout": TIMEOUT, "onFailure": "block"}
    for event, matcher in EVENTS.items():
        group: dict[str, object] = {"matcher": matcher} if matcher is not None else {}
        yield ("hooks", event), {**group, "hooks": [hook]}
