"""What every host is: a name, versions, a table of fields, places on the disk, and four answers about a definition.

A host lives in one module or package of this folder and is found there by its name (`claude_code` is the host `claude-code`); nothing
else in remit compares a host's name. What a host does is code and data in its own room, each fact with its evidence.
"""

from __future__ import annotations

from .fields import EFFORT, IDLE, NEEDED, OPENING, TEMPERATURE, TOP_P, Fact, Field, Version
from .host import Host
from .reading import Reading
from .surroundings import (
    BACKGROUND,
    BUILTIN,
    EXTRA,
    FOREGROUND,
    LOOSE,
    MAIN,
    MANAGED,
    MODES,
    PLUGIN,
    PROJECT,
    SESSION,
    USER,
    Mention,
    Place,
    Surroundings,
    configuration,
)

__all__ = [
    "BACKGROUND",
    "BUILTIN",
    "EFFORT",
    "EXTRA",
    "FOREGROUND",
    "IDLE",
    "LOOSE",
    "MAIN",
    "MANAGED",
    "MODES",
    "NEEDED",
    "OPENING",
    "PLUGIN",
    "PROJECT",
    "SESSION",
    "TEMPERATURE",
    "TOP_P",
    "USER",
    "Fact",
    "Field",
    "Host",
    "Mention",
    "Place",
    "Reading",
    "Surroundings",
    "Version",
    "configuration",
]
