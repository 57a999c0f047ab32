"""Rows of the notes on Zeph's own tests that nothing here runs yet, each with what it waits for; and a check that no row is
forgotten."""

from __future__ import annotations

import re
from pathlib import Path

WAITING = (
    ("7.1-52", "a definition from the template, its round trip, a serialised one begins with its fence", "conversion"),
    ("7.1-53", "a full YAML definition and one with exceptions survive a round trip", "conversion"),
    ("7.1-54", "saving: file name, new folders, overwriting, a refused name", "conversion"),
    ("7.1-55", "deleting a definition that is there, and one that is not", "conversion"),
    ("7.2-fences", "fenced blocks in a reply: closed ones of a registered tool are blocked, the rest is text", "the runner"),
    (
        "7.4-memory-content",
        "300 lines of memory are cut with a note; NUL, empty, missing and escaping files give none",
        "the runner",
    ),
    ("7.4-commands", "`/agent` without arguments is usage, `/foo list` and `/agent frobnicate` are no commands", "the runner"),
    ("7.4-config", "defaults of the run: turns of context, injection, forwarding", "the runner"),
    ("7.4-states", "active states never equal terminal ones", "the runner"),
    ("7.5-grants", "ttl 0, asking exactly at the ttl, the earlier of two grants", "enforcement of grants"),
    ("7.5-approval", "approving a key that is not listed, or in another case", "enforcement of grants"),
    ("7.5-tool-grants", "a grant for one tool permits others; an expired one is refused for good", "enforcement of grants"),
    ("6.4", "commands of a session", "the runner"),
    ("6.5", "resuming a run", "the runner"),
    ("6.6", "running hooks", "the runner"),
)
"""Row, what it says, what it waits for."""

ROWS = (*range(1, 27), *range(31, 57))
"""The rows of 7.1; the notes have none from 27 to 30."""


def test_every_row_has_a_reason() -> None:
    assert len({row for row, _, _ in WAITING}) == len(WAITING)
    assert all(what and why for _, what, why in WAITING)


def test_no_row_of_the_reader_is_forgotten() -> None:
    text = "".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_zeph_*.py")))
    told: set[int] = set()
    for numbers in re.findall(r"7\.1-(\d\d(?:-\d\d)*)", text):
        told.update(int(number) for number in numbers.split("-"))
    assert [row for row in ROWS if row not in told] == []
