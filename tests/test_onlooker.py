"""An onlooker notes every look at the disk, and says where it cannot tell the whole."""

from __future__ import annotations

import ast
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import remit
from remit.onlooker import LINK, LISTED, SEEN, Onlooker, state

ROOT = Path(remit.__file__).parent
LATER = time.time_ns() + 10**15


def looks(work: Callable[[], object], now: int = LATER) -> Onlooker:
    with Onlooker(now) as seen:
        work()
    return seen


@pytest.mark.parametrize(
    ("work", "kind"),
    [
        (lambda path: open(path).close(), SEEN),
        (lambda path: os.close(os.open(path, os.O_RDONLY)), SEEN),
        (os.path.isfile, SEEN),
        (os.path.isdir, SEEN),
        (os.path.exists, SEEN),
        (os.path.getsize, SEEN),
        (lambda path: os.stat(path), SEEN),
        (os.path.lexists, LINK),
        (os.path.islink, LINK),
        (os.path.realpath, LINK),
        (lambda path: os.lstat(path), LINK),
        (lambda path: os.stat(path, follow_symlinks=False), LINK),
        (lambda path: Path(path).is_file(), SEEN),
        (lambda path: Path(path).read_bytes(), SEEN),
    ],
)
def test_a_look_at_a_file_is_noted(work: Callable[[str], object], kind: str, tmp_path: Path) -> None:
    path = os.path.realpath(tmp_path / "file")
    Path(path).write_text("x")
    seen = looks(lambda: work(path))
    assert seen.looks[kind, path] == state(kind, path)
    assert seen.whole


def test_what_is_not_there_is_noted(tmp_path: Path) -> None:
    path = str(tmp_path / "nothing")
    seen = looks(lambda: os.path.exists(path))
    assert seen.looks[SEEN, path].startswith("!")
    Path(path).write_text("x")
    assert seen.looks[SEEN, path] != state(SEEN, path)


@pytest.mark.parametrize("work", [lambda path: list(os.scandir(path)), os.listdir, lambda path: list(os.walk(path))])
def test_a_folder_is_noted_with_what_its_links_lead_to(work: Callable[[str], object], tmp_path: Path) -> None:
    folder, target = tmp_path / "folder", tmp_path / "target"
    folder.mkdir()
    (folder / "link").symlink_to(target)
    seen = looks(lambda: work(str(folder)))
    assert seen.looks[LISTED, str(folder)] == state(LISTED, str(folder))
    before = seen.looks[SEEN, str(folder / "link")]
    target.mkdir()
    assert state(SEEN, str(folder / "link")) != before


def test_a_folder_that_was_only_asked_about_may_fill(tmp_path: Path) -> None:
    seen = looks(lambda: os.path.isdir(tmp_path))
    (tmp_path / "new").write_text("")
    assert seen.looks[SEEN, str(tmp_path)] == state(SEEN, str(tmp_path))


def test_the_code_is_noted() -> None:
    seen = looks(lambda: None)
    assert (SEEN, remit.__file__) in seen.looks
    assert (SEEN, __file__) in seen.looks


@pytest.mark.parametrize(
    "work",
    [
        lambda folder: open(folder / "x", "w").close(),
        lambda folder: (folder / "x").mkdir(),
        lambda folder: (folder / "file").unlink(),
        lambda folder: (folder / "file").rename(folder / "other"),
        lambda folder: subprocess.run([sys.executable, "-c", ""], check=True),
        lambda folder: socket.socket().close(),
        lambda folder: os.scandir(os.open(folder, os.O_RDONLY)).close(),
    ],
)
def test_a_deed_is_not_the_whole(work: Callable[[Path], object], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert not looks(lambda: work(tmp_path)).whole


def test_a_file_that_changed_just_now_is_not_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    assert not looks(path.read_text, time.time_ns()).whole


def test_nothing_is_watched_afterwards() -> None:
    asked = os.stat, os.lstat
    with pytest.raises(KeyError), Onlooker(LATER):
        raise KeyError
    assert (os.stat, os.lstat) == asked


def test_remit_looks_only_in_ways_that_are_noted() -> None:
    """Of these Python tells nothing, and no function stands in for them."""
    for path in ROOT.rglob("*.py"):
        if path.name in ("onlooker.py", "cache.py") or {"adapters", "enforcement", "fixing", "running"} & set(
            path.parts
        ):  # rooms that no check loads
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                owner = node.value.id if isinstance(node.value, ast.Name) else ""
                assert not (owner == "os" and node.attr in ("access", "readlink", "statvfs")), f"{path}:{node.lineno}"
                assert node.attr != "stat" or owner == "os", f"{path}:{node.lineno}: an entry's own record is not noted"
            if isinstance(node, ast.ImportFrom) and node.module == "os":
                assert not {alias.name for alias in node.names} & {"stat", "lstat", "access", "readlink"}, path
