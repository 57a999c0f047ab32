"""The GitHub Action: its metadata is valid, and its steps take what inputs say without ever running it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
SCHEMA = json.loads((ROOT / "tests" / "data" / "github-actions.json").read_text())
STEPS = {step.get("name", step.get("uses")): step for step in ACTION["runs"]["steps"]}
BASH = shutil.which("bash")

needs_bash = pytest.mark.skipif(BASH is None, reason="there is no bash")

BAD = "---\nname: a\ndescription: Reviews\ntools: Read\ndisallowedTools: bash\n---\nYou review.\n"


def test_the_metadata_is_valid() -> None:
    jsonschema.Draft7Validator(SCHEMA).validate(ACTION)


def test_no_input_becomes_text_of_a_script() -> None:
    scripts = [step["run"] for step in STEPS.values() if "run" in step]
    assert scripts
    for script in scripts:
        assert "${{" not in script
        assert "eval" not in script


def test_every_input_is_used_and_every_variable_is_an_input() -> None:
    text = (ROOT / "action.yml").read_text()
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(ACTION["inputs"])


def step(name: str, folder: Path, **variables: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """Runs the script of a step as the runner does, with this Python; also gives the outputs of the step."""
    commands = folder / "bin"
    commands.mkdir(exist_ok=True)
    python = commands / "python"
    if not python.exists():
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
    files = {name: folder / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "RUNNER_TEMP")}
    files["RUNNER_TEMP"].mkdir(exist_ok=True)
    work = folder / "work"
    work.mkdir(exist_ok=True)
    script = folder / "script.sh"
    script.write_text(STEPS[name]["run"])
    done = subprocess.run(
        [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        capture_output=True, text=True, check=False, cwd=work, encoding="utf-8",
        env={
            **os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1",
            "GITHUB_WORKSPACE": str(work), **{name: str(path) for name, path in files.items()}, **variables,
        },
    )  # fmt: skip
    output = files["GITHUB_OUTPUT"]
    outputs = dict(line.split("=", 1) for line in output.read_text().splitlines()) if output.exists() else {}
    return done, outputs


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "work" / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(BAD)
    return tmp_path


@needs_bash
def test_a_check_annotates_summarises_and_leaves_a_report(project: Path) -> None:
    done, outputs = step("Check", project, REMIT_PATH=".", REMIT_ARGS="", REMIT_FAIL_ON="error")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("::error file=.claude/agents/a.md,line=5,col=18,")
    assert outputs["code"] == "1"
    assert json.loads(Path(outputs["sarif"]).read_text())["version"] == "2.1.0"
    assert (project / "github_step_summary").read_text().startswith("## remit\n")


@needs_bash
def test_options_and_several_paths(project: Path) -> None:
    (project / "work" / "with blank").mkdir()
    done, outputs = step(
        "Check",
        project,
        REMIT_PATH=".claude/agents/a.md\r\nwith blank\n\n",
        REMIT_ARGS=" --persona  strict\n",
        REMIT_FAIL_ON="never",
    )
    assert done.returncode == 0, done.stderr
    assert outputs["code"] == "0"
    assert "unrecognized" not in done.stderr


@needs_bash
@pytest.mark.parametrize(
    "hostile", ["$(touch pwned)", "`touch pwned`", "; touch pwned", "' && touch pwned '", '"; touch pwned; "', "--fix"]
)
def test_what_an_input_says_is_never_run(project: Path, hostile: str) -> None:
    done, outputs = step("Check", project, REMIT_PATH=hostile, REMIT_ARGS="", REMIT_FAIL_ON="error")
    assert outputs["code"] == "2"
    if not hostile.startswith("--"):  # as an option it would be one that the user asks for
        step("Check", project, REMIT_PATH=".", REMIT_ARGS=hostile, REMIT_FAIL_ON=hostile)
    step("Install remit", project, REMIT_VERSION=hostile, REMIT_ACTION="/nowhere")
    step("Result", project, REMIT_CODE=hostile)
    assert not list(project.rglob("pwned"))
    assert (project / "work" / ".claude" / "agents" / "a.md").read_text() == BAD
    assert done.returncode == 0


@needs_bash
def test_wrong_use_is_told_and_fails(project: Path) -> None:
    done, outputs = step("Check", project, REMIT_PATH="no/such/folder", REMIT_ARGS="", REMIT_FAIL_ON="error")
    assert outputs["code"] == "2"
    assert step("Result", project, REMIT_CODE="2")[0].returncode == 2
    assert done.returncode == 0


@needs_bash
@pytest.mark.parametrize("version", ["latest", "1.0; touch pwned", "git+https://example.org/x", "--index-url=x"])
def test_a_version_is_a_version(project: Path, version: str) -> None:
    done, _ = step("Install remit", project, REMIT_VERSION=version, REMIT_ACTION="/nowhere")
    assert done.returncode == 2
    assert "no version" in done.stdout
