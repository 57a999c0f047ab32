"""Path patterns: anchors, gitignore globs, and that `..` leads nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.permissions.paths import PathRule, Where, below, normalise

WHERE = Where("/home/u/proj", "/home/u")


def allows(pattern: str, path: str, where: Where = WHERE, base: str | None = None, fold: bool = True) -> bool:
    return PathRule(pattern, where, grants=True, base=base, fold=fold).matches(where.absolute(path))


def denies(pattern: str, path: str, where: Where = WHERE, base: str | None = None) -> bool:
    return PathRule(pattern, where, grants=False, base=base).matches(where.absolute(path))


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("a/b", "/w/a/b"), ("./a//b/", "/w/a/b"), ("a/../b", "/w/b"), ("../../../x", "/x"), ("/a/./b", "/a/b"), ("/", "/"), ("", "/w"),
        (".", "/w"), ("..", "/"),
    ],
)  # fmt: skip
def test_normalise(path: str, result: str) -> None:
    assert normalise(path, "/w") == result


def test_below() -> None:
    assert below("/a/b", "/a") == "b"
    assert below("/a", "/a") == ""
    assert below("/ab", "/a") is None
    assert below("/a/b", "/") == "a/b"


def test_anchors() -> None:
    assert allows("//etc/**", "/etc/x/y")
    assert allows("~/notes/**", "/home/u/notes/x")
    assert allows("~/notes/**", "~/notes/x")
    assert allows("/src/**", "src/x")
    assert allows("/src/**", "/home/u/.claude/src/x", base="/home/u/.claude")
    assert not allows("/src/**", "src/x", base="/home/u/.claude")
    assert not allows("/etc/**", "/etc/x"), "a single slash at the start is not absolute"
    here = Where("/home/u/proj/sub", "/home/u", "/home/u/proj")
    assert allows("x/**", "x/y", where=here)
    assert allows("/sub/x/**", "x/y", where=here)
    assert not allows("x/**", "../x/y", where=here)


def test_allow_keeps_a_folder_where_it_is_and_deny_finds_it_anywhere() -> None:
    for path in ("src/a", "src/b/c"):
        assert allows("src/**", path)
        assert denies("src/**", path)
    assert not allows("src/**", "vendor/src/a")
    assert denies("src/**", "vendor/src/a")
    for pattern in ("src", "src/", "./src", "**/src/**"):
        assert allows(pattern, "vendor/src/a")
        assert denies(pattern, "vendor/src/a")


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.ts", "src/deep/a.ts", True), ("*.ts", "a.tsx", False), ("*.TS", "src/a.ts", True), (".env", "sub/.env", True),
        ("/.env", "sub/.env", False), (".env*", ".env.local", True), ("src/*", "src/a/b", True), ("src/*.ts", "src/a/b.ts", False),
        ("src/**/b.ts", "src/b.ts", True), ("src/**/b.ts", "src/x/y/b.ts", True), ("a?txt", "a.txt", True), ("a?txt", "a/txt", False),
        ("[ab].txt", "b.txt", True), ("[!a].txt", "b.txt", False), ("[a-c]x", "bx", True), ("\\[b\\]/f", "[b]/f", True),
        ("[b]/f", "[b]/f", False), ("{a,b}.ts", "a.ts", False), ("{a,b}.ts", "{a,b}.ts", True), ("a.ts,b.ts", "a.ts", False),
        ("!src/**", "src/a", False), ("#x/f", "#x/f", True), ("sp ace/**", "sp ace/f", True), ("a.txt ", "a.txt", True),
        ("..", "x", False), ("../**", "../x", False), ("src/../a", "a", False), ("src//a", "src/a", True), ("**", "x/y", True),
        ("/", "x", False), (".", "x", False), ("*/", "a", False), ("*/", "a/b", True), ("src**", "srcx/f", True), ("SRC/**", "src/a", True),
        ("é/f", "É/f", True), ("[", "[", False), ("src/", "src", False), ("src", "src", True),
    ],
)  # fmt: skip
def test_globs(pattern: str, path: str, expected: bool) -> None:
    assert denies(pattern, path) is expected


def test_case_counts_when_asked_to() -> None:
    assert not allows("SRC/**", "src/a", fold=False)
    assert allows("src/**", "src/a", fold=False)


@given(st.lists(st.sampled_from(["..", ".", "docs", "secrets", "x", ""]), max_size=8))
def test_dots_never_lead_into_a_folder(parts: list[str]) -> None:
    path = "/".join(["docs", *parts])
    absolute = WHERE.absolute(path)
    assert allows("docs/**", path) == (absolute == "/home/u/proj/docs" or absolute.startswith("/home/u/proj/docs/"))


@given(st.text(alphabet="ab*?[]/.!-\\", max_size=30), st.text(alphabet="ab*?[]/.!-\\", max_size=30))
def test_any_pattern_and_path(pattern: str, path: str) -> None:
    for grants in (True, False):
        PathRule(pattern, WHERE, grants).matches(WHERE.absolute(path))


@pytest.mark.parametrize(
    ("pattern", "long_name", "deep_path"),
    [
        ("*a" * 200 + "b", False, False), ("**/" * 200 + "x", False, False), ("a" * 5000, False, False), ("?" * 5000, False, False),
        ("[a-z]" * 500 + "*", True, False), ("*/" * 300, False, True),
    ],
)  # fmt: skip
def test_hostile_patterns_come_to_an_end(pattern: str, long_name: bool, deep_path: bool) -> None:
    """Tried one way after the other, these would take longer than anybody waits."""
    assert denies(pattern, "a" * 4000) == long_name
    assert denies(pattern, "a/" * 2000 + "y") == deep_path
