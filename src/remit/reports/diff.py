"""What fixing would change, as a unified diff that `git apply` and `patch -p1` take.

The lines are the file's own bytes: a carriage return stays, and a last line without an end is marked. On a terminal what it would act on is
shown escaped.
"""

from __future__ import annotations

import os
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..fixing import Changed

_ODD = re.compile(r'[\x00-\x1f"\\\x7f]').search
_SIGNS = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_UNENDED = b"\n\\ No newline at end of file\n"


def write(files: Iterable[Changed], base: str) -> None:
    """Writes the diff of each file to standard output, with paths as they are told from the folder `base`."""
    if sys.stdout.isatty():
        from ._visible import visible

        for file in files:
            for line in unified(file, base):
                sys.stdout.write(visible(line.decode("utf-8", "surrogateescape").rstrip("\n")) + "\n")
        return
    sys.stdout.flush()
    for file in files:
        for line in unified(file, base):
            sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def unified(file: Changed, base: str) -> Iterator[bytes]:
    """The diff of one file, line by line."""
    from difflib import unified_diff

    before, after = (_lines(data) for data in (file.before, file.after))
    yield _head(b"--- ", "a", file.path, base)
    yield _head(b"+++ ", "b", file.path, base)
    for number, line in enumerate(unified_diff(before, after)):
        if number > 1:
            written = line.encode("latin-1")
            yield written if written.endswith(b"\n") else written + _UNENDED


def _lines(data: bytes) -> list[str]:
    """Lines as `git` knows them, one character a byte: a line feed ends one, and nothing else does."""
    lines = data.decode("latin-1").split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _head(sign: bytes, side: str, path: str | None, base: str) -> bytes:
    absolute = os.path.abspath(path or "text")
    relative = os.path.relpath(absolute, base)
    outside = relative == os.pardir or relative.startswith(os.pardir + os.sep)
    shown = absolute if outside else f"{side}/{relative}"
    name = shown.replace(os.sep, "/")
    if _ODD(name):
        name = (
            '"'
            + "".join(_SIGNS.get(sign, sign if sign >= " " and sign != "\x7f" else f"\\{ord(sign):03o}") for sign in name)
            + '"'
        )
    end = "\t\n" if " " in name and not name.startswith('"') else "\n"
    return sign + (name + end).encode("utf-8", "surrogateescape")
