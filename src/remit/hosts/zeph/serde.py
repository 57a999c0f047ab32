"""What a value is to Zeph's readers: `serde_norway` for YAML, the `toml` crate for TOML, each asked for one type.

YAML 1.2 words and numbers, in Rust's spelling of them. A quoted value is text and nothing else. `...` stands for "not of that
type".
"""

from __future__ import annotations

import re

from ...syntax.nodes import PLAIN, Mapping, Node, Scalar

NULLS = frozenset(("null", "Null", "NULL", "~"))
TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_TAGGED_TEXT = ("!", "!!str")

_whole = re.compile(r"([-+]?)(?:0x([0-9a-fA-F]+)|0o([0-7]+)|0b([01]+)|([0-9]+))").fullmatch
_fraction = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?").fullmatch
_endless = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)").fullmatch

I64 = (1 << 63) - 1


def value(scalar: Scalar) -> object:
    """The value of a scalar as a reader without a wish would have it: `None`, a truth value, a number or text."""
    if scalar.typed is not ...:
        return scalar.typed
    text = scalar.text
    if scalar.style != PLAIN or scalar.tag in _TAGGED_TEXT:
        return text
    if not text or text in NULLS:
        return None
    if text in TRUTHS:
        return TRUTHS[text]
    number = _integer(text)
    if number is not None:
        return number
    if _fraction(text) and not _leading_zero(text):
        return float(text)
    return float(text.replace(".", "").lower()) if _endless(text) else text


def empty(node: Node) -> bool:
    """A value that is not written: `tools:`."""
    return isinstance(node, Scalar) and node.typed is ... and not node.text and node.style == PLAIN and node.tag is None


def null(node: Node) -> bool:
    """A value that is not written, or `~`, or `null`."""
    return isinstance(node, Scalar) and node.typed is ... and value(node) is None


def whole(node: Node, highest: int) -> object:
    """A whole number from 0 to `highest`, or `...`."""
    number = value(node) if isinstance(node, Scalar) else ...
    if isinstance(number, bool) or not isinstance(number, int):
        return ...
    top = highest if isinstance(node, Scalar) and node.typed is ... else min(highest, I64)
    return number if 0 <= number <= top else ...


def truth(node: Node) -> object:
    """`True`, `False` or `...`."""
    found = value(node) if isinstance(node, Scalar) else ...
    return found if isinstance(found, bool) else ...


def kind(node: Node) -> str:
    """What a value is, in words: "a list", "the number `5`", "left empty"."""
    if isinstance(node, Mapping):
        return "a table"
    if not isinstance(node, Scalar):
        return "a list"
    found = value(node)
    if found is None:
        return "left empty" if not node.text else f"`{node.text}`"
    if isinstance(found, bool):
        return f"the truth value `{node.text}`"
    if isinstance(found, (int, float)):
        return f"the number `{node.text}`"
    return f"the text `{shown(node.text)}`" if isinstance(found, str) else f"the date `{node.text}`"


def shown(text: str, limit: int = 40) -> str:
    """A text on one line, cut where it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _integer(text: str) -> int | None:
    found = _whole(text)
    if found is None or _leading_zero(text) or len(text) > 400:
        return None
    sign, hexadecimal, octal, binary, decimal = found.groups()
    if decimal is not None:
        number = int(decimal)
    else:
        number = int(hexadecimal or octal or binary, 16 if hexadecimal else 8 if octal else 2)
    return -number if sign == "-" else number


def _leading_zero(text: str) -> bool:
    """Digits after a zero are text: `010`."""
    digits = text[1:] if text[0] in "+-" else text
    return len(digits) > 1 and digits[0] == "0" and digits.isascii() and digits.isdigit()
