"""`remit check --fix` and `--diff`, as the installed program."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from remit.answers import answer

CRLF = b"---\r\nname: a\r\ndescription: Use when: b\r\ndisallowedTools: bash # no shell\r\n---\r\nYou are a.\r\nlone\rend"
UNCLOSED = b"---\nname: b\ndescription: does\ntools: Read, Task"
UNSAFE = b"---\nname: c\ndescription: does\nmodel: oppus\n---\nx\n"


def remit(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "remit", "check", *words], cwd=folder, capture_output=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    agents = tmp_path / ".claude" / "agents"
    agents.mkdir(parents=True)
    (agents / "a.md").write_bytes(CRLF)
    (agents / "b c.md").write_bytes(UNCLOSED)
    (agents / "c.md").write_bytes(UNSAFE)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / ".claude" / "agents").iterdir())}


def test_fix_mends_what_is_safe_and_reports_the_rest(project: Path) -> None:
    done = remit(project, "--fix")
    assert done.returncode == 0, done.stderr
    after = files(project)
    assert after["a.md"] == CRLF.replace(b"Use when: b", b'"Use when: b"').replace(b"bash", b"Bash")
    assert after["b c.md"] == UNCLOSED.replace(b"Task", b"Agent") + b"\n---"
    assert after["c.md"] == UNSAFE
    assert b"4 findings mended in 2 files" in done.stdout
    assert b"[unknown-model]" in done.stdout
    assert b"[unquoted-value]" not in done.stdout
    again = remit(project, "--fix")
    assert b"nothing mended" in again.stdout
    assert files(project) == after


def test_unsafe_fixes_have_to_be_asked_for(project: Path) -> None:
    remit(project, "--fix", "--unsafe")
    assert b"model: opus\n" in files(project)["c.md"]


def test_a_report_tells_what_can_be_mended(project: Path) -> None:
    done = remit(project, "-v")
    assert b"= fix: put the value in quotes (--fix)" in done.stdout
    assert b"= fix: write `opus` (--fix --unsafe)" in done.stdout
    assert done.stdout.splitlines()[-1] == b"3 fixable with --fix, 1 more with --unsafe"


def test_a_diff_changes_nothing_and_is_what_a_fix_does(project: Path) -> None:
    before = files(project)
    done = remit(project, "--diff")
    assert done.returncode == 1
    assert files(project) == before
    assert b"--- a/.claude/agents/a.md\n+++ b/.claude/agents/a.md\n" in done.stdout
    assert b"--- a/.claude/agents/b c.md\t\n" in done.stdout
    assert b"\r\n" in done.stdout
    assert b"\\ No newline at end of file\n" in done.stdout
    remit(project, "--fix")
    after = files(project)
    assert remit(project, "--diff").returncode == 0
    assert remit(project, "--diff").stdout == b""
    tools = [words for words in (["git", "apply"], ["patch", "-s", "--binary", "-p1"]) if shutil.which(words[0])]
    for words in tools:
        for name, data in before.items():
            (project / ".claude" / "agents" / name).write_bytes(data)
        subprocess.run(words, cwd=project, input=done.stdout, check=True)
        assert files(project) == after


def test_json_says_what_was_mended(project: Path) -> None:
    answered = json.loads(remit(project, "--fix", "--format", "json").stdout)
    jsonschema.Draft7Validator(answer("check")).validate(answered)
    made = {Path(file["path"]).name: [one["rule"] for one in file["made"]] for file in answered["fixed"]}
    assert made["a.md"] == ["unquoted-value", "wrong-case-tool"]
    assert all(file["written"] for file in answered["fixed"] if file["made"])
    assert [finding["rule"] for finding in answered["diagnostics"] if finding["severity"] == "warning"]
    assert "fixed" not in json.loads(remit(project, "--format", "json").stdout)


def test_a_single_file_is_mended(project: Path) -> None:
    done = remit(project, ".claude/agents/a.md", "--fix")
    assert done.returncode == 0
    assert files(project)["b c.md"] == UNCLOSED
    assert files(project)["a.md"] != CRLF


def test_a_file_that_may_not_be_written_is_told(project: Path) -> None:
    path = project / ".claude" / "agents" / "a.md"
    path.chmod(0o444)
    done = remit(project, "--fix")
    assert done.returncode == 2
    assert b"not mended: the file may not be written" in done.stderr
    assert path.read_bytes() == CRLF
    assert files(project)["b c.md"] != UNCLOSED


def test_why_a_fix_was_refused_is_told(project: Path) -> None:
    role = project / ".codex" / "agents" / "a.toml"
    role.parent.mkdir(parents=True)
    role.write_text('name = "a"\ndescription = "d"\ndeveloper_instructions = "x"\nsandbox_mode = "Read-Only"\n')
    before = role.read_bytes()
    done = remit(project, "--fix", "--unsafe", "-v")
    assert b"would give the agent `apply_patch`, which the file does not ask for" in b" ".join(done.stdout.split())
    assert role.read_bytes() == before


def test_a_tool_by_its_right_name_is_unsafe(project: Path) -> None:
    (project / ".claude" / "agents" / "c.md").write_bytes(b"---\nname: c\ndescription: does\ntools: Read, Grpe\n---\nx\n")
    assert b"1 fixable with --fix --unsafe" in remit(project, "--fix").stdout
    assert b"tools: Read, Grpe\n" in files(project)["c.md"]
    remit(project, "--fix", "--unsafe")
    assert b"tools: Read, Grep\n" in files(project)["c.md"]


@pytest.mark.parametrize(
    "words",
    [
        ["--unsafe"],
        ["--fix", "--write-baseline"],
        ["--diff", "--format", "json"],
        ["--diff", "--output", "report.txt"],
    ],
)
def test_options_that_do_not_fit_are_refused(project: Path, words: list[str]) -> None:
    before = files(project)
    done = remit(project, *words)
    assert done.returncode == 2
    assert done.stderr
    assert files(project) == before
