"""An agent's memory: a folder of its own that lasts from one run to the next. The agent is told where it is, and what its index says.

What it may do there is its remit's to say, as everywhere.
"""

from __future__ import annotations

import os
import re

from .work.place import Failed, read_text, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..definition import Definition
    from ..hosts.base import Host

INDEX = "MEMORY.md"
LINES = 200
"""Lines of the index that an agent is told."""
LONGEST = 25_000
"""Characters of it."""
_TAG = re.compile(r"<(\s*/?\s*agent-memory\s*)>", re.IGNORECASE)


def folder_of(host: Host, definition: Definition, cwd: str, home: str | None) -> str | None:
    """The folder; `None` for an agent that has none. Raises `Failed` where it is not to be used: it leads somewhere else."""
    place = host.memory_place(definition)
    if place is None:
        return None
    folder, name = place
    base = home if folder.startswith("~") else cwd
    if base is None:
        raise Failed("there is no home folder")
    if name in ("", ".", "..") or "/" in name or os.sep in name or "\0" in name:
        raise Failed(f"`{name}` is no name of a folder")
    parent = os.path.join(base, folder.removeprefix("~/"))
    found = os.path.realpath(os.path.join(parent, name))
    if found != os.path.join(os.path.realpath(base), folder.removeprefix("~/"), name):
        raise Failed(f"{os.path.join(parent, name)} is reached by a link")
    return found


def told(folder: str) -> str:
    """What is added to the prompt."""
    said = f"\n\n# Memory\n\nThe folder {folder} is yours and lasts. {INDEX} in it is its index, which you are told when you begin; keep it short."
    index = _index(folder)
    return f"{said}\n\n<agent-memory>\n{index}\n</agent-memory>" if index else said


def _index(folder: str) -> str:
    path = os.path.join(folder, INDEX)
    if os.path.realpath(path) != path:
        return ""
    try:
        text = shown(read_text(path, INDEX))
    except Failed:
        return ""
    if "\0" in text:
        return ""
    lines = text.strip().splitlines()
    kept = "\n".join(lines[:LINES])[:LONGEST]
    kept = _TAG.sub(r"&lt;\1&gt;", kept)
    return kept + (f"\n[truncated at {LINES} lines]" if len(lines) > LINES else "")
