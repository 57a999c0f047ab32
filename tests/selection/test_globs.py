"""Patterns of paths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.configuration.globs import BadGlob, Glob


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("agents/picky.md", "agents/picky.md", True), ("agents\\picky.md", "agents/picky.md", True), ("./agents/picky.md", "agents/picky.md", True),
        ("/agents/picky.md", "agents/picky.md", True), ("agents/picky.md", "x/agents/picky.md", False),
        ("plugins/**", "plugins/a/b.md", True), ("plugins/**", "plugins", False), ("plugins/**", "other/plugins/b.md", False),
        ("plugins", "a/plugins/b.md", True), ("plugins/", "plugins/b.md", True), ("plugins/*", "plugins/a/b.md", True),
        ("*.md", "a/b/c.md", True), ("*.md", "c.mdx", False), ("**/x.md", "x.md", True), ("**/x.md", "a/b/x.md", True),
        ("a/**/x.md", "a/x.md", True), ("a/**/x.md", "a/b/c/x.md", True), ("a/*/x.md", "a/b/c/x.md", False),
        (".claude/**", ".claude/agents/a.md", True), ("a/?.md", "a/b.md", True), ("a/[!b].md", "a/b.md", False),
        ("*.{md,toml}", "a/b.toml", True), ("{a,b}/{c,d}.md", "b/c.md", True), ("{a,b}/{c,d}.md", "b/e.md", False),
        ("**", "a/b.md", True), ("a/**/**", "a/b", True), ("a.md/b", "a.md", False), ("a/b", "../a/b", False), ("**/b", "../a/b", True),
    ],
)  # fmt: skip
def test_matching(pattern: str, path: str, matches: bool) -> None:
    assert Glob(pattern).matches(path) is matches


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("", "means no path"), ("./", "means no path"), ("../a", "leads out"), ("a/../b", "leads out"), ("!a", "can only add"), ("C:\\a", "is absolute"),
        ("a" * 2000, "longer"), ("{a,b}" * 7, "more than 64"), ("{" + "a," * 200 + "b}", "more than 64"),
    ],
)  # fmt: skip
def test_patterns_that_mean_no_path_are_refused(pattern: str, says: str) -> None:
    with pytest.raises(BadGlob, match=says):
        Glob(pattern)


NAME = st.text("ab.", min_size=1, max_size=4).filter(lambda name: name not in (".", ".."))
PATH = st.lists(NAME, min_size=1, max_size=6).map("/".join)


@given(PATH)
def test_a_path_means_itself_and_all_in_it(path: str) -> None:
    for pattern in (path, "/" + path, path.replace("/", "\\"), "**/" + path):
        assert Glob(pattern).matches(path)
        assert Glob(pattern).matches(path + "/x/y")


@given(PATH, PATH)
def test_stars_between_folders_mean_any_of_them(left: str, right: str) -> None:
    assert Glob(f"{left}/**/{right}").matches(f"{left}/{right}")
    assert Glob(f"{left}/**/{right}").matches(f"{left}/x/{right}")


def test_a_pattern_made_to_be_slow_is_not() -> None:
    assert not Glob("*a" * 200 + "b").matches("a" * 4000)
    assert not Glob("**/a/" * 100 + "b").matches("/".join(["a"] * 2000))
