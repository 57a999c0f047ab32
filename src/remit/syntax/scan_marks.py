"""What the scanner takes for what, as parts of its regular expressions: plain text, keys, items of a list, and what it leaves to others."""

from __future__ import annotations

# Characters that parsers disagree about: controls with the tab, other line breaks than LF; `_odd` has those beyond Latin-1.
ODD = r"\x00-\x1f\x7f-\x9f"
KEY = r"[A-Za-z_][A-Za-z0-9_.-]{0,99}"
# In plain text a colon must touch what follows it, a number sign what comes before.
TEXT = rf"[^:#{ODD}]*+(?:(?::(?![ \n]|\Z)|(?<! )#)[^:#{ODD}]*+)*+"
FIRST = rf"(?:[^ !&*?|>@`\"'%{{}}\[\],#:{ODD}-]|-(?![ \n]|\Z))"
# The same over the bytes of a file, where what is not ASCII is looked at afterwards.
ASCII_TEXT = TEXT.replace(ODD, r"\x00-\x1f\x7f")
ASCII_FIRST = FIRST.replace(ODD, r"\x00-\x1f\x7f")
_LETTER = r"[A-Za-z0-9_./$()"
_SIGN = r"*+=@~^;&|<>!-]*+"
_WORD = rf"{_LETTER}]{_LETTER}{_SIGN}(?:(?::(?={_LETTER}*])| ++(?={_LETTER}])){_LETTER}{_SIGN})*+"
FLOW_ITEM = rf"(?:{_WORD}|'[^',{ODD}]*+'(?!')|\"[^\"\\,{ODD}]*+\")"


def odd(text: str) -> bool:
    """Does the text hold a line break, byte order mark, half pair or non-character beyond Latin-1?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return "\u2028" in text or "\u2029" in text or "\ufeff" in text or "\ufffe" in text or "\uffff" in text
