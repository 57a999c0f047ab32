"""`remit check -`: a text on standard input is checked, shown mended and mended, and nothing on the disk is touched."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BAD = b"---\r\nname: bad\r\ndescription: Use when: b\r\nmodle: sonnet\r\n---\r\nYou are b.\r\n"
MENDED = BAD.replace(b"Use when: b", b'"Use when: b"').replace(b"modle", b"model")


def check(folder: Path, *words: str, given: bytes = BAD) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "remit", "check", *words], cwd=folder, input=given, capture_output=True, check=False
    )


def test_findings_are_told_at_the_name_that_is_given(tmp_path: Path) -> None:
    path = ".claude/agents/bad.md"
    answer = json.loads(check(tmp_path, "-", "--stdin-filename", path, "--format", "json").stdout)
    assert answer["files"] == [path]
    told = [(one["rule"], one["path"], one["start"]["line"]) for one in answer["diagnostics"]]
    assert told == [("unquoted-value", path, 3), ("misspelt-key", path, 4)]
    assert b"--> -:3:14" in check(tmp_path, "-").stdout


def test_the_name_tells_the_host_and_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text('ignore = ["misspelt-key"]\n')
    done = check(tmp_path, "-", "--stdin-filename", ".claude/agents/bad.md")
    assert b"[misspelt-key]" not in done.stdout
    assert b"2.1.332 drops" in b" ".join(done.stdout.split())
    elsewhere = check(tmp_path, "-", "--stdin-filename", ".opencode/agents/bad.md")
    assert b"Claude Code" not in elsewhere.stdout


def test_fix_gives_the_mended_text_and_reports_beside_it(tmp_path: Path) -> None:
    done = check(tmp_path, "-", "--fix")
    assert (done.returncode, done.stdout) == (0, MENDED)
    assert b"2 findings mended" in done.stderr
    assert check(tmp_path, "-", "--fix", given=MENDED).stdout == MENDED
    assert not list(tmp_path.iterdir())


def test_diff_shows_it(tmp_path: Path) -> None:
    done = check(tmp_path, "-", "--diff", "--stdin-filename", "bad.md")
    assert done.returncode == 1
    assert done.stdout.startswith(b"--- a/bad.md\n+++ b/bad.md\n")
    assert b"+model: sonnet\r\n" in done.stdout


def test_a_file_of_that_name_on_the_disk_stays_and_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_bytes(b"something else")
    assert check(tmp_path, "-", "--fix", "--stdin-filename", "bad.md").stdout == MENDED
    assert (tmp_path / "bad.md").read_bytes() == b"something else"


@pytest.mark.parametrize(
    "words", [("-", "."), ("--stdin-filename", "x.md"), ("-", "--write-baseline"), ("-", "--settings", "s.json")]
)
def test_what_says_nothing_together_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert check(tmp_path, *words).returncode == 2


def test_a_text_without_end_is_refused(tmp_path: Path) -> None:
    done = check(tmp_path, "-", given=b"x" * (5 << 20))
    assert (done.returncode, done.stderr) == (2, b"remit: standard input: larger than 4 MiB\n")
