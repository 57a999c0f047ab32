"""Baselines: what is in one is held back, what is new is told, what is gone is noted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.baseline import Baseline
from remit.checking import Checked, run
from remit.configuration import Configurations
from remit.errors import UsageError

AGENT = "---\nname: {name}\ndescription: Reviews changes\ntools: {tools}\n---\nYou review.\n"


def agent(root: Path, name: str, tools: str) -> Path:
    file = root / f".claude/agents/{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(AGENT.format(name=name, tools=tools))
    return file


def written(root: Path) -> str:
    """A baseline of all that a check of a folder finds."""
    path = str(root / "old.json")
    Baseline.of(run([str(root)]).diagnostics, path).write()
    return path


def against(root: Path, path: str, *subjects: Path) -> Checked:
    return run([str(one) for one in subjects or (root,)], baseline=path)


def names(checked: Checked) -> list[str]:
    return [finding.data["entry"] for finding in checked.diagnostics]


def test_old_findings_are_held_back_and_new_ones_told(tmp_path: Path) -> None:
    file = agent(tmp_path, "a", "Read, Grpe")
    path = written(tmp_path)
    checked = against(tmp_path, path)
    assert (checked.diagnostics, checked.failing, len(checked.held)) == ([], [], 1)
    file.write_text(file.read_text().replace("name: a\n", "name: a\nmodel: opus\n\n"))
    assert against(tmp_path, path).diagnostics == []
    agent(tmp_path, "b", "Read, Bsh")
    assert names(against(tmp_path, path)) == ["Bsh"]


def test_what_no_longer_occurs_is_noted_and_can_be_taken_out(tmp_path: Path) -> None:
    agent(tmp_path, "a", "Read, Grpe")
    agent(tmp_path, "b", "Read, Bsh")
    gone = agent(tmp_path, "c", "Read, Wrte")
    path = written(tmp_path)
    agent(tmp_path, "a", "Read")
    gone.unlink()
    checked = against(tmp_path, path)
    assert [one.path for one in checked.gone[path]] == [".claude/agents/a.md", ".claude/agents/c.md"]
    Baseline.read(path).without(checked.gone[path]).write()
    assert [one["path"] for one in json.loads(Path(path).read_text())["findings"]] == [".claude/agents/b.md"]


def test_what_was_not_looked_at_is_not_called_gone(tmp_path: Path) -> None:
    agent(tmp_path, "a", "Read, Grpe")
    agent(tmp_path, "a-", "Read, Bsh")  # a name that is easily taken for the other
    other = agent(tmp_path, "c", "Read")
    path = written(tmp_path)
    assert {one.rule for one in Baseline.read(path).known.values()} == {"unknown-tool", "near-duplicate-name"}
    assert against(tmp_path, path, other).gone[path] == []
    assert against(tmp_path, path, tmp_path / ".claude/agents/a.md").gone[path] == []
    assert run([str(tmp_path)], personas=("regular",), baseline=path).gone[path] == []


def test_the_configuration_names_a_baseline(tmp_path: Path) -> None:
    agent(tmp_path, "a", "Read, Grpe")
    written(tmp_path)
    (tmp_path / "remit.toml").write_text('baseline = "old.json"\n')
    assert run([str(tmp_path)], configurations=Configurations()).diagnostics == []
    assert run([str(tmp_path / ".claude/agents/a.md")], configurations=Configurations()).diagnostics == []
    assert names(run([str(tmp_path)], configurations=Configurations(), baseline="")) == ["Grpe"]


def test_the_file_says_nothing_of_what_stands_in_the_files(tmp_path: Path) -> None:
    agent(tmp_path, "a", "Read, Grpe")
    text = Path(written(tmp_path)).read_text()
    assert "Grpe" not in text
    assert str(tmp_path) not in text
    assert text == Path(written(tmp_path)).read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"), ("[]", "not a baseline"), ('{"schema": "remit/baseline/1"}', "not a baseline"), ("[" * 100_000, "not JSON"),
        ('{"schema": "remit/baseline/1", "fingerprints": "remit/v0", "findings": []}', "another kind"),
        ('{"schema": "remit/baseline/1", "fingerprints": "remit/v1", "findings": [{"path": "a"}]}', "finding 1 lacks"),
        ('{"schema": "remit/baseline/1", "fingerprints": "remit/v1", "findings": [1]}', "finding 1 lacks"),
        ("<<<<<<< ours", "not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_baseline_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "old.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=says):
        Baseline.read(str(path))


def test_a_baseline_that_is_not_there_or_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        Baseline.read(str(tmp_path / "none.json"))
    with pytest.raises(UsageError, match="no such file"):
        Baseline(str(tmp_path / "none/old.json")).write()


TOOLS = st.lists(st.sampled_from(["Read", "Grpe", "Bsh", "Grpe", "Read()", "mcp__x", "webfetch"]), min_size=1, max_size=6)


@given(st.dictionaries(st.sampled_from(["a", "b", "A_", "c-d"]), TOOLS, min_size=1))
def test_a_baseline_holds_back_all_that_it_was_made_of_and_nothing_is_gone(
    tmp_path_factory: pytest.TempPathFactory, agents: dict[str, list[str]]
) -> None:
    root = tmp_path_factory.mktemp("project")
    for name, tools in agents.items():
        agent(root, name, ", ".join(tools))
    found = run([str(root)], personas=("auditor",)).diagnostics
    path = str(root / "old.json")
    Baseline.of(found, path).write()
    assert len(Baseline.read(path)) == len(found)
    checked = run([str(root)], personas=("auditor",), baseline=path)
    assert checked.diagnostics == []
    assert len(checked.held) == len(found)
    assert checked.gone[path] == []
