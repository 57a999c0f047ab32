"""Reading a file, or the names in a folder."""

from __future__ import annotations

import asyncio
import os

from . import Work, schema
from .place import Failed, Place, bounded, number, read_text, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]

LINES = 2000


def _read(place: Place, value: Json) -> str:
    given = value.get("file_path")
    path = place.path(given)
    if os.path.isdir(path):
        return bounded("\n".join(sorted(os.listdir(path))))
    lines = shown(read_text(path, str(given))).split("\n")
    first = number(value, "offset", 1)
    if first > len(lines):
        raise Failed(f"{given} has {len(lines)} lines")
    part = lines[first - 1 : first - 1 + number(value, "limit", LINES)]
    return bounded("\n".join(f"{at}\t{line}" for at, line in enumerate(part, first)))


async def run(place: Place, value: Json) -> str:
    return await asyncio.to_thread(_read, place, value)


WORK = Work(
    "Reads a file of the working folder, with line numbers; of a folder, the names in it.",
    schema(
        {"file_path": "The file, relative to the working folder or absolute."},
        offset=("integer", "The first line, from 1."),
        limit=("integer", f"How many lines (default: {LINES})."),
    ),
    run,
)
