"""The formats of a check at the command line, on the terminal and in a file."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from remit import reports
from remit.reports import FORMATS

BAD = "---\nname: a\ndescription: Reviews\ntools: bash\n---\nYou review.\n"


def remit(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")}
    return subprocess.run(
        [sys.executable, "-m", "remit", *words], capture_output=True, text=True, check=False, cwd=cwd, encoding="utf-8",
        env={**clean, "PYTHONUTF8": "1", "COLUMNS": "100", "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "sub" / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(BAD)
    return tmp_path


def test_every_file_that_renders_a_check_is_a_format() -> None:
    folder = Path(reports.__file__).parent
    found = {path.stem for path in folder.glob("*.py") if "\ndef render(" in path.read_text() and path.stem != "__init__"}
    assert {*found, "text"} == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_printed(project: Path, name: str) -> None:
    done = remit("check", "--format", name, cwd=project)
    assert (done.returncode, done.stderr) == (1, "")
    assert "wrong-case-tool" in done.stdout
    assert ".claude/agents/a.md" in done.stdout
    quiet = remit("check", "--format", name, "--fail-on", "never", cwd=project)
    assert quiet.returncode == 0


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_in_a_file_and_the_text_on_the_terminal(project: Path, name: str) -> None:
    done = remit("check", "--format", name, "--output", "report", cwd=project)
    assert done.returncode == 1
    assert done.stdout.startswith("warning[wrong-case-tool]: ")
    assert (project / "report").read_text() == remit("check", "--format", name, cwd=project).stdout
    assert {path.name for path in project.iterdir()} == {"sub", "report"}


def test_a_report_is_written_also_where_the_check_is_remembered(project: Path) -> None:
    words = ("check", "sub", "--format", "sarif", "--output", "report")
    first = remit(*words, cwd=project, XDG_CACHE_HOME=str(project / "cache"))
    (project / "report").unlink()
    assert remit(*words, cwd=project, XDG_CACHE_HOME=str(project / "cache")).stdout == first.stdout
    assert (project / "report").is_file()


def test_an_old_report_is_replaced_with_its_permissions_and_a_link_stays(project: Path) -> None:
    real = project / "real.json"
    real.write_text("old")
    real.chmod(0o640)
    (project / "link.json").symlink_to(real)
    remit("check", "--format", "json", "--output", "link.json", cwd=project)
    assert (project / "link.json").is_symlink()
    assert json.loads(real.read_text())["schema"] == "remit/check/1"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.parametrize("where", ["no/such/folder/x", "sub"])
def test_a_report_that_cannot_be_written(project: Path, where: str) -> None:
    done = remit("check", "--format", "sarif", "--output", where, cwd=project)
    assert done.returncode == 2
    assert done.stderr.startswith(f"remit: {where}: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("variable", ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_paths_are_told_from_the_root_of_the_checkout(project: Path, variable: str) -> None:
    inside = remit("check", "--format", "github", cwd=project / "sub", **{variable: str(project)})
    assert "file=sub/.claude/agents/a.md," in inside.stdout
    elsewhere = remit("check", "--format", "github", cwd=project / "sub", **{variable: str(project / "other")})
    assert "file=.claude/agents/a.md," in elsewhere.stdout


def test_other_commands_keep_their_two_formats(project: Path) -> None:
    assert remit("list", "--format", "sarif", cwd=project).returncode == 2


def test_completion_offers_the_formats(project: Path) -> None:
    assert 'words="text json github junit markdown sarif"' in remit("completion", "bash", cwd=project).stdout
