"""Finding files by a pattern of their path."""

from __future__ import annotations

import asyncio
import os
import re

from . import Work, schema
from .place import Failed, Place, bounded, text
from .walking import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]

MOST = 1000


def pattern_of(glob: str) -> re.Pattern[str]:
    """A glob as a regular expression: `*` and `?` within a name, `**/` for any folders, `[abc]`, `{a,b}`."""
    # A few stars and braces take some time at worst, many take for ever.
    if len(glob) > 1000 or glob.count("*") > 12 or glob.count("{") > 4 or glob.count(",") > 32:
        raise Failed("the pattern is too complicated")
    out, at, depth = "", 0, 0
    while at < len(glob):
        char = glob[at]
        if glob.startswith("**/", at):
            out += "(?:[^/]+/)*"
            at += 3
            while glob.startswith("**/", at):
                at += 3
            continue
        if glob.startswith("**", at):
            out, at = out + ".*", at + 2
            continue
        if char == "[" and (end := glob.find("]", at + 2)) > 0:
            inner = glob[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            out += "[" + ("^" + inner[1:] if inner[0] in "!^" else inner) + "]"
            at = end + 1
            continue
        if char == "{":
            depth += 1
        out += {"*": "[^/]*", "?": "[^/]", "{": "(?:"}.get(char) or (
            "|" if char == "," and depth else ")" if char == "}" and depth else re.escape(char)
        )
        if char == "}" and depth:
            depth -= 1
        at += 1
    try:
        return re.compile(out + ")" * depth, re.DOTALL)
    except re.error:
        raise Failed(f"`{glob}` is no pattern") from None


def _find(place: Place, value: Json) -> str:
    glob = text(value, "pattern")
    folder = place.path(value.get("path") or ".")
    pattern = pattern_of(glob.removeprefix("./"))
    found = []
    for path in files(folder):
        if pattern.fullmatch(os.path.relpath(path, folder).replace(os.sep, "/")):
            found.append(place.relative(path))
            if len(found) >= MOST:
                found.append(f"[more than {MOST} files; narrow the pattern]")
                break
    return bounded("\n".join(found)) or "no file matches"


async def run(place: Place, value: Json) -> str:
    return await asyncio.to_thread(_find, place, value)


WORK = Work(
    "Finds files of the working folder by a glob: `src/**/*.py`.",
    schema({"pattern": "The glob."}, path=("string", "The folder to look in (default: the working folder).")),
    run,
)
