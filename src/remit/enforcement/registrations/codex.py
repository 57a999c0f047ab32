"""Codex's hooks: `hooks.json`, by event, in the project or in the user's folder.

Source: documentation (developers.openai.com/codex/hooks, read 2026-12-01) and the client 0.171.0, recorded 2026-12-01. Hooks may also stand in
`config.toml`; all of both are run. `hooks.json` is taken because remit can change JSON and leave every other byte alone, and because a
`config.toml` is of the sort that people write by hand. The command is started by a shell.
"""

from __future__ import annotations

import os

from ..forms.codex import EVENTS
from . import _shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SCOPES = ("project", "user")
TIMEOUT = 60
BASE = "{}\n"
NOTE = "Codex runs a hook only once you trust it, and says nothing until then: start it and look at `/hooks`"


def file(scope: str, root: str, home: str) -> str:
    return os.path.join(root if scope == "project" else home, ".codex", "hooks.json")


def entries(command: Sequence[str]) -> Iterator[tuple[tuple[str, ...], object]]:
    for event in EVENTS:
        text = _shell.line(command, before=event == "PreToolUse")
        yield ("hooks", event), {"hooks": [{"type": "command", "command": text, "timeout": TIMEOUT}]}
