"""Reports remembered: a report that is printed again is the one that a check would print now."""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from remit import cache, onlooker
from remit.__main__ import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="reports are remembered on POSIX systems alone")

AGENT = "---\nname: {name}\ndescription: Does things well\ntools: {tools}\n---\nBody\n"


class Place:
    """A project and a cache folder beside it. `run` calls the command in this process."""

    def __init__(self, root: Path) -> None:
        self.project = root / "project"
        self.agents = self.project / ".claude" / "agents"
        self.agents.mkdir(parents=True)
        self.cache = root / "cache" / "remit"
        self.write("a", "Read, Grpe")
        self.write("b", "Agent, Reed")

    def write(self, name: str, tools: str) -> None:
        (self.agents / f"{name}.md").write_text(AGENT.format(name=name, tools=tools))

    def run(self, *words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main(["check", str(self.project), *words])
        return code, out.getvalue(), err.getvalue()

    def kept(self) -> dict[str, tuple[int, int]]:
        """What lies in the cache: each file with what tells that it was written anew."""
        if not self.cache.exists():
            return {}
        return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in self.cache.iterdir()}

    def report(self) -> Path:
        (path,) = self.cache.iterdir()
        return path


def old_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes files that were written just now for old ones. Whoever changes them must then see to it that their times change."""
    monkeypatch.setattr(onlooker, "_MARGIN", -(10**15))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.delenv("REMIT_NO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    old_enough(monkeypatch)
    return Place(tmp_path)


def test_a_report_is_kept_and_printed_again(place: Place) -> None:
    first = place.run()
    kept = place.kept()
    assert "Grpe" in first[1]
    assert len(kept) == 1
    assert place.run() == first
    assert place.kept() == kept


def test_what_is_printed_again_is_what_was_kept(place: Place) -> None:
    place.run()
    path = place.report()
    head, _, rest = path.read_bytes().partition(b"\n")
    fields = head.split(b" ")
    changed = rest.replace(b"Grpe", b"Kept")
    fields[-1] = str(cache._sum(changed)).encode()
    path.write_bytes(b" ".join(fields) + b"\n" + changed)
    assert "Kept" in place.run()[1]


def test_nothing_is_kept_of_files_that_changed_just_now(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlooker, "_MARGIN", 2_000_000_000)
    place.run()
    assert place.kept() == {}


@pytest.mark.parametrize("word", ["--no-cache", ""])
def test_nobody_need_have_a_cache(place: Place, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not word:
        monkeypatch.setenv("REMIT_NO_CACHE", "1")
    place.run(*[word] if word else [])
    assert place.kept() == {}


def test_other_words_and_another_environment_are_another_report(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.run()
    assert place.run("--format", "json")[1].startswith("{")
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, place.run()[1].splitlines())) <= 50
    monkeypatch.setenv("SHLVL", "9")
    place.run()
    assert len(place.kept()) == 3


def test_no_value_of_the_environment_is_written_down(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "very-secret-value")
    place.run()
    assert b"very-secret-value" not in place.report().read_bytes()


def test_a_report_is_its_owners_alone(place: Place) -> None:
    place.run()
    assert stat.S_IMODE(place.cache.stat().st_mode) == 0o700
    assert stat.S_IMODE(place.report().stat().st_mode) == 0o600


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(data)


def linked(path: Path) -> None:
    target = path.with_name("elsewhere")
    path.rename(target)
    path.symlink_to(target)


@pytest.mark.parametrize(
    "spoil",
    [
        flipped,
        linked,
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"\n" * 10),
        lambda path: path.write_bytes(b"remit report 1 a b c d e\nx"),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes() + b"x"),
        lambda path: path.write_bytes(b"\xff\x00" * 40),
        lambda path: path.chmod(0o644),
        lambda path: (path.unlink(), path.mkdir()),
    ],
)
def test_a_spoilt_report_is_as_good_as_none(place: Place, spoil: object) -> None:
    first = place.run()
    spoil(place.report())  # type: ignore[operator]
    assert place.run() == first


def test_a_report_under_another_name_is_not_taken(place: Place) -> None:
    plain = place.run()
    (one,) = place.cache.iterdir()
    place.run("--format", "json")
    (other,) = [path for path in place.cache.iterdir() if path != one]
    shutil.copy2(other, one)
    assert place.run() == plain


def test_a_cache_in_the_tree_is_neither_believed_nor_filled(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place.project / "inside"))
    place.run()
    assert not (place.project / "inside").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", str(place.project.parent / "cache"))
    monkeypatch.chdir(place.project.parent)
    place.run()
    assert place.kept() == {}


def test_a_cache_that_cannot_be_written_is_no_complaint(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = place.project.parent / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    first = place.run()
    assert "Grpe" in first[1]
    assert first[2] == ""
    assert place.run() == first


def test_a_command_that_writes_is_not_remembered(place: Place, tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    place.run("--output", str(target))
    target.unlink()
    place.run("--output", str(target))
    assert target.exists()
    assert place.kept() == {}


def test_the_exit_code_is_remembered(place: Place) -> None:
    first = place.run("--fail-on", "warning")
    assert first[0] == 1
    kept = place.kept()
    assert place.run("--fail-on", "warning") == first
    assert place.kept() == kept


def test_wrong_use_is_not_remembered(place: Place) -> None:
    assert place.run("--host", "nobody")[0] == 2
    assert "nobody" in place.run("--host", "nobody")[2]
    assert place.kept() == {}


def test_few_reports_are_kept(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT_FILES", 2)
    for count in range(4):
        monkeypatch.setenv("COLUMNS", str(80 + count))
        place.run()
    assert len(place.kept()) == 2


def test_printing_again_loads_almost_nothing(place: Place) -> None:
    code = (
        "import sys, remit.onlooker\nremit.onlooker._MARGIN = -10**15\nfrom remit.__main__ import main\n"
        f"main(['check', {str(place.project)!r}])\nsys.stderr.write(' '.join(sys.modules))"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Grpe" in done.stdout
    modules = done.stderr.split()
    assert not {"argparse", "json", "re", "yaml", "remit.hosts", "remit.checking", "remit.rules"} & set(modules)


# A law: whatever is done between two checks, the second prints what it would print without a memory.

NAMES = st.sampled_from(["a", "b", "c", "deep/d"])
TOOLS = st.sampled_from(["Read, Grpe", "Read, Grep", "Agent, Reed", "*", "Bash(git *)", "mcp__x__y", ""])
EDITS = st.one_of(
    st.tuples(st.just("write"), NAMES, TOOLS),
    st.tuples(st.just("same times"), NAMES, TOOLS),
    st.tuples(st.just("touch"), NAMES, st.just("")),
    st.tuples(st.just("delete"), NAMES, st.just("")),
    st.tuples(st.just("rename"), NAMES, NAMES),
    st.tuples(st.just("link"), NAMES, NAMES),
    st.tuples(st.just("folder"), NAMES, st.just("")),
    st.tuples(st.just("settings"), st.just(""), st.sampled_from(["{}", "{", '{"permissions": {"deny": ["Read"]}}', "[]"])),
    st.tuples(st.just("servers"), st.just(""), st.sampled_from(['{"mcpServers": {"x": {"command": "x"}}}', "{}", "nothing"])),
    st.tuples(st.just("loose"), st.just(""), TOOLS),
    st.tuples(st.just("other host"), st.just(""), TOOLS),
    st.tuples(st.just("home"), st.just(""), TOOLS),
    st.tuples(st.just("way out"), st.just(""), st.just("")),
    st.tuples(st.just("outside"), st.just(""), TOOLS),
    st.tuples(st.just("mode"), NAMES, st.sampled_from(["600", "644", "666"])),
    st.tuples(st.just("nothing"), st.just(""), st.just("")),
)
WORDS = st.sampled_from([(), ("-v",), ("--format", "json"), ("--persona", "auditor"), ("--home", "HOME")])


@settings(max_examples=40)
@example([(("same times", "a", "Read, Grep"), ())])
@example([(("way out", "", ""), ()), (("outside", "", "Grpe"), ()), (("outside", "", "Reed"), ())])
@example([(("home", "", "Grpe"), ("--home", "HOME")), (("home", "", "Reed"), ("--home", "HOME"))])
@given(st.lists(st.tuples(EDITS, WORDS), min_size=1, max_size=6))
def test_a_remembered_report_is_the_one_a_check_would_give(steps: list[tuple[tuple[str, str, str], tuple[str, ...]]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.delenv("REMIT_NO_CACHE")
        patch.setenv("XDG_CACHE_HOME", os.path.join(folder, "cache"))
        old_enough(patch)
        place = Place(Path(folder))
        place.run()
        for (kind, name, value), asked in steps:
            words = [word.replace("HOME", os.path.join(folder, "home")) for word in asked]
            place.run(*words)
            edit(place, kind, name, value)
            assert place.run(*words) == place.run(*words, "--no-cache")


def edit(place: Place, kind: str, name: str, value: str) -> None:
    """One change of the project, at a time of its own on the file system's clock."""
    path = place.agents / f"{name}.md"
    path.parent.mkdir(exist_ok=True)
    tick(place.project.parent)
    text = AGENT.format(name=name, tools=value)
    if kind == "write" and not path.is_dir():
        path.write_text(text)
    elif kind == "same times" and path.is_file():
        before = path.stat()
        path.write_text(text)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif kind == "touch" and path.exists():
        path.touch()
    elif kind == "delete" and os.path.lexists(path):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    elif kind == "rename" and path.exists() and not os.path.lexists(target := place.agents / f"{value}.md"):
        target.parent.mkdir(exist_ok=True)
        path.rename(target)
    elif kind == "link" and name != value and not os.path.lexists(path):
        path.symlink_to(place.agents / f"{value}.md")
    elif kind == "folder" and not os.path.lexists(path):
        path.mkdir()
    elif kind == "way out" and not os.path.lexists(place.agents / "out"):
        (place.agents / "out").symlink_to(place.project.parent / "outside")
    elif kind == "mode" and path.exists():
        path.chmod(int(value, 8))
    else:
        others = {
            "settings": ".claude/settings.json",
            "servers": ".mcp.json",
            "loose": "notes/loose.md",
            "other host": ".github/agents/o.agent.md",
            "home": "../home/.claude/agents/h.md",
            "outside": "../outside/p.md",
        }
        if kind in others:
            target = place.project / others[kind]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(value if kind in ("settings", "servers") else text)
    tick(place.project.parent)


def tick(folder: Path) -> None:
    """Waits for the file system's clock, which moves every few milliseconds, by looking at it."""
    probe = folder / "clock"
    probe.write_text("")
    first = probe.stat().st_ctime_ns
    while probe.stat().st_ctime_ns == first:
        probe.write_text("")
