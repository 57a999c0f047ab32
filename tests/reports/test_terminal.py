"""Words on a terminal: what remit wraps and colours itself looks as if the terminal library had done it."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from remit.diagnostic import Diagnostic
from remit.reports import terminal as module
from remit.reports._visible import visible
from remit.reports.findings import Findings
from remit.reports.terminal import Terminal, breaks, columns
from remit.source import Source

STYLES = st.sampled_from(["", "bold", "dim", "blue", "bold red", "bold yellow", "bold green"])
WORDS = st.text(st.sampled_from("aaab  -`…—éж日本🦀"), max_size=60)
PARTS = st.lists(st.tuples(WORDS, STYLES), min_size=1, max_size=4)


def drawn(width: int, colour: bool, thing: object) -> str:
    """What the terminal library prints, without the blanks at line ends and codes around nothing."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=False,
    )
    console.print(thing)
    return bare(stream.getvalue())


def bare(text: str) -> str:
    text = re.sub(r"\x1b\[[0-9;]*m(\x1b\[0m)", r"\1", text)
    text = re.sub(r" +(\x1b\[0m)? *$", r"\1", text, flags=re.MULTILINE)
    return re.sub(r"(\x1b\[0m)+", r"\1", text)


@given(PARTS, st.integers(8, 90))
def test_words_are_wrapped_as_the_library_wraps_them(parts: list[tuple[str, str]], width: int) -> None:
    assert bare(Terminal(width).lines(parts)) == drawn(width, False, Text.assemble(*parts))


@given(st.text(st.sampled_from("aab  -`"), max_size=60), st.text(st.sampled_from("xyz   .日"), max_size=60), st.integers(8, 60))
def test_colours_are_those_of_the_library(first: str, second: str, width: int) -> None:
    parts = [("warning", "bold yellow"), ("[rule]", "dim"), (first, "bold"), (second, "")]
    own = bare(Terminal(width, colour=True).lines(parts))
    assert seen(own) == seen(drawn(width, True, Text.assemble(*parts)))


def seen(text: str) -> list[list[tuple[str, str]]]:
    """Each line as its characters with the codes that hold for them."""
    lines = []
    for line in text.split("\n"):
        codes, found = "", []
        for piece in re.findall(r"\x1b\[[0-9;]*m|[^\x1b]+", line):
            if piece.startswith("\x1b"):
                codes = "" if piece == "\x1b[0m" else piece
            else:
                found += [(char, codes) for char in piece]
        while found and found[-1][0] == " ":
            found.pop()
        lines.append(found)
    return lines


@given(WORDS.filter(str.strip), st.integers(20, 60))
def test_words_below_a_lead_are_wrapped_beside_it(text: str, width: int) -> None:
    grid = Table.grid(padding=0)
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(Text("  = "), Text(text))
    assert bare(Terminal(width).lines([(text, "")], "  = ")) == drawn(width, False, grid)


@given(WORDS, st.integers(2, 40))
def test_no_line_is_wider_than_the_terminal(text: str, width: int) -> None:
    at = [0, *breaks(text, width), len(text)]
    assert all(columns(text[begin:end].rstrip()) <= width for begin, end in pairwise(at))


def test_what_counts_as_narrow_takes_one_column() -> None:
    assert all(cell_len(char) == 1 for char in module._NARROW)


@given(st.text(max_size=40))
def test_nothing_invisible_is_left(text: str) -> None:
    assert visible(text).isprintable()


@pytest.mark.parametrize(
    ("environment", "color", "code"),
    [
        ({}, "always", "\x1b[1;31m"),
        ({"NO_COLOR": "1"}, "always", "\x1b[1;31m"),
        ({"TERM": "dumb"}, "always", ""),
        ({}, "auto", ""),
        ({"FORCE_COLOR": "1"}, "auto", "\x1b[1;31m"),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", "\x1b[1m"),
        ({"FORCE_COLOR": "1"}, "never", ""),
        ({"TTY_COMPATIBLE": "1"}, "auto", "\x1b[1;31m"),
        ({"TTY_COMPATIBLE": "0", "FORCE_COLOR": "1"}, "auto", ""),
    ],
)
def test_colour_is_shown_where_it_is_wanted(
    environment: dict[str, str], color: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Terminal.of(color).styled("x", "bold red") == (f"{code}x\x1b[0m" if code else "x")


def test_the_width_is_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "33")
    assert Terminal.of().width == 33
    monkeypatch.delenv("COLUMNS")
    assert Terminal.of().width == 120


def test_a_place_in_a_long_line_is_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    source = Source.of("---\n" + "前" * 300 + "ERROR" + "x" * 300 + "\n---\n", "a.md")
    start = source.text.index("ERROR")
    shown = Findings().finding(Diagnostic("unknown-tool", source, start, start + 5, {"host": "A", "entry": "ERROR"}))
    excerpt, mark = shown.split("\n")[-4:-2]
    assert all(cell_len(line) <= 40 for line in (excerpt, mark))
    at = excerpt.index("ERROR")
    assert mark.index("^") == cell_len(excerpt[:at])
    assert mark.count("^") == 5
