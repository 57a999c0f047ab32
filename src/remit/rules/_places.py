"""Where in a file a rule points to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..hosts.base import Reading


def of_value(reading: Reading, *fields: str) -> tuple[int, int]:
    """The value of the first of the fields that the file has; the opening fence where it has none of them."""
    root = reading.document.root
    for field in fields:
        for key, value in root.entries if root is not None else ():
            if getattr(key, "text", None) == field:
                return (value.start, value.end) if value.end > value.start else (key.start, key.end)
    return _opening(reading)


def of_key(reading: Reading, *fields: str) -> tuple[int, int]:
    """The key of the first of the fields that the file has; the opening fence where it has none of them."""
    root = reading.document.root
    for field in fields:
        for key, _ in root.entries if root is not None else ():
            if getattr(key, "text", None) == field:
                return key.start, key.end
    return _opening(reading)


def _opening(reading: Reading) -> tuple[int, int]:
    start = 1 if reading.source.bom else 0
    return start, min(start + 3, len(reading.source.text))
