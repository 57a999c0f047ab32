"""What the scanners say is what a regular expression would, and no text takes them more than its length."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_shell import HOSTILE

from remit.permissions.commands import past_assignment, redirection
from remit.permissions.declared import denied_by, within
from remit.permissions.fragments import fragments
from remit.permissions.paths import PathRule, Where
from remit.permissions.rule import ToolRule
from remit.permissions.scan import NAME, WHITE, is_name, past, past_name, single_spaced, unescaped, upto
from remit.permissions.specifiers import host_and_path, plain_host

WHERE = Where("/p", "/home/u")
texts = st.text(st.sampled_from("aB_9é٣ \t\n\\()[]{}<>&|;$'\"=+-/:.@?#\u2003"), max_size=14)


def test_white_space_is_all_that_there_is() -> None:
    assert {char for char in map(chr, range(sys.maxunicode + 1)) if char.isspace()} == WHITE


@given(texts, st.integers(0, 5))
def test_runs(text: str, at: int) -> None:
    at = min(at, len(text))
    assert past(text, at, NAME) == re.compile(r"[A-Za-z0-9_]*").match(text, at).end()  # type: ignore[union-attr]
    found = re.compile(r"[\s\\]").search(text, at)
    assert upto(text, at, WHITE | {"\\"}) == (found.start() if found else len(text))
    assert upto(text, at, "(", at) == at


@given(texts, st.integers(0, 5))
def test_names(text: str, at: int) -> None:
    found = re.compile(r"[A-Za-z_][A-Za-z0-9_]*").match(text, at)
    assert past_name(text, at) == (found.end() if found else at)
    assert is_name(text) == bool(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text))


@given(texts)
def test_escapes_and_blanks(text: str) -> None:
    assert unescaped(text, "()\\") == re.sub(r"\\([()\\])", r"\1", text)
    assert unescaped(text, "$") == re.sub(r"\\([$])", r"\1", text)
    assert single_spaced(text) == re.sub(r"[ \t]+", " ", text)


@given(texts)
def test_assignments_and_redirections(text: str) -> None:
    found = re.match(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^]\s;&|<>()$`'\"\\]*\])?\+?=", text)
    assert past_assignment(text, 0) == (found.end() if found else 0)
    operators = r"(<<<|<<-|<<|<>|<&|>&|>>|>\||<(?!\()|>(?!\())"
    found = re.match(rf"([0-9]+|\{{[A-Za-z_][A-Za-z0-9_]*\}}|){operators}", text) or re.match(r"()(&>>|&>)", text)
    assert redirection(text, 0) == (found.groups() if found else None)


@given(texts, st.booleans())
def test_fragments(text: str, quotes: bool) -> None:
    cut = r"[;&|!\n()`{}'\"\\]|\$\(|<\(|>\(" if quotes else r"[;&|\n()`{}]|\$\(|<\(|>\("
    assert list(fragments(text, quotes)) == [part.strip() for part in re.split(cut, text) if part.strip()]


@given(texts)
def test_rules(text: str) -> None:
    found = re.fullmatch(r"([^\s()]+)(?:\((.*)\))?", text, re.DOTALL)
    rule = ToolRule.parse(text)
    assert (rule.tool, rule.specifier) == found.groups() if found else not rule.valid


@given(st.text(st.sampled_from("htpsHTS:/\\@.-ab9?# é"), max_size=8).map(lambda rest: "http" + rest) | texts)
def test_urls(text: str) -> None:
    found = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#:@]*)(?::\d*)?([/\\][^?#]*)?", text.strip())
    host, path = host_and_path(text)
    if found is None:
        assert (host, path) == ("", "")
    elif host.isascii() and found.group(1).isascii():
        assert (host, path) == (found.group(1).lower().removesuffix("."), found.group(2) or "/")
    form = r"(?i:http|https)://([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)(?::\d{1,5})?(?:[/?#][^\s\\]*)?"
    plain = re.fullmatch(form, text)
    assert plain_host(text) == (plain.group(1).lower() if plain else None)


@contextmanager
def counted(steps: list[int]) -> Iterator[None]:
    """Counts the lines of remit's permissions that are run."""

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if "permissions" not in frame.f_code.co_filename:
            return None
        steps[0] += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def steps(work: Callable[[str], object], text: str) -> int:
    found = [0]
    with counted(found):
        work(text)
    return found[0]


@pytest.mark.parametrize(
    "piece", [*HOSTILE, "*a", "a/", "**/", "[a-z]", "then ", "timeout 5 ", "sudo ", "xargs ", "A=1 ", "\\("]
)
@pytest.mark.parametrize(
    "work",
    [
        lambda text: within("git diff:*", "Bash", text, where=WHERE),
        lambda text: within(text, "Bash", "git diff 'a'", where=WHERE),
        lambda text: denied_by("git push:*", "Bash", text, where=WHERE),
        lambda text: denied_by(text, "Bash", "git diff 'a'", where=WHERE),
        lambda text: PathRule("src/**/*.py", WHERE, grants=True).matches(f"/p/src/{text}"),
        lambda text: PathRule(text, WHERE, grants=True),
        host_and_path,
        plain_host,
    ],
    ids=["line", "scope", "denied", "denial", "path", "pattern", "url", "host"],
)
def test_twice_the_text_takes_twice_the_steps(work: Callable[[str], object], piece: str) -> None:
    count = 600 // len(piece)
    assert steps(work, piece * count * 2) <= 2.3 * steps(work, piece * count) + 400
