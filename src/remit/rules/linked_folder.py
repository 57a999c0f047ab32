"""The folder of definitions is a link that leads elsewhere.

## What it finds

A host's folder in a project, or one above it, that is a symbolic link to a place outside the project.

## Why it matters

Who may write the target decides what the agents are, and what the repository's history shows is only the link. Many share their agents
that way on purpose, which is why this is told to the strict alone.

## Fix safety

None: remit changes no links.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: links to folders are followed.
"""

from __future__ import annotations

import os

from ..diagnostic import Diagnostic
from ..hosts.base import LOOSE
from ..source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog

SEVERITY = "warning"
PERSONA = "strict"
TOPIC = "security"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    root = catalog.around.root
    real = os.path.realpath(root)
    seen: set[str] = set()
    for entry in catalog:
        place = entry.place.path
        if place in seen or entry.scope == LOOSE or not place.startswith(root + os.sep):
            continue
        seen.add(place)
        target = os.path.realpath(place)
        if target != real and not target.startswith(real + os.sep):
            yield Diagnostic("linked-folder", Source(b"", entry.path), 0, 0, {"folder": place, "target": target})


def message(data: dict[str, object]) -> str:
    return f"{data['folder']} leads out of the project, to {data['target']}: who may write there decides what these agents are"
