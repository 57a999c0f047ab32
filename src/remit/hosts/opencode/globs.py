"""The patterns of OpenCode's permissions: `*` is any run of characters, `?` is one; the whole text must match, and case counts.

A pattern that ends with a blank and `*` also matches without them: `git *` is about `git` too. `\\` counts as `/` on both sides.
Source: OpenCode 1.18.33, its code and `debug agent`, 2026-11-30. On Windows case does not count; that is not kept here.
"""

from __future__ import annotations

import re


def matches(pattern: str, text: str) -> bool:
    """Whether a text fits a pattern. Takes time in proportion to the text, however the stars stand."""
    pattern, text = _units(pattern), _units(text)
    if pattern.endswith(" *") and _fits(pattern[:-2], text):
        return True
    return _fits(pattern, text)


def _units(text: str) -> str:
    """Slashes one way, and characters beyond the basic plane as the two units that JavaScript counts."""
    text = text.replace("\\", "/")
    if text.isascii() or all(char <= "\uffff" for char in text):
        return text
    return "".join(char if char <= "\uffff" else _pair(ord(char) - 0x10000) for char in text)


def _pair(code: int) -> str:
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def _fits(pattern: str, text: str) -> bool:
    parts = pattern.split("*")
    if len(parts) == 1:
        return len(pattern) == len(text) and _same(pattern, text)
    first, *middle, last = parts
    if len(first) + len(last) > len(text):
        return False
    end = len(text) - len(last)
    if not _same(first, text[: len(first)]) or not _same(last, text[end:]):
        return False
    # Each piece at its first place: if that one fails for what follows, no later one helps.
    at = len(first)
    for piece in middle:
        if piece:
            at = _find(piece, text, at, end)
            if at < 0:
                return False
            at += len(piece)
    return at <= end


def _same(piece: str, text: str) -> bool:
    return piece == text or ("?" in piece and all(left in ("?", right) for left, right in zip(piece, text, strict=True)))


def _find(piece: str, text: str, start: int, end: int) -> int:
    if "?" not in piece:
        return text.find(piece, start, end)
    if not piece.strip("?"):
        return start if start + len(piece) <= end else -1
    expression = "".join("." if char == "?" else re.escape(char) for char in piece)
    found = re.compile(expression, re.DOTALL).search(text, start, end)
    return found.start() if found else -1


def covers(wide: str, narrow: str) -> bool:
    """Whether everything that `narrow` matches is matched by `wide`. `False` where that is not certain."""
    if wide in ("*", narrow):
        return True
    if "?" in wide:
        return False
    return matches(wide, narrow) and (not narrow.endswith(" *") or matches(wide, narrow[:-2]))
