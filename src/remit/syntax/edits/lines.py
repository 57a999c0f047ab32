"""Lines of a text around a place: where one begins and ends, and what ends it."""

from __future__ import annotations


def line_start(text: str, at: int) -> int:
    """The first character of the line that holds `at`; a byte order mark belongs to no line."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return 1 if start == 0 and text.startswith("\ufeff") else start


def line_stop(text: str, at: int) -> int:
    """The end of the line that holds `at`, before its line end."""
    newline, lone = text.find("\n", at), text.find("\r", at)
    found = [place for place in (newline, lone) if place >= 0]
    return min(found, default=len(text))


def next_line(text: str, at: int) -> int:
    """The first character after the line that holds `at`, its line end included."""
    stop = line_stop(text, at)
    return stop + (2 if text.startswith("\r\n", stop) else 1 if stop < len(text) else 0)


def newline_at(text: str, at: int) -> str:
    """How the line that holds `at` ends; where it is the last, how the first line does."""
    stop = line_stop(text, at)
    found = text[stop : next_line(text, at)]
    if found:
        return found
    first = line_stop(text, 0)
    return text[first : next_line(text, 0)] or "\n"


def blank(text: str, start: int, end: int) -> bool:
    """Whether nothing but blanks stands there."""
    return not text[start:end].strip(" \t")


def skip_blanks(text: str, at: int, end: int | None = None) -> int:
    """The next character that is neither a blank nor a tab."""
    stop = len(text) if end is None else end
    while at < stop and text[at] in " \t":
        at += 1
    return at
