"""Where a path leads is told as the standard library tells it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remit.enforcement.aliases import decide
from remit.enforcement.links import MOST, TooManyLinks, joined, real_path
from remit.enforcement.narrowing import Narrowed
from remit.ruling import Ruling

NAMES = ["a", "b", "c", "d"]
targets = st.lists(st.sampled_from([*NAMES, "..", ".", "", "missing"]), max_size=4).map("/".join)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


@given(
    links=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), targets, st.booleans()), max_size=6),
    asked=targets,
    absolute=st.booleans(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_any_tree_of_links(
    tmp_path_factory: pytest.TempPathFactory, links: list[tuple[str, str, str, bool]], asked: str, absolute: bool
) -> None:
    top = tmp_path_factory.mktemp("links")
    for folder, name, target, whole in links:
        place = top / folder
        place.mkdir(exist_ok=True)
        if not os.path.lexists(place / name) and target:
            (place / name).symlink_to(f"{top}/{target}" if whole else target)
    path = f"{top}/{asked}" if absolute else os.path.relpath(f"{top}/{asked}")
    try:
        found = real_path(path)
    except TooManyLinks:
        with pytest.raises(OSError, match="symbolic links"):
            os.path.realpath(path, strict=True)
    else:
        assert found == os.path.realpath(path)


@pytest.mark.parametrize("path", ["/", "//", "//etc//.", "/..", "/a/../../b", ".", "a/..", "", "/a/./b/"])
def test_letters(path: str) -> None:
    assert real_path(path) == os.path.realpath(path).replace("//", "/")
    assert joined("/x", path) == os.path.join("/x", path)


def test_links_that_lead_to_each_other_are_denied(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(TooManyLinks):
        real_path(f"{tmp_path}/a/x")
    ruling = Ruling(str(tmp_path))
    ruling.granted = ("Read",)
    ruling.scopes = {"Read": ["**"]}
    decision = decide(Narrowed(ruling), "Read", {"file_path": "a/x"})
    assert decision.effect == "deny"
    assert "no end" in decision.reason


def test_a_chain_that_no_system_follows_has_an_end_too(tmp_path: Path) -> None:
    for number in range(MOST + 2):
        (tmp_path / f"l{number}").symlink_to(f"l{number + 1}")
    assert real_path(f"{tmp_path}/l3").endswith(f"l{MOST + 2}")
    with pytest.raises(TooManyLinks):
        real_path(f"{tmp_path}/l0")


def test_links_that_double_come_to_an_end(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"l{number}").symlink_to(f"l{number + 1}/../l{number + 1}")
    (tmp_path / "l60").mkdir()
    with pytest.raises(TooManyLinks):
        real_path(f"{tmp_path}/l0")
