"""The Copilot CLI's hooks: a file of its own in `.github/hooks` of the project or `~/.copilot/hooks`.

Source: its reference at docs.github.com and the client 1.0.102, recorded 2026-12-01. The project's are read in folders that the user trusts,
once for all; the command is started by a shell. A hook that ends with another code than 0 refuses the call, one that takes too long lets it
pass.
"""

from __future__ import annotations

import os

from ..forms.copilot import EVENTS
from . import _shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SCOPES = ("project", "user")
TIMEOUT = 60
BASE = '{\n  "version": 1\n}\n'
NOTE = (
    "a session that is started with `--agent` tells the hook no name: there the agent's own `tools` hold it, and the guard what it starts. "
    "In a project the hook runs once you trust the folder"
)


def file(scope: str, root: str, home: str) -> str:
    folder = os.path.join(root, ".github") if scope == "project" else os.path.join(home, ".copilot")
    return os.path.join(folder, "hooks", "remit-guard.json")


def entries(command: Sequence[str]) -> Iterator[tuple[tuple[str, ...], object]]:
    for event in EVENTS:
        text = _shell.line(command, before=event == "preToolUse")
        key = "powershell" if os.name == "nt" else "bash"
        yield ("hooks", event), {"type": "command", key: text, "timeoutSec": TIMEOUT}
