"""A character that nobody sees.

## What it finds

Characters without a shape: zero-width spaces and joiners, tag characters (U+E0000 to U+E007F), variation selectors with nothing to vary,
fillers, soft hyphens, byte order marks inside the text. What joins emoji or the letters of a script that needs it is left alone.

## Why it matters

The model reads them and a reviewer does not. Whole sentences can be written in tag characters or variation selectors; a zero-width space
keeps a word from being found.

## Fix safety

Removes the character: unsafe, as the prompt changes.

## Evidence

Unicode 16, chapters 16.2, 23.2, 23.4 and 23.9; the CVE-2021-42574 family of attacks on readers of source text.
"""

from __future__ import annotations

import re
import unicodedata

from ..diagnostic import ERROR, INFO, WARNING, Diagnostic, Edit, Fix
from ..syntax.markdown import in_code, line_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document

SEVERITY = "warning"
TOPIC = "security"

_OTHERS = (
    rb"\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1(?:\x85[\x9f\xa0]|\x9e[\xb4\xb5]|\xa0[\x8b-\x8f])|\xe2(?:\x80[\x8b-\x8f]|\x81[\xa0-\xa4\xaa-\xaf])"
    rb"|\xe3\x85\xa4|\xef(?:\xb8[\x80-\x8e]|\xbb\xbf|\xbe\xa0|\xbf[\xb9-\xbb])|\xf3\xa0|\xf0\x9d\x85[\xb3-\xba]"
)
_OTHER_BYTES = re.compile(_OTHERS).search
_FIRST_BYTES = re.compile(rb"\xef\xb8\x8f|" + _OTHERS).search
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2064\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
_JOINERS = "\u200c\u200d"
_MARKS = "\u061c\u200e\u200f"
_EMOJI_STYLE = "\ufe0e\ufe0f"
_MOST = 20


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    if not source.unusual or _FIRST_BYTES(source.unusual) is None:
        return
    text = source.text
    if _OTHER_BYTES(source.unusual) is None and all(_belongs(text, at) for at in _places(text, _EMOJI_STYLE[1])):
        return
    count = 0
    for found in _HIDDEN.finditer(text):
        start, end = found.span()
        if start == 0 and text[0] == "\ufeff":
            start = 1
        # What a visible character begins and these go on with is one sign: an emoji, a letter with its joiner.
        while start < end and _belongs(text, start):
            start += 1
        if start == end or ((flag := _FLAG.search(text, max(start - 1, 0), end)) is not None and flag.end() == end):
            continue
        if count == _MOST:
            break
        count += 1
        kind, severity = _kind(text[start:end])
        line, stop = line_around(text, start)
        if in_code(text[line:stop], start - line):
            severity = {ERROR: WARNING}.get(severity, INFO)  # shown as an example, and still read by the model
        data: dict[str, object] = {"kind": kind, "code": f"U+{ord(text[start]):04X}", "count": end - start}
        if kind == _TAGS:
            data["says"] = "".join(chr(ord(char) - 0xE0000) for char in text[start:end] if 0xE0020 <= ord(char) < 0xE007F)
        yield Diagnostic("invisible-character", source, start, end, data, severity)


def _places(text: str, char: str) -> Iterator[int]:
    at = text.find(char)
    while at >= 0:
        yield at
        at = text.find(char, at + 1)


_TAGS = "tag"


def _kind(run: str) -> tuple[str, str]:
    """What to call a run of hidden characters, and how grave it is."""
    if any("\U000e0000" <= char <= "\U000e007f" for char in run):
        return _TAGS, ERROR
    selectors = sum(1 for char in run if "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0100")
    if selectors:
        return "variation selector", ERROR if selectors > 2 else WARNING
    if run.strip("\u00ad") == "":
        return "soft hyphen", INFO
    return "zero-width", WARNING


def _belongs(text: str, at: int) -> bool:
    """Whether the hidden character at a place has something to do there."""
    char, before = text[at], text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if char in _JOINERS:
        return _takes_joiner(before) and (_takes_joiner(after) or char == _JOINERS[0])
    if char in _EMOJI_STYLE:
        return (before in "#*0123456789" and before != "") or _is_symbol(before)
    if "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0100":
        # Ideographs and signs of mathematics have forms that a selector chooses.
        return before > "\u2000" and unicodedata.category(before) in ("Lo", "Sm", "So")
    if "\u180b" <= char <= "\u180f":
        return "\u1800" <= before <= "\u18af"
    if char in _MARKS:
        return any(unicodedata.bidirectional(near) in ("R", "AL", "AN") for near in text[max(at - 40, 0) : at + 40])
    if char in "\u115f\u1160":
        return "\u1100" <= before <= "\u11ff" or "\u1100" <= after <= "\u11ff"
    return False


def _takes_joiner(char: str) -> bool:
    """Letters of the scripts between Arabic and Mongolian, and emoji with what belongs to them."""
    return "\u0600" <= char <= "\u18af" or char in _EMOJI_STYLE or _is_symbol(char)


def _is_symbol(char: str) -> bool:
    return char > "\x7f" and (char in "ℹ〰" or unicodedata.category(char) in ("So", "Sm", "Sk", "Po"))


def message(data: dict[str, object]) -> str:
    many = f" and {data['count'] - 1} more" if isinstance(data["count"], int) and data["count"] > 1 else ""
    named = {
        _TAGS: "a tag character",
        "soft hyphen": "a soft hyphen",
        "variation selector": "a variation selector without a sign to vary",
    }
    what = f"{named.get(str(data['kind']), 'a zero-width character')} ({data['code']}){many}"
    says = str(data.get("says") or "")
    if says:
        return f"{what} that nobody sees and the model reads as `{says[:60]}`"
    return f"{what} that nobody sees and the model reads"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "remove it, or write its code where the text is about the character"


def fix(finding: Diagnostic) -> Fix:
    return Fix("remove what nobody sees", [Edit(finding.start, finding.end, "")], "unsafe")
