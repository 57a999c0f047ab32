"""What scalars mean to Gemini CLI's YAML reader, js-yaml 4: `1_000` and `010` are numbers, a date is no text, `yes` is text.

Source: js-yaml 4.1.1, as npm `@google/gemini-cli-core` 0.61.0 has it, read on 2026-11-30.
"""

from __future__ import annotations

import re

from ...syntax.nodes import PLAIN, Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node

TEXT, NUMBER, BOOLEAN, NULL, DATE, LIST, MAP = "text", "a number", "true or false", "null", "a date", "a list", "a map"

_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(
    r"([-+]?)(?:0b_*([01][01_]*)|0x_*([0-9a-fA-F][0-9a-fA-F_]*)|0o_*([0-7][0-7_]*)|([0-9][0-9_]*))(?<!_)"
).fullmatch
_REAL = re.compile(
    r"(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))(?<!_)"
).fullmatch
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?"
).fullmatch
_LONGEST = 300
"""Digits from which on a number is not looked at: it is more than any that the reader holds."""
_EXACT = 1 << 53


class Date:
    """A date: neither text nor number."""

    __slots__ = ()


def value_of(scalar: Scalar) -> object:
    """The value of a scalar: `None`, a bool, an int, a float, a `Date` or its text."""
    if scalar.tag == "!!str" or (scalar.style != PLAIN and scalar.tag is None):
        return scalar.text
    return _plain(scalar.text)


def _plain(text: str) -> object:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "0123456789+-.":
        return text
    whole = _WHOLE(text)
    if whole is not None:
        sign, *digits = whole.groups()
        base, found = next((base, found) for base, found in zip((2, 16, 8, 10), digits, strict=True) if found is not None)
        plain = found.replace("_", "")
        number = int(plain, base) if len(plain) < _LONGEST else float("inf")
        if abs(number) > _EXACT:
            number = float(number)
        return -number if sign == "-" else number
    if _REAL(text) is not None:
        plain = text.replace("_", "").lower()
        return float(plain.replace(".inf", "inf").replace(".nan", "nan"))
    return Date() if _DATE(text) is not None else text


def kind(node: Node) -> str:
    """What a value is, in words."""
    if isinstance(node, Mapping):
        return MAP
    if isinstance(node, Sequence):
        return LIST
    value = value_of(node)
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, (int, float)):
        return NUMBER
    return DATE if isinstance(value, Date) else TEXT


def text(node: Node | None) -> str | None:
    """The value of a node that is text, `None` for everything else."""
    if isinstance(node, Scalar):
        value = value_of(node)
        if isinstance(value, str):
            return value
    return None


def count(node: Node | None) -> int | None:
    """The value of a node that is a whole number above 0, `None` for everything else."""
    if not isinstance(node, Scalar):
        return None
    value = value_of(node)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value or abs(value) == float("inf"):
        return None
    return int(value) if value == int(value) and value > 0 else None
