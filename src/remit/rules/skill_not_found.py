"""No such skill.

## What it finds

A skill that a definition asks for and that lies in none of the folders where the host looks for skills, nor in those of its plugins. It
speaks only where the project keeps skills at all, or the user's own folder was looked at; a name of a plugin that was not told of
(`plugin:skill`) is passed over.

## Why it matters

Claude Code leaves the skill out with a line in its log: the agent runs without what its author took for granted.

## Fix safety

Unsafe: the nearest skill is a guess. None where no name is near.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30; its documentation of 2026-08-22 for the places of skills.
"""

from __future__ import annotations

import os

from ..diagnostic import Diagnostic
from ..hosts.base import LOOSE
from ..tools import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..diagnostic import Fix

SEVERITY = "warning"
TOPIC = "tools"
CONFIDENCE = "medium"


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    known: dict[tuple[str, str | None], frozenset[str]] = {}
    for entry in catalog:
        definition = entry.definition if entry.scope != LOOSE else None
        if definition is None or not definition.skills.include or entry.reading is None:
            continue
        around = catalog.around_of(entry)
        key = (entry.host.name, around.root)
        if key not in known:
            known[key] = entry.host.skills(around, entry.version)
        told = around.home is not None or len(known[key]) > len(entry.host.bundled_skills)
        plugins = {os.path.basename(folder) for folder in around.plugins}
        for skill in entry.host.wanted_skills(entry.reading):
            plugin, colon, _ = skill.text.partition(":")
            if told and skill.text not in known[key] and (not colon or plugin in plugins):
                data: dict[str, object] = {
                    "skill": skill.text,
                    "nearest": nearest(skill.text, known[key], cutoff=0.7),
                    "host": entry.host.title,
                }
                yield Diagnostic("skill-not-found", entry.reading.source, skill.start, skill.end, data)


def message(data: dict[str, object]) -> str:
    meant = f"; did you mean `{data['nearest']}`?" if data["nearest"] else ""
    return f"there is no skill `{data['skill']}` where {data['host']} looks for skills, so the agent runs without it{meant}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "add the skill to the project, or take its name out"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.words import reworded
    from ..mending.written import UNSAFE

    return reworded(finding, finding.data.get("nearest"), UNSAFE)
