"""Patterns: what they match, when one covers another, and how long that takes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.hosts.opencode.globs import covers, matches

PATTERNS = st.text("ab *?/.\\", max_size=7)
TEXTS = st.text("ab /.\n\\😀", max_size=9)


def expression(pattern: str) -> str:
    """The regular expression that the client makes of a pattern."""
    units = pattern.replace("\\", "/").encode("utf-16-le").decode("utf-16-le")
    made = re.sub(r"[.+^${}()|\[\]]", lambda found: "\\" + found[0], units).replace("*", ".*").replace("?", ".")
    return made[:-3] + "( .*)?" if made.endswith(" .*") else made


@given(PATTERNS, st.text("ab /.\n\\", max_size=9))
def test_as_the_client(pattern: str, text: str) -> None:
    assert matches(pattern, text) == (re.fullmatch(expression(pattern), text.replace("\\", "/"), re.DOTALL) is not None)


@given(PATTERNS, PATTERNS, TEXTS)
def test_a_wider_pattern_matches_all_of_a_narrower(wide: str, narrow: str, text: str) -> None:
    if covers(wide, narrow) and matches(narrow, text):
        assert matches(wide, text)


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("git *", "git", True),
        ("git *", "git status", True),
        ("git *", "gitk", False),
        ("git*", "gitk", True),
        ("*.env", "config/x.env", True),
        ("src/**", "src/a/b", True),
        ("src/*", "src/a/b\nc", True),
        ("general", "general-small", False),
        ("?", "ab", False),
        ("??", "😀", True),
        ("Bash", "bash", False),
        ("a.b", "axb", False),
        ("[ab]", "a", False),
        ("C:\\x\\*", "C:/x/y", True),
    ],
)
def test_examples(pattern: str, text: str, fits: bool) -> None:
    assert matches(pattern, text) is fits


def test_hostile_patterns_come_to_an_end() -> None:
    assert not matches("*a" * 5000 + "b", "a" * 200_000)
    assert not matches("*?a" * 2000 + "b", "a" * 100_000)
    assert not matches("a*" * 20 + "b", "a" * 100_000)
