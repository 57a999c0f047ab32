"""Where the front matter of a half-typed file is, in which language, and the slot at the cursor in it."""

from __future__ import annotations

import re

from . import toml, yaml
from .flow import Flow
from .slot import Slot

_FENCE = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*(\r\n|\r|\n|\Z)")
MOST = 1 << 16
"""Characters of a front matter that are looked at."""


def slot_at(text: str, cursor: int, whole: str | None) -> Slot | None:
    """The slot at a character of a text. `whole` is the format of a file that is data as a whole, else fences tell."""
    if cursor > MOST:
        return None
    if whole == "json":
        flow = Flow(text, 0, cursor, ":", "//")
        return flow.slot((), "json", flow.after) if len(flow.frames) > 1 else None
    if whole is not None:
        return toml.slot_at(text, 0, min(len(text), MOST), cursor)
    place = front_of(text)
    if place is None:
        return None
    start, end, language = place
    if not start <= cursor <= end:
        return None
    return toml.slot_at(text, start, end, cursor) if language == "+++" else yaml.slot_at(text, start, end, cursor)


def front_of(text: str) -> tuple[int, int, str] | None:
    """Start, end and fence of the front matter; without a closing fence it goes on to the end, or to what cannot be one any more."""
    opening = _FENCE.match(text)
    if opening is None or not opening[2]:
        return None
    start = opening.end()
    fence = opening[1]
    closing = re.compile(rf"^{re.escape(fence)}[ \t]*\r?$", re.MULTILINE).search(text, start, start + MOST)
    if closing is not None:
        return start, max(closing.start() - 1, start), fence
    heading = re.compile(r"^\r?\n#+ ", re.MULTILINE).search(text, start, start + MOST)
    return start, heading.start() if heading is not None else min(len(text), start + MOST), fence
