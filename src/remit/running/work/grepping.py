"""Finding lines by a regular expression, in a process of its own: a pattern may take for ever."""

from __future__ import annotations

import asyncio
import os
import re
import sys

from . import Work, schema
from .finding import pattern_of
from .place import LARGEST, Failed, Place, bounded, text
from .walking import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]

MOST = 500
SECONDS = 30.0
_PROGRAM = """
import re, sys
pattern = re.compile(sys.argv[1], re.IGNORECASE if sys.argv[2] == "i" else 0)
found = 0
for path in sys.stdin.read().split("\\0"):
    if not path or found >= int(sys.argv[3]): continue
    try:
        data = open(path, "rb").read(int(sys.argv[4]))
    except OSError:
        continue
    if b"\\0" in data[:8192]: continue
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if pattern.search(line):
            print(f"{path}:{number}:{line[:500]}")
            found += 1
            if found >= int(sys.argv[3]): break
"""


async def run(place: Place, value: Json) -> str:
    pattern = text(value, "pattern")
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as problem:
        raise Failed(f"`{pattern}` is no regular expression: {problem}") from None
    start = place.path(value.get("path") or ".")
    paths = await asyncio.to_thread(_paths, place, start, value.get("glob"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-S", "-c", _PROGRAM, pattern, "i" if value.get("-i") is True else "-", str(MOST), str(LARGEST),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        cwd=place.folder, env={"PYTHONUTF8": "1"},
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(process.communicate("\0".join(paths).encode("utf-8", "surrogateescape")), SECONDS)
    except TimeoutError:
        raise Failed(f"looking for it took longer than {SECONDS:g} seconds") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return bounded(out.decode("utf-8", "replace").rstrip("\n")) or "no line matches"


def _paths(place: Place, start: str, glob: object) -> list[str]:
    """The files to look into, relative to the folder: those that the agent may read."""
    wanted = pattern_of(glob if "/" in glob else f"**/{glob}") if isinstance(glob, str) and glob else None
    folder = start if os.path.isdir(start) else os.path.dirname(start)
    found = []
    for path in files(start) if os.path.isdir(start) else [start]:
        if wanted is not None and not wanted.fullmatch(os.path.relpath(path, folder).replace(os.sep, "/")):
            continue
        if os.path.isfile(path) and place.may_read(path):
            found.append(place.relative(path))
    return found


WORK = Work(
    "Finds lines in files of the working folder by a regular expression; says path, line number and line.",
    schema(
        {"pattern": "The regular expression."},
        path=("string", "The file or folder to look in (default: the working folder)."),
        glob=("string", "Only files that match this glob: `*.py`."),
        **{"-i": ("boolean", "Whether upper and lower case are the same (default: false).")},
    ),
    run,
)
