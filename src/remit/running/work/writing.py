"""Writing a whole file."""

from __future__ import annotations

import asyncio

from . import Work, schema
from .place import Place, text, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]


def _write(place: Place, value: Json) -> str:
    path, said = place.path(value.get("file_path")), text(value, "content")
    write_text(path, str(value["file_path"]), said)
    return f"wrote {len(said)} characters to {place.relative(path)}"


async def run(place: Place, value: Json) -> str:
    return await asyncio.to_thread(_write, place, value)


WORK = Work(
    "Writes a file of the working folder, in place of what it held.",
    schema({"file_path": "The file, relative to the working folder or absolute.", "content": "Its whole new text."}),
    run,
)
