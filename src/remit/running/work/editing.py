"""Replacing a text within a file."""

from __future__ import annotations

import asyncio

from . import Work, schema
from .place import Failed, Place, read_text, text, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]


def _edit(place: Place, value: Json) -> str:
    given = str(value.get("file_path"))
    path, old, new = place.path(value.get("file_path")), text(value, "old_string"), text(value, "new_string")
    if not old:
        raise Failed("`old_string` is empty; to make a file, write it")
    said = read_text(path, given)
    count = said.count(old)
    if not count:
        raise Failed(f"{given} does not hold `old_string`")
    if count > 1 and value.get("replace_all") is not True:
        raise Failed(f"{given} holds `old_string` {count} times; give more of what is around it, or set `replace_all`")
    write_text(path, given, said.replace(old, new))
    return f"replaced {count} time{'s' * (count > 1)} in {place.relative(path)}"


async def run(place: Place, value: Json) -> str:
    return await asyncio.to_thread(_edit, place, value)


WORK = Work(
    "Replaces a text in a file of the working folder. The text must stand there exactly, and once.",
    schema(
        {
            "file_path": "The file, relative to the working folder or absolute.",
            "old_string": "The text to replace.",
            "new_string": "What stands there then.",
        },
        replace_all=("boolean", "Whether every one is replaced (default: false)."),
    ),
    run,
)
