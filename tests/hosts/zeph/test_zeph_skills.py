"""Which skills an agent sees (section 4 and 7.2, 7.5), and the names of memory folders (7.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosts.zeph.zeph_texts import parse, yaml
from remit import InvalidDefinition, Skills
from remit.hosts.zeph.agent import memory_path
from remit.hosts.zeph.skills import matches, visible

GLOBS = [
    ("git-*", "git-commit", True),
    ("git-*", "git-", True),
    ("git-*", "git", False),
    ("git-*", "rust-fmt", False),
    ("git-*", "Git-commit", False),
    ("git-*", "git-a/b.c", True),
    ("*-review", "code-review", True),
    ("*-review", "code-reviewer", False),
    ("shell", "shell", True),
    ("shell", "shell-extra", False),
    ("a*b", "ab", True),
    ("a*b", "aXYZb", True),
    ("a*b", "ab-extra", False),
    ("a*b", "xab", False),
    ("aa*aa", "aaa", False),
    ("aa*aa", "aaaa", True),
    ("a*b*c", "aXb*c", True),
    ("a*b*c", "aXbYc", False),
    ("?it", "git", False),
    ("[g]it", "git", False),
    ("[g]it", "[g]it", True),
    ("*", "", True),
    ("*", "anything", True),
    ("", "", True),
    ("", "x", False),
    ("é*é", "é", False),
    ("é*é", "éé", True),
]


@pytest.mark.parametrize(("pattern", "name", "expected"), GLOBS, ids=[f"4-{pattern}-{name}" for pattern, name, _ in GLOBS])
def test_globs(pattern: str, name: str, expected: bool) -> None:
    assert matches(pattern, name) is expected
    assert visible(Skills((pattern,)), [name]) == ([name] if expected else [])


NAMES = ["git-commit", "git-push", "rust-fmt", "deploy"]

FILTERS = {
    "none": ((), (), NAMES),
    "include": (("git-*",), (), ["git-commit", "git-push"]),
    "exclude": ((), ("deploy",), ["git-commit", "git-push", "rust-fmt"]),
    "7.5-exclude-wins": (("git-*",), ("git-push",), ["git-commit"]),
    "7.5-exclude-all": ((), ("*",), []),
    "two": (("rust-*", "git-*"), (), ["git-commit", "git-push", "rust-fmt"]),
}


@pytest.mark.parametrize(("include", "exclude", "expected"), FILTERS.values(), ids=FILTERS)
def test_visible(include: tuple[str, ...], exclude: tuple[str, ...], expected: list[str]) -> None:
    """In the order of the registry."""
    assert visible(Skills(include, exclude), NAMES) == expected


@pytest.mark.parametrize("pattern", ["**", "***", "a**b", "git-**"])
@pytest.mark.parametrize("field", ["include", "exclude"])
def test_two_stars(field: str, pattern: str) -> None:
    """7.2 and 7.5: the file loads, filtering fails"""
    found = parse(yaml(f"skills: {{{field}: ['{pattern}']}}"))
    with pytest.raises(InvalidDefinition):
        visible(found.skills, NAMES)
    with pytest.raises(InvalidDefinition):
        visible(found.skills, [])


_literals = st.text(st.characters(exclude_characters="*", exclude_categories=["Cs"]), max_size=8)


@given(_literals, _literals)
def test_law_a_literal_matches_only_itself(pattern: str, name: str) -> None:
    assert matches(pattern, name) is (pattern == name)


@given(st.text(max_size=8), st.text(max_size=8))
def test_law_matching_never_raises(pattern: str, name: str) -> None:
    matches(pattern, name)


MEMORY = {
    "64": ("a" * 64, True),
    "65": ("a" * 65, False),
    "slash": ("a/b", False),
    "empty": ("", False),
    "blanks": ("a b", False),
}
MEMORY |= {"full-width-slash": ("a\uff0fb", False), "cyrillic": ("\u0430gent", False), "plain": ("agent-1_x", True)}


@pytest.mark.parametrize(("name", "accepted"), MEMORY.values(), ids=[f"7.4-{name}" for name in MEMORY])
def test_memory_names(name: str, accepted: bool) -> None:
    if accepted:
        assert memory_path("project", name) == f".zeph/agent-memory/{name}"
        assert memory_path("local", name) == f".zeph/agent-memory-local/{name}"
        assert memory_path("user", name) == f"~/.zeph/agent-memory/{name}"
    else:
        with pytest.raises(InvalidDefinition):
            memory_path("project", name)
