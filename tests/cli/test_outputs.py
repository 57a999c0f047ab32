"""Standard output that is closed or full, and paths of a check that lie within one another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

AGENT = "---\nname: bad\ndescription: Works as it should\nmaxTurns: 0\n---\nYou are b.\n"
SETTINGS = '{"permissions": {"allow": [1]}, "permissions": {}}'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    agents = tmp_path / ".claude" / "agents"
    agents.mkdir(parents=True)
    (agents / "bad.md").write_text(AGENT)
    (tmp_path / ".claude" / "settings.json").write_text(SETTINGS)
    (tmp_path / "below").mkdir()
    return tmp_path


def told(folder: Path, *paths: str) -> list[tuple[str, str, int]]:
    words = [sys.executable, "-m", "remit", "check", *paths, "--format", "json"]
    answer = json.loads(subprocess.run(words, cwd=folder, capture_output=True, check=False).stdout)
    assert answer["summary"]["files"] == len(answer["files"])
    return [(one["rule"], os.path.abspath(folder / one["path"]), one["start"]["line"]) for one in answer["diagnostics"]]


def test_what_lies_under_two_paths_is_told_once(project: Path) -> None:
    once = told(project, ".")
    assert "limit-without-effect" in {rule for rule, _, _ in once}
    agent = ".claude/agents/bad.md"
    for paths in ((".", agent), (agent, "."), (".", "below", str(project)), (".", f"./{agent}", str(project / agent))):
        assert told(project, *paths) == once


def test_a_file_under_two_paths_is_mended_once(project: Path) -> None:
    agent = project / ".claude" / "agents" / "bad.md"
    agent.write_text(AGENT.replace("Works", "Works: well"))
    words = [sys.executable, "-m", "remit", "check", ".", str(agent), ".claude/agents/bad.md", "--fix"]
    done = subprocess.run(words, cwd=project, capture_output=True, check=False)
    assert b"1 finding mended in 1 file" in done.stdout
    assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/bin/sh"), reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
@pytest.mark.parametrize("words", ["check", "check --format json", "list"])
def test_a_closed_output_leaves_the_exit_code(project: Path, words: str, closed: str) -> None:
    command = f'"{sys.executable}" -m remit {words} {closed}'
    done = subprocess.run(["/bin/sh", "-c", command], cwd=project, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0 if words == "list" else 1, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_output_is_said(project: Path) -> None:
    with open("/dev/full", "wb") as full:
        words = [sys.executable, "-m", "remit", "check"]
        done = subprocess.run(words, cwd=project, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"remit: standard output: no space left on device\n")


@pytest.mark.parametrize("columns", ["", "0", "1", "wide", "-3", "²", "80"])
def test_any_width_will_do(project: Path, columns: str) -> None:
    for words, code in ((("--help",), 0), ((), 1)):
        done = subprocess.run(
            [sys.executable, "-m", "remit", "check", *words],
            cwd=project,
            env={**os.environ, "COLUMNS": columns, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (code, b"")
