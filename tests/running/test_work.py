"""The runner's own tools."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.running.work import WORKS, work
from remit.running.work.finding import pattern_of
from remit.running.work.place import MOST, Failed, Place, bounded


def do(folder: Path, name: str, **value: object) -> str:
    return asyncio.run(work(name).run(Place(str(folder), lambda: {"PATH": "/usr/bin:/bin"}), value))


def test_reading_writing_and_editing(tmp_path: Path) -> None:
    do(tmp_path, "Write", file_path="a/b.txt", content="one\r\ntwo\n")
    assert do(tmp_path, "Read", file_path="a/b.txt", offset=2, limit=1) == "2\ttwo"
    assert do(tmp_path, "Read", file_path="a") == "b.txt"
    do(tmp_path, "Edit", file_path="a/b.txt", old_string="two", new_string="2")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"one\r\n2\n"


@pytest.mark.parametrize(("old", "said"), [("x", "does not hold"), ("o", "2 times"), ("", "empty")])
def test_an_edit_that_is_not_clear_changes_nothing(tmp_path: Path, old: str, said: str) -> None:
    (tmp_path / "f").write_text("foo")
    with pytest.raises(Failed, match=said):
        do(tmp_path, "Edit", file_path="f", old_string=old, new_string="y")
    assert (tmp_path / "f").read_text() == "foo"
    do(tmp_path, "Edit", file_path="f", old_string="o", new_string="y", replace_all=True)
    assert (tmp_path / "f").read_text() == "fyy"


def test_bytes_that_are_no_text_survive_an_edit(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xff old")
    do(tmp_path, "Edit", file_path="f", old_string="old", new_string="new")
    assert (tmp_path / "f").read_bytes() == b"\xff new"
    assert "\ufffd new" in do(tmp_path, "Read", file_path="f")


@pytest.mark.parametrize(
    ("glob", "found"),
    [
        ("*.py", ["x.py"]), ("**/*.py", ["x.py", "a/src/y.py", "src/z.py"]), ("**/src/*.py", ["a/src/y.py", "src/z.py"]),
        ("src/**", ["src/z.py"]), ("{x,q}.p[yz]", ["x.py"]), ("?.py", ["x.py"]), ("[!a].py", ["x.py"]), ("*.md", []),
    ],
)  # fmt: skip
def test_finding(tmp_path: Path, glob: str, found: list[str]) -> None:
    for name in ("x.py", "a/src/y.py", "src/z.py", ".git/g.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert sorted(do(tmp_path, "Glob", pattern=glob).split("\n")) == sorted(found or ["no file matches"])


@given(st.text(alphabet="ab*?[]{},!/\\^-", max_size=40), st.text(alphabet="ab/", max_size=30))
def test_any_glob_is_a_pattern_or_is_refused(glob: str, path: str) -> None:
    with contextlib.suppress(Failed):
        pattern_of(glob).fullmatch(path)


def test_a_pattern_that_takes_for_ever_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "f").write_text("a" * 40 + "!")
    monkeypatch.setattr("remit.running.work.grepping.SECONDS", 0.3)
    with pytest.raises(Failed, match="longer than"):
        do(tmp_path, "Grep", pattern="(a+)+$")
    assert do(tmp_path, "Grep", pattern="A+", **{"-i": True}).startswith("f:1:aaa")


def test_a_pipe_in_the_place_of_a_file_blocks_nobody(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Failed, match="no plain file"):
        do(tmp_path, "Read", file_path="pipe")


def test_a_command_says_how_it_ended(tmp_path: Path) -> None:
    assert do(tmp_path, "Bash", command="echo out; echo err >&2; exit 3") == "out\nerr\n[exit code 3]"
    assert do(tmp_path, "Bash", command="true") == "[no output]"
    assert do(tmp_path, "Bash", command="echo a; sleep 60", timeout=300).endswith("[ended after 0.3 seconds]")


def test_what_a_command_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    from test_limits import alive

    assert do(
        tmp_path,
        "Bash",
        command="sleep 60 & echo $!; setsid sh -c 'echo $$ > far; exec sleep 60' & while [ ! -s far ]; do :; done",
    )
    assert not alive(int((tmp_path / "far").read_text()))


def test_results_are_bounded(tmp_path: Path) -> None:
    said = do(tmp_path, "Bash", command="head -c 3000000 /dev/zero | tr '\\0' x")
    assert len(said) < MOST + 100
    assert "left out" in said


@given(st.text(max_size=200), st.integers(10, 100))
def test_what_is_bounded_keeps_its_ends(text: str, most: int) -> None:
    said = bounded(text, most)
    assert said[: most // 2] == text[: most // 2]
    assert said == text or "left out" in said


def test_no_page_of_the_machine_itself_is_fetched(tmp_path: Path) -> None:
    for url in ("http://127.0.0.1:1/", "http://localhost/", "file:///etc/hostname", "http://[::1]/", "nonsense"):
        with pytest.raises(Failed):
            do(tmp_path, "WebFetch", url=url)


@pytest.mark.parametrize("name", WORKS)
def test_each_work_refuses_what_is_no_input(tmp_path: Path, name: str) -> None:
    one = work(name)
    assert one.schema["type"] == "object"
    for value in ({}, dict.fromkeys(one.schema["properties"], 7), dict.fromkeys(one.schema["properties"], "\0")):
        with pytest.raises(Failed):
            asyncio.run(one.run(Place(str(tmp_path)), value))
