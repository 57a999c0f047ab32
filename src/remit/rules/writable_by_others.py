"""Everybody on the machine may change the definition.

## What it finds

A definition, or the folder that it lies in, that every user of the machine may write.

## Why it matters

Whoever changes the file decides what the agent does, with the rights of the person who runs it.

## Instead

`chmod o-w` on the file and on its folder.

## Fix safety

None: remit changes no permissions of files.

## Evidence

CWE-732.
"""

from __future__ import annotations

import os
import stat

from ..diagnostic import Diagnostic
from ..hosts.base import LOOSE
from ..source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog

SEVERITY = "warning"
TOPIC = "security"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    if os.name != "posix":
        return  # the bits say nothing elsewhere
    seen: set[str] = set()
    for entry in catalog:
        if entry.path in seen or entry.scope == LOOSE:
            continue
        seen.add(entry.path)
        folder = os.path.dirname(entry.path)
        if folder not in seen:
            seen.add(folder)
            if _is_open(folder):
                yield _finding(entry.path, folder)
        if _is_open(entry.path):
            yield _finding(entry.path, None)


def _is_open(path: str) -> bool:
    """Whether everybody may write there. In a folder with the sticky bit nobody may replace the files of another."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return bool(mode & stat.S_IWOTH) and not (stat.S_ISDIR(mode) and mode & stat.S_ISVTX)


def _finding(path: str, folder: str | None) -> Diagnostic:
    return Diagnostic("writable-by-others", Source(b"", path), 0, 0, {"folder": folder})


def message(data: dict[str, object]) -> str:
    if data["folder"]:
        return f"every user of this machine may put definitions into {data['folder']}"
    return "every user of this machine may change this definition"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"chmod o-w {data['folder']}" if data["folder"] else "chmod o-w on the file"
