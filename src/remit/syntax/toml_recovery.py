"""TOML that is not valid, statement by statement, so that one fault does not hide the next.

A statement is a key with its value or a table's name, at the beginning of a line. One that is not valid by itself is taken out; where the
rest is still not valid (a key or table that stands twice), so is the statement of the next fault.
"""

from __future__ import annotations

import re

from .nodes import SyntaxFault, blanked
from .toml import open_brackets, read

_STATEMENT = re.compile(
    r"""[ \t]*(?:(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*(?:\.[^=\n]*)?=|\[{1,2}[A-Za-z_][\w.-]*\]{0,2}[ \t]*(?:\#[^\n]*)?\r?(?:\n|\Z))"""
).match
_LONG_TEXT = re.compile(r"\"{3}|'{3}").findall
_MOST = 2_000
"""Statements that are tried alone. No definition has so many."""
_MOST_ROUNDS = 16
"""Faults between statements that are taken out one after another."""


class Recovered:
    """What is left of a text: `text` with blanks for each statement that was taken out, the names of those, and the `faults`."""

    __slots__ = ("faults", "gone", "text")

    def __init__(self, text: str, gone: frozenset[str], faults: list[SyntaxFault]) -> None:
        self.text = text
        self.gone = gone
        self.faults = faults


def recover(text: str, offset: int = 0) -> Recovered:
    """The text without its faults. Each fault stands at its place in the file, where the text begins at character `offset`."""
    statements = _statements(text)
    if len(statements) > _MOST:
        return Recovered("", frozenset(), [])
    faults: list[SyntaxFault] = []
    out: list[tuple[int, int]] = []
    for index, (start, end) in enumerate(statements):
        try:
            read(text[start:end], offset + start)
        except SyntaxFault as fault:
            faults.append(_at_its_beginning(fault, text[start:end], offset + start))
            out.append((start, _end(text, statements, index)))
    left = blanked(text, out)
    for _ in range(_MOST_ROUNDS):
        try:
            read(left, offset)
            break
        except SyntaxFault as fault:
            faults.append(fault)
            at = fault.offset - offset
            # The reader may stop behind the line's end.
            hit = next(
                (
                    i
                    for i in range(len(statements) - 1, -1, -1)
                    if statements[i][0] <= at and left[slice(*statements[i])].strip()
                ),
                0,
            )
            left = blanked(left, [(statements[hit][0], _end(text, statements, hit))])
    else:
        left = ""
    gone = frozenset(text[start:end].partition("=")[0].strip().strip("\"'") for start, end in out)
    return Recovered(left, gone, faults)


def _at_its_beginning(fault: SyntaxFault, statement: str, offset: int) -> SyntaxFault:
    """A list or table that is never closed is told where it opens: its end is the next statement's beginning."""
    if fault.offset - offset <= len(statement.rstrip()) - 1:
        return fault
    opened = open_brackets(statement, offset)
    return SyntaxFault(f"unclosed {statement[opened[-1]]!r}", offset + opened[-1], "unclosed") if opened else fault


def _end(text: str, statements: list[tuple[int, int]], index: int) -> int:
    """Where a statement ends. A table's name takes the table with it: its keys would be another's."""
    start, end = statements[index]
    if text[start:end].lstrip().startswith("["):
        for start, end in statements[index + 1 :]:
            if text[start:end].lstrip().startswith("["):
                return start
    return end


def _statements(text: str) -> list[tuple[int, int]]:
    """Where each statement begins and ends; what stands before the first one is none and counts as one."""
    starts = [0]
    position = 0
    inside = False
    while position < len(text):
        newline = text.find("\n", position)
        end = newline + 1 if newline >= 0 else len(text)
        if not inside and position and _STATEMENT(text, position, end):
            starts.append(position)
        if len(_LONG_TEXT(text, position, end)) % 2:
            inside = not inside
        position = end
    return list(zip(starts, [*starts[1:], len(text)], strict=True))
