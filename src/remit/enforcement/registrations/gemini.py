"""Gemini CLI's settings: `hooks`, by event, of the project or the user.

Source: its reference at geminicli.com/docs/hooks/reference, and the code of @google/gemini-cli-core 0.61.0, read 2026-12-01. The command is
started by a shell; `timeout` is in milliseconds.
"""

from __future__ import annotations

import os

from ..forms.gemini import EVENTS
from . import _shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SCOPES = ("project", "user")
TIMEOUT = 60_000
BASE = "{}\n"
NOTE = (
    "Gemini CLI does not tell a hook which agent makes a call, so the guard holds only the session as a whole to its tools. "
    "Each agent is held by `tools`, `max_turns` and `timeout_mins` in its file, and by rules with `subagent` in the user's policy files"
)


def file(scope: str, root: str, home: str) -> str:
    return os.path.join(root if scope == "project" else home, ".gemini", "settings.json")


def entries(command: Sequence[str]) -> Iterator[tuple[tuple[str, ...], object]]:
    for event in EVENTS:
        text = _shell.line(command, before=event == "BeforeTool")
        yield ("hooks", event), {"hooks": [{"type": "command", "command": text, "name": "remit-guard", "timeout": TIMEOUT}]}
