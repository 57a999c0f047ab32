"""Tool patterns and lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.tools import ToolPattern, distance, fold, mcp_server, nearest, split


@pytest.mark.parametrize(
    ("text", "tool", "specifier"),
    [
        ("Read", "Read", None),
        ("Bash(git *)", "Bash", "git *"),
        ("Bash()", "Bash", ""),
        ("Bash(a)b", "Bash(a)b", None),
        ("Bash(a", "Bash(a", None),
        ("(a)", "(a)", None),
        (r"Bash(echo \)", r"Bash(echo \)", None),
        ("mcp__github__get(x)", "mcp__github__get", "x"),
    ],
)
def test_an_entry_is_a_tool_and_a_specifier_or_a_name(text: str, tool: str, specifier: str | None) -> None:
    pattern = ToolPattern.parse(text)
    assert (pattern.tool, pattern.specifier) == (tool, specifier)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Read, Bash", ["Read", "Bash"]),
        ("Read Bash", ["Read", "Bash"]),
        ("Read,,Bash ,", ["Read", "Bash"]),
        ("Bash(a, b), Read", ["Bash(a, b)", "Read"]),
        ("Bash(echo (a, b), c), Read", ["Bash(echo (a, b)", "c)", "Read"]),
        ("Bash(a, Read", ["Bash(a, Read"]),
        ("Read\nBash", ["Read\nBash"]),
        ("Read,\n Bash", ["Read", "Bash"]),
        ("", []),
        (" , ", []),
    ],
)
def test_lists_split_at_commas_and_blanks_outside_parentheses(text: str, names: list[str]) -> None:
    assert [name for name, _, _ in split(text)] == names


@given(st.text(alphabet="aB(), \n\t*", max_size=40))
def test_every_entry_stands_where_it_says(text: str) -> None:
    for name, start, end in split(text):
        assert text[start:end] == name
        assert name == name.strip()


def test_the_server_of_an_mcp_tool() -> None:
    assert mcp_server("mcp__github__get_issue") == "github"
    assert mcp_server("Read") is None


def test_nearest_looks_through_case_and_dashes() -> None:
    known = ["tools", "disallowedTools", "maxTurns"]
    assert nearest("disallowed-tools", known) == "disallowedTools"
    assert nearest("max_turns", known) == "maxTurns"
    assert nearest("zzz", known) is None


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_distance_is_symmetric_and_zero_only_for_equals(left: str, right: str) -> None:
    assert distance(left, right, 6) == distance(right, left, 6)
    assert (distance(left, right, 6) == 0) == (left == right)


def test_fold() -> None:
    assert fold("Code-Reviewer_2 x") == "codereviewer2x"
