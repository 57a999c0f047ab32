"""Mistakes seeded by hand: each is found on its line by a rule that speaks of it, and nothing is said of what is right.

`faulty/` and `good/` hold one project in each folder. `expected.json` says for each seeded fault the file, the lines it may be told on, what was
done, the rules that may tell it, the least severity, and the persona that hears it where that is not the regular one.
"""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from remit.checking import run
from remit.diagnostic import ERROR, SEVERITIES, WARNING, Diagnostic
from remit.rules import PERSONAS, names

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_bytes())
PROJECTS = sorted({row["file"].partition("/")[0] for row in EXPECTED})
GOOD = sorted(path.name for path in (HERE / "good").iterdir() if path.is_dir())

BESIDE = {
    ("zeph/.zeph/agents/both.md", 1, "deprecated-fence"),
    ("zeph/.zeph/agents/typo.md", 1, "deprecated-fence"),
    ("systems/.claude/agents/worker.md", 2, "near-duplicate-name"),
}
"""True findings on lines where nothing was seeded."""


@pytest.fixture(scope="session")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy: no project lies in another's repository."""
    folder = tmp_path_factory.mktemp("seeded")
    for kind in ("faulty", "good"):
        shutil.copytree(HERE / kind, folder / kind)
    return folder


@cache
def findings(folder: Path, personas: tuple[str, ...]) -> list[tuple[str, Diagnostic]]:
    """What is said about a project, each with the file."""
    found = run([str(folder)], home=str(folder / "nobody"), personas=personas).diagnostics
    return [(Path(finding.path or "").relative_to(folder.parent).as_posix(), finding) for finding in found]


@pytest.mark.parametrize("row", EXPECTED, ids=[f"{row['file']}:{row['lines'][0]}: {row['kind']}" for row in EXPECTED])
def test_the_fault_is_found(row: dict, work: Path) -> None:
    if not set(row["rules"]) & set(names()):
        pytest.skip("no rule speaks of it yet")
    project = row["file"].partition("/")[0]
    personas = PERSONAS[: PERSONAS.index(row.get("persona", "regular")) + 1]
    told = [
        (finding.span[0][0], finding.rule, finding.severity)
        for path, finding in findings(work / "faulty" / project, personas)
        if path == row["file"]
    ]
    assert any(
        line in row["lines"] and rule in row["rules"] and SEVERITIES.index(severity) <= SEVERITIES.index(row["severity"])
        for line, rule, severity in told
    ), told


@pytest.mark.parametrize("project", PROJECTS)
def test_nothing_else_is_called_wrong(project: str, work: Path) -> None:
    lines = {(row["file"], line) for row in EXPECTED for line in row["lines"]}
    other = [
        (path, finding.span[0][0], finding.rule, finding.message)
        for path, finding in findings(work / "faulty" / project, ("regular",))
        if finding.severity in (ERROR, WARNING) and (path, finding.span[0][0]) not in lines
    ]
    assert [row for row in other if row[:3] not in BESIDE] == []


@pytest.mark.parametrize("project", GOOD)
def test_nothing_is_said_of_what_is_right(project: str, work: Path) -> None:
    told = findings(work / "good" / project, ("regular",))
    assert [(path, finding.span[0][0], finding.rule, finding.message) for path, finding in told] == []


def test_the_corpus_is_what_it_says() -> None:
    assert len(EXPECTED) >= 150
    assert all((HERE / "faulty" / row["file"]).is_file() for row in EXPECTED)
