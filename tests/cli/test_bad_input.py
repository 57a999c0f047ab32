"""Input that nobody means: each gets a clear word, and the rest goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli.test_cli import remit

GOOD = b"---\nname: good\ndescription: Works as it should\ntools: Read\n---\nDo.\n"


def lay(folder: Path) -> dict[str, str]:
    """A folder of agents with every kind of bad file in it; gives what must be said of each."""
    folder.mkdir(parents=True)
    say = {}

    def put(name: str, data: bytes, word: str) -> None:
        (folder / name).write_bytes(data)
        say[name] = word

    put("good.md", GOOD, "")
    put("empty.md", b"", "no front matter")
    put("binary.md", bytes(range(256)) * 40, "front matter")
    put("nul.md", b"---\nname: a\x00b\ndescription: d d\n---\nx", "YAML")
    put("latin.md", b"---\nname: latin\ndescription: caf\xe9 au lait\n---\nx", "")
    put("huge.md", b"---\nname: huge\ndescription: d d\n---\n" + b"x" * (5 << 20), "larger than 4 MiB")
    put("deep.md", b"---\nname: deep\ndescription: d d\nx: " + b"[" * 3000 + b"]" * 3000 + b"\n---\nx", "deep")
    put("nested.md", b"---\n" + b"".join(b" " * n + b"a:\n" for n in range(500)) + b"---\nx", "")
    aliases = b"".join(b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 9)) for n in range(8))
    put("bomb.md", b"---\nname: bomb\ndescription: d d\na: &a [x,x,x,x,x,x,x,x,x]\n" + aliases + b"---\nx", "alias")
    put("self.md", b"---\nname: self\ndescription: d d\na: &a [*a]\n---\nx", "alias")
    put("long.md", b"---\nname: long\ndescription: " + b"x y " * 200_000 + b"\n---\nx", "")
    put("onlyfence.md", b"---", "front matter")
    (folder / "folder.md").mkdir()
    if os.name != "nt":
        (folder / "dangling.md").symlink_to(folder / "nothing")
        say["dangling.md"] = "symbolic link to nothing"
        (folder / "loop").symlink_to(folder)
        (folder / "self-loop.md").symlink_to(folder / "self-loop.md")
        os.mkfifo(folder / "pipe.md")
        say["pipe.md"] = "not a regular file"
    return say


@pytest.mark.parametrize("host", [None, "claude-code", "claude-code@2.1.197", "zeph", "zeph@0.12", "opencode"])
def test_a_folder_full_of_bad_files(tmp_path: Path, host: str | None) -> None:
    lay(tmp_path / ".claude" / "agents")
    lay(tmp_path / ".zeph" / "agents")
    chosen = ["--host", host] if host else []
    done = remit("list", tmp_path, *chosen, "--format", "json", "--home", tmp_path / "nobody")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    names = {row["name"] for row in json.loads(done.stdout)["definitions"]}
    if host != "opencode":
        assert "good" in names
    done = remit("check", tmp_path, *chosen, "--format", "json")
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
    done = remit("check", tmp_path, *chosen)
    assert "Traceback" not in done.stderr + done.stdout


def test_every_bad_file_is_named_with_its_reason(tmp_path: Path) -> None:
    say = lay(tmp_path / ".claude" / "agents")
    done = remit("list", tmp_path, "--host", "claude-code", "--format", "json", "--home", tmp_path / "nobody")
    listed = json.loads(done.stdout)
    rows = {Path(row["path"]).name: row for row in [*listed["definitions"], *listed["skipped"]]}
    checked = json.loads(remit("check", tmp_path, "--host", "claude-code", "--format", "json").stdout)
    for name, word in say.items():
        assert name in rows, name
        findings = " ".join(f["message"] for f in checked["diagnostics"] if Path(f["path"]).name == name)
        assert word in f"{rows[name].get('reason')} {findings}", (name, rows[name], findings)
    assert rows["latin.md"]["status"] == "active"
    assert rows["good.md"]["status"] == "active"


@pytest.mark.parametrize("name", ["binary.md", "deep.md", "bomb.md", "self.md", "nul.md", "empty.md", "nested.md", "long.md"])
def test_each_bad_file_alone(tmp_path: Path, name: str) -> None:
    lay(tmp_path / "agents")
    for words in (("show",), ("check",), ("can",)):
        more = ("Bash", "ls") if words == ("can",) else ()
        for version in ("claude-code", "zeph", "zeph@0.12", "opencode"):
            done = remit(*words, tmp_path / "agents" / name, *more, "--host", version)
            assert done.returncode in (0, 1, 2, 3)
            assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "word"), [("huge.md", "larger than 4 MiB"), ("folder.md", "a directory"), ("missing.md", "no such file")]
)
def test_what_cannot_be_read_is_wrong_use(tmp_path: Path, name: str, word: str) -> None:
    lay(tmp_path / "agents")
    done = remit("show", tmp_path / "agents" / name)
    assert done.returncode == 2
    assert word in done.stderr


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who may be refused")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(GOOD)
    path.chmod(0)
    done = remit("show", path)
    assert (done.returncode, "permission denied" in done.stderr) == (2, True)


def test_a_file_that_vanishes_after_it_was_listed(tmp_path: Path) -> None:
    from remit.gathering import discover

    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_bytes(GOOD)
    catalog = discover(tmp_path, "claude-code")
    (folder / "a.md").unlink()
    entry = catalog.entries[0]
    assert entry.definition is not None
    assert entry.definition.tools == ("Read",)
    assert entry.definition.system_prompt == ""


def test_hostile_json_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "inventory.json"
    path.write_text("[" * 100_000)
    agent = tmp_path / "a.md"
    agent.write_bytes(GOOD)
    done = remit("show", agent, "--inventory", path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) <= 2
    done = remit("agent-def", stdin="[" * 100_000)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("check",), ("show",), ("list",), ("compile",), ("can", "good", "Read")])
def test_settings_that_are_not_there_are_no_settings_that_say_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    agents = tmp_path / ".claude" / "agents"
    agents.mkdir(parents=True)
    (agents / "good.md").write_bytes(GOOD)
    done = remit(*words, "--settings", "typo.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("remit: typo.json: no such file\n")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is closed to this user")
def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path) -> None:
    agents = tmp_path / ".claude" / "agents"
    agents.mkdir(parents=True)
    (agents / "good.md").write_bytes(GOOD)
    agents.chmod(0)
    try:
        around, itself = remit("check", cwd=tmp_path), remit("check", ".claude/agents", cwd=tmp_path)
    finally:
        agents.chmod(0o755)
    assert around.returncode == 1
    assert itself.returncode == 2
    for done in (around, itself):
        assert "error[unreadable]: permission denied" in done.stdout
        assert done.stderr == ""
