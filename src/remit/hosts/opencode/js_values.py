"""What scalars mean to OpenCode's YAML reader, and how JavaScript writes values: as keys of an object and in messages.

The reader is js-yaml 3: `010` is eight, `1:30` is ninety, `2024-01-02` is a date and no text, `yes` is text.
Source: js-yaml 3.14.2 as it lies in OpenCode 1.18.33, compared with it on 2026-11-30.
"""

from __future__ import annotations

import json
import re

from ...syntax.nodes import PLAIN, Mapping, Scalar, Sequence
from ...syntax.schema import key_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from ...syntax.nodes import Node

    V = TypeVar("V")

_FLOAT = re.compile(
    r"(?:[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
).fullmatch
_INT = re.compile(
    r"[-+]?(?:0|0b_*[01][01_]*(?<!_)|0x_*[0-9a-fA-F][0-9a-fA-F_]*(?<!_)|0_*[0-7][0-7_]*(?<!_)"
    r"|[1-9][0-9_]*(?:(?<!_)|(?=:))(?::[0-5]?[0-9])*)"
).fullmatch
_DATE = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"|([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]*))?"
    r"(?:[ \t]*(?:Z|([-+])([0-9]{1,2})(?::([0-9]{2}))?))?"
).fullmatch
_NULLS = frozenset(("~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}").fullmatch


class Date:
    """A date: no text, no number. `text` is how messages print it, `key` what it becomes as a key (where the clock is UTC)."""

    __slots__ = ("key", "text")

    def __init__(self, text: str, key: str = "Invalid Date") -> None:
        self.text = text
        self.key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Date) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Date({self.text})"


def resolve(text: str) -> object:
    """The value of plain text: `None`, a bool, a number, a `Date`, or the text."""
    first = text[0] if text else "~"
    if first not in "0123456789+-.~nNtTfF":
        return text
    if not text or text in _NULLS:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if is_whole(text):
        return _whole(text.replace("_", ""))
    if is_real(text):
        return _real(text.replace("_", "").lower())
    found = _DATE(text)
    return _date(found.groups()) if found else text


def is_whole(text: str) -> bool:
    """Whether plain text is a whole number."""
    return _INT(text) is not None


def is_real(text: str) -> bool:
    """Whether plain text is a number of any kind, except for the notations of whole numbers alone."""
    return _FLOAT(text) is not None and text[-1] != "_"


def _whole(text: str) -> int | float:
    sign = -1 if text[0] == "-" else 1
    digits = text.lstrip("+-")
    if digits.startswith("0b"):
        value = int(digits[2:], 2)
    elif digits.startswith("0x"):
        value = int(digits[2:], 16)
    elif digits[0] == "0":
        value = int(digits, 8)
    elif ":" in digits:
        value = 0
        for part in digits.split(":"):
            value = value * 60 + int(part[:400])
    elif len(digits) > 400:
        return sign * float("inf")
    else:
        value = int(digits)
    return sign * value if value < 1 << 53 else sign * float(value) if value < 1 << 1023 else sign * float("inf")


def _real(text: str) -> float:
    sign = -1.0 if text[0] == "-" else 1.0
    digits = text.lstrip("+-")
    if digits == ".inf":
        return sign * float("inf")
    if digits == ".nan":
        return float("nan")
    if ":" in digits:
        value = 0.0
        for part in digits.split(":"):
            value = value * 60 + float(part.rstrip(".") or 0)
        return sign * value
    if digits[0] == "." and not digits[1:2].isdigit():
        return float("nan")
    return sign * float(digits)


def _date(groups: tuple[str | None, ...]) -> Date:
    from datetime import UTC, datetime, timedelta

    if groups[0] is not None:
        year, month, day = (int(part or 0) for part in groups[:3])
        hour = minute = second = milli = shift = 0
    else:
        year, month, day, hour, minute, second = (int(part or 0) for part in groups[3:9])
        milli = int((groups[9] or "")[:3].ljust(3, "0"))
        shift = int(groups[11] or 0) * 60 + int(groups[12] or 0)
        if groups[10] == "-":
            shift = -shift
    # JavaScript carries what is too much over to the next unit: month 13 is January.
    carry, month = divmod(month - 1, 12)
    try:
        begin = datetime(year + carry, month + 1, 1, tzinfo=UTC)
        at = begin + timedelta(days=day - 1, hours=hour, minutes=minute - shift, seconds=second, milliseconds=milli)
    except (ValueError, OverflowError):
        return Date("Invalid Date")
    return Date(
        f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z",
        f"{at:%a %b %d %Y %H:%M:%S} GMT+0000 (Coordinated Universal Time)",
    )


def value_of(scalar: Scalar) -> object:
    """The value of one scalar of either format."""
    if scalar.typed is not ...:
        return scalar.typed
    return resolve(scalar.text) if scalar.style == PLAIN else scalar.text


def plain_of(node: Node, depth: int = 0) -> object:
    """The Python value of a tree, keys in JavaScript's order; a date is its text."""
    if isinstance(node, Scalar):
        value = value_of(node)
        return value.text if isinstance(value, Date) else value
    if depth > 100:
        return None
    if isinstance(node, Sequence):
        return [plain_of(item, depth + 1) for item in node.items]
    return {name: plain_of(value, depth + 1) for name, (_, value) in entries_of(node).items()}


def entries_of(mapping: Mapping) -> dict[str, tuple[Scalar, Node]]:
    """The entries of a map as an object has them: keys that are whole numbers first, ascending, then the others as written."""
    found: dict[str, tuple[Scalar, Node]] = {}
    for key, value in mapping.entries:
        if isinstance(key, Scalar):
            found[key_of(key)] = (key, value)
    return in_order(found)


def in_order(values: dict[str, V]) -> dict[str, V]:
    """The same entries in the order of a JavaScript object."""
    numbers = [name for name in values if name[0:1].isdigit() and is_index(name)]
    if not numbers:
        return values
    numbers.sort(key=int)
    return {name: values[name] for name in numbers} | values


def is_index(name: str) -> bool:
    return _INDEX(name) is not None and int(name) < 0xFFFFFFFF


def key_of(scalar: Scalar) -> str:
    """A key as text: `null`, `true` and numbers become words."""
    value = value_of(scalar)
    return value if isinstance(value, str) else value.key if isinstance(value, Date) else key_text(value)


def shown(node: Node) -> str:
    """A value as the client's messages show it."""
    if isinstance(node, Scalar):
        value = value_of(node)
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, Date):
            return value.text
        return key_text(value)
    if isinstance(node, Sequence):
        return "[" + ",".join(shown(item) for item in node.items) + "]"
    return (
        "{"
        + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{shown(value)}" for name, (_, value) in entries_of(node).items())
        + "}"
    )
