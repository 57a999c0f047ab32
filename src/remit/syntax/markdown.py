"""The lines of a Markdown text that are prose: what stands in a code block is told about, not meant."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})").match
_SPAN = re.compile(r"`+")


def prose(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """The lines from `start` on that stand in no fenced code block, each with its offset and without its line end."""
    fence = ""
    at = start
    while at < len(text):
        end = text.find("\n", at)
        if end < 0:
            end = len(text)
        mark = _FENCE(text, at, end)
        if mark is None:
            if not fence:
                yield at, text[at:end].rstrip("\r")
        elif not fence:
            fence = mark[1]
        elif mark[1].startswith(fence) and not text[mark.end() : end].strip():
            fence = ""
        at = end + 1


def in_code(line: str, at: int) -> bool:
    """Whether a place of a line stands between backticks."""
    return len(_SPAN.findall(line[:at])) % 2 == 1 and "`" in line[at:]


def line_around(text: str, at: int) -> tuple[int, int]:
    """Where the line of a place begins and ends, without its line end."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, end if end >= 0 else len(text)
