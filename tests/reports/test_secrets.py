"""No report shows a credential that stands in a file, neither in its own finding nor in another one of the same line."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from remit.checking import Checked, run
from remit.reports import FORMATS, render
from remit.reports.findings import Findings

SECRET = "ghp_" + "1aZ9qW8xS7cD6vF5" + "gB4hN3jM2kL1pO0i9uYt"  # in parts: no tool shall take this file for one with a secret
AGENT = f"---\nname: a\ndescription: Use when: the token {SECRET} is asked for\nmodell: {SECRET}\ntools: [bash, {SECRET}]\n---\nSay {SECRET}.\n"


@pytest.fixture
def checked(tmp_path: Path) -> Checked:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(AGENT)
    found = run([tmp_path], personas=("regular", "strict", "auditor"))
    assert sum(finding.rule == "hardcoded-secret" for finding in found.diagnostics) >= 1
    assert len({finding.rule for finding in found.diagnostics}) > 2
    return found


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("text", "json")])
def test_a_report_for_others(checked: Checked, tmp_path: Path, name: str) -> None:
    assert SECRET not in render(name, checked, str(tmp_path))


def test_the_terminal(checked: Checked, tmp_path: Path) -> None:
    with redirect_stdout(io.StringIO()) as written:
        Findings("never", base=str(tmp_path)).check(checked, verbose=True)
    assert "hardcoded-secret" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_the_words_of_the_answer_in_json(checked: Checked, tmp_path: Path) -> None:
    for finding in json.loads(render("json", checked, str(tmp_path)))["diagnostics"]:
        assert SECRET not in (finding["message"] + (finding["help"] or ""))
