"""A terminal as a report finds it: how wide it is, whether it shows colour, and text made fit for it.

Tables are drawn by a library (`reports.text`). A check prints thousands of lines that are nothing but words, wrapped and coloured: those are
made here, in the same look and in a fiftieth of the time, and without loading the library.
"""

from __future__ import annotations

import os
import re
import sys

from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Part = tuple[str, str]
    """Words and their style, a key of `_CODES`."""

_CODES = {
    "": ("", ""),
    "bold": ("1", "1"),
    "dim": ("2", "2"),
    "blue": ("34", ""),
    "bold red": ("1;31", "1"),
    "bold green": ("1;32", "1"),
    "bold yellow": ("1;33", "1"),
    "bold blue": ("1;34", "1"),
}
"""Each style's escape codes, and what is left of them where no colour is wanted."""

_WITHOUT_TERMINAL = 120
"""Columns of a report that goes to a file or a pipe."""
_USUAL = 80


_NARROW = frozenset(
    chr(code)
    for first, last in (
        (0x20, 0x7E),
        (0xA0, 0xAC),
        (0xAE, 0x2FF),
        (0x370, 0x482),
        (0x2010, 0x2027),
        (0x2190, 0x21FF),
        (0x2500, 0x25FC),
    )
    for code in range(first, last + 1)
)
"""Characters that take one column in every terminal: Latin, Greek, Cyrillic, dashes and quotation marks, arrows, lines."""


def narrow(text: str) -> bool:
    """Whether every character of a visible text certainly takes one column."""
    return text.isascii() or _NARROW.issuperset(text)


def columns(text: str) -> int:
    """The columns that a visible text takes."""
    if narrow(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


_WORD = re.compile(r"\s*\S+\s*")


def breaks(text: str, width: int) -> list[int]:
    """Where a visible text is broken to fit a width: between words, and inside those that are longer than a line."""
    found: list[int] = []
    column = 0
    wide: Callable[[str], int] = len if narrow(text) else columns
    for match in _WORD.finditer(text):
        word = match.group()
        start = match.start()
        needed = wide(word.rstrip())
        if needed <= width - column:
            column += wide(word)
        elif needed > width:
            pieces = _chopped(word, width)
            for piece in pieces:
                if start:
                    found.append(start)
                start += len(piece)
            column = wide(pieces[-1]) if pieces else 0
        elif column and start:
            found.append(start)
            column = wide(word)
    return found


def _chopped(word: str, width: int) -> list[str]:
    if narrow(word):
        return [word[at : at + width] for at in range(0, len(word), width)]
    from rich.cells import chop_cells

    return chop_cells(word, width)


class Terminal:
    """What standard output shows: `width` in columns, and how a style is written, if at all."""

    __slots__ = ("_codes", "width")

    def __init__(self, width: int, colour: bool = False, only_weight: bool = False) -> None:
        """`colour`: whether escape codes are understood; `only_weight`: whether bold and dim are wanted, and no colours."""
        self.width = max(width, 1)
        self._codes = {style: codes[only_weight] for style, codes in _CODES.items()} if colour else {}

    @classmethod
    def of(cls, color: str = "auto") -> Terminal:
        """Standard output, with colour `"always"`, `"never"` or, `"auto"`, where it is a terminal and nobody asked for none."""
        environment = os.environ
        terminal = {"always": _always, "never": _never}.get(color, _is_terminal)()
        dumb = terminal and environment.get("TERM", "").lower() in ("dumb", "unknown")
        only_weight = color == "never" or (color == "auto" and bool(environment.get("NO_COLOR")))
        return cls(_width(dumb), terminal and not dumb and _understands_codes(), only_weight)

    def styled(self, text: str, style: str) -> str:
        codes = self._codes.get(style)
        return f"\x1b[{codes}m{text}\x1b[0m" if codes and text else text

    def lines(self, parts: Sequence[Part], lead: str = "", style: str = "") -> str:
        """Visible words in their styles, wrapped, with the line's end. `lead` stands before them, blanks below it."""
        width = self.width - len(lead)
        text = "".join([words for words, _ in parts])
        if (len(text) if text.isascii() else columns(text)) <= width:
            if not self._codes:
                return f"{lead}{text}".rstrip(" ") + "\n"
            body = "".join([self.styled(words, style) for words, style in parts])
            return f"{self.styled(lead, style)}{body}".rstrip(" ") + "\n"
        begin, wrapped = 0, []
        width = max(width, 1)
        for end in (*breaks(text, width), len(text)):
            stop = begin + len(text[begin:end].rstrip(" "))
            wrapped.append(self._cut(parts, begin, stop) if self._codes else text[begin:stop])
            begin = end
        return f"{self.styled(lead, style)}" + ("\n" + " " * len(lead)).join(wrapped) + "\n"

    def _cut(self, parts: Sequence[Part], begin: int, end: int) -> str:
        """Characters `begin` to `end` of the parts, in their styles."""
        cut, at = [], 0
        for words, style in parts:
            cut.append(self.styled(words[max(begin - at, 0) : max(end - at, 0)], style))
            at += len(words)
        return "".join(cut)


def _always() -> bool:
    return True


def _never() -> bool:
    return False


def _is_terminal() -> bool:
    """Whether standard output is a terminal, or the environment says to treat it as one (or not)."""
    said = os.environ.get("TTY_COMPATIBLE")
    if said in ("0", "1"):
        return said == "1"
    forced = os.environ.get("FORCE_COLOR")
    return forced != "" if forced is not None else sys.stdout.isatty()


def _understands_codes() -> bool:
    """Old consoles of Windows print escape codes as they are; the newer ones and what stands in for them say who they are."""
    return sys.platform != "win32" or any(
        name in os.environ for name in ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM", "COLORTERM")
    )


def _width(dumb: bool) -> int:
    if dumb:
        return _USUAL
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    if not sys.stdout.isatty():
        return _WITHOUT_TERMINAL
    for stream in (0, 1, 2):
        try:
            return os.get_terminal_size(stream).columns or _USUAL
        except (OSError, ValueError):
            continue
    return _USUAL


def shortener(base: str | None) -> Callable[[str | None], str]:
    """Gives a function that shows a path: relative to `base` where that is shorter."""
    known: dict[str, str] = {}

    def shown(path: str | None) -> str:
        if path is None:
            return "<text>"
        found = known.get(path)
        if found is None:
            found = known[path] = visible(_relative(path, base))
        return found

    return shown


def _relative(path: str, base: str | None) -> str:
    if base is not None and os.path.isabs(path):
        relative = os.path.relpath(path, base)
        return path if relative.startswith(".." + os.sep + "..") else relative
    return path[2:] if base is not None and path.startswith("." + os.sep) else path
