"""The short way of reading a command line gives what the long one gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_declared import BYPASSES

from remit.permissions.declared import within_any
from remit.permissions.paths import Where
from remit.permissions.simple import within_simple, words_of

WHERE = Where("/home/u/proj", "/home/u")
SCOPES = [
    "git diff:*",
    "git log *",
    "npm test",
    "npm run lint:*, npm ls:*",
    "cargo",
    "*",
    "",
    " git diff:*",
    "git diff: *",
    "a,b",
    "a:*,b",
    "g*t",
    "./x *",
]
WORDS = [
    "git",
    "diff",
    "log",
    "npm",
    "test",
    "run",
    "lint",
    "ls",
    "cargo",
    "--a=b",
    "-x",
    "A=1",
    "=x",
    "if",
    "time",
    "a,b",
    "x:y",
    "./x",
    "~",
    "$X",
    "",
    "%1",
    "&&",
    "||",
    "|",
    "&",
    "@",
    "+",
]
lines = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text(
    alphabet="git difx=:,;&|$~*?[]{}()'\"\\\n\t#!<>%@+-./0", max_size=16
)


@given(st.lists(st.sampled_from(SCOPES) | lines, max_size=3), lines)
def test_the_short_way_is_the_long_way(scopes: list[str], line: str) -> None:
    found = within_simple(scopes, line)
    if found is not None:
        assert found == within_any(scopes, "Bash", {"command": line}, where=WHERE)


@pytest.mark.parametrize("line", BYPASSES)
def test_bypasses_are_not_let_through(line: str) -> None:
    assert not within_simple(
        ["git diff:*", "git log:*", "npm test", "npm run lint:*, npm ls:*", "cargo test *", "./gradlew check"], line
    )


def test_usual_commands_go_the_short_way() -> None:
    assert within_simple(["git diff:*"], "git diff HEAD~1") is None  # a tilde is the shell's
    assert within_simple(["git diff:*"], "git diff --stat=80 HEAD -- src/a.py") is True
    assert within_simple(["git diff:*"], "git push origin main") is False
    assert within_simple(["git diff:*", "npm test"], "git diff HEAD && npm test") is True
    assert within_simple(["git diff:*"], "git diff | git diff --stat || rm x") is False
    assert within_simple(["git diff:*"], "git diff &&") is None
    assert words_of("A=1 git diff") is None
