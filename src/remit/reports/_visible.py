"""Texts of strangers, shown: every character that a reader's screen would act on or hide stands as its code."""

from __future__ import annotations


def visible(text: str) -> str:
    """A text with every character shown that a terminal would act on or hide: definitions come from strangers."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(char, f"\\x{code:02x}" if code < 256 else f"\\u{{{code:x}}}")
