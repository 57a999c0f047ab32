"""Reads a Claude Code agent as most are written, in one look: a name, a description on its line, known tools, a usual model, a colour.

It builds no tree. The reading gives exactly what the slower way of `reading` would give (a law of the tests); whatever is not plain to see
is left to that.
"""

from __future__ import annotations

import re
from sys import intern

from ...definition import Definition
from ...syntax.scan_marks import ASCII_FIRST, ASCII_TEXT, odd
from .vocabulary import COLORS, USUAL_MODELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading
    from .lists import Study

_GLANCE = re.compile(
    rf"---\nname: ([a-z][a-z0-9-]{{0,63}})\ndescription: (?:({ASCII_FIRST}{ASCII_TEXT})|\"([^\"\\\x00-\x1f\x7f]*+)\"|'([^'\x00-\x1f\x7f]*+)')\n"
    r"((?:tools: [A-Za-z][A-Za-z0-9, _-]*+\n|(?:model|color): [A-Za-z][A-Za-z0-9-]*+\n)*+)---\n".encode()
).match


def at_a_glance(reading: Reading, data: bytes) -> bool:
    """Reads a definition as most are written, in one look: a portable name, a description on one line, then tools that exist, a usual
    model, a colour. It builds no tree; the scanner would give the same values (a law of the tests), and does when places are asked for.
    """
    found = _GLANCE(data)
    if found is None or data.find(b"---", 4) != found.end() - 4:
        return False
    plain, double, single = found.group(2, 3, 4)
    told = (plain or double or single or b"").decode("utf-8", "surrogateescape")
    if " " not in told or told.isspace() or "\\" in told or not (told.isascii() or (not odd(told) and not _C1(told))):
        return False
    name = found[1].decode()
    if name in _WORDS:
        return False
    rest = found[5]
    further = _FURTHER.get((rest, reading.version.text), ...)
    if further is ...:
        further = _read_further(reading, rest)
    if further is None:
        return False
    known, seen = further
    start = found.end()
    if not data[start : start + 32].strip() and not data[start:].strip():
        return False
    if seen is not None and seen.findings:
        source = reading.source
        at = len(data[: data.index(b"\ntools: ") + 8].decode("utf-8", "surrogateescape"))
        reading.findings = [one.moved(source, at) for one in seen.findings]
    reading.name = name
    reading.loaded = True
    reading.definition = Definition.of({"name": name, "description": told.rstrip(" ") if plain else told, **known}, reading)
    return True


def _read_further(reading: Reading, rest: bytes) -> tuple[dict[str, object], Study | None] | None:
    """The lines after the description: values, and what is to be said of the tools; `None` where they take a second look. The same lines
    come again and again in a tree, so they are kept."""
    values: dict[str, object] = {}
    seen: Study | None = None
    answer: tuple[dict[str, object], Study | None] | None = values, None
    for line in rest.decode().splitlines():
        key, _, value = line.partition(": ")
        value = value.rstrip(" ")
        if key in values or (key == "color" and "extra" in values):
            answer = None
        elif key == "tools":
            seen = _study(reading, value)
            values["tools"] = seen.tools
        elif key == "model" and (value in USUAL_MODELS or _is_model_id(value)):
            values["model"] = intern(value)
        elif key == "color" and value.lower() in COLORS:
            values["extra"] = {"color": value}
        else:
            answer = None
    if answer is not None:
        answer = values, seen
    if len(_FURTHER) < 4096:
        _FURTHER[rest, reading.version.text] = answer
    return answer


_FURTHER: dict[tuple[bytes, str], tuple[dict[str, object], Study | None] | None] = {}
_C1 = re.compile("[\x80-\x9f]").search
_WORDS = frozenset(("null", "true", "false"))
_MODEL_ID = re.compile(r"claude-[a-z0-9-]+").fullmatch


def _is_model_id(value: str) -> bool:
    if not _MODEL_ID(value):
        return False
    from .values import misspelt_family

    return misspelt_family(value) is None


def _study(reading: Reading, text: str) -> Study:
    from .lists import study

    return study(reading.host, reading.version, text)
