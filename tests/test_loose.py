"""Definitions in no host's place: the same answer by one process and by several."""

from __future__ import annotations

from pathlib import Path

import pytest

from remit import loose
from remit.catalog import Catalog
from remit.checking import check
from remit.gathering import discover

TEXTS = [
    "---\nname: a{n}\ndescription: Does one thing\n---\nDo it.\n",
    "---\nname: b{n}\ndescription: Does one thing\ntools: Read, Foo, Bash(git *)\n---\nDo it.\n",
    "---\nname: c{n}\ntools: [Read\n---\nDo it.\n",
    "# notes {n}\n",
    "---\nname: d{n}\ndescription: x\ntools: ['read', 'zz']\n---\nDo it.\n",
    "---\nname: e{n}\ndescription: x\nname: f\ntools: Read\ntools: Bash\n---\nDo it.\n",
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for number in range(120):
        folder = tmp_path / f"team{number % 7}" / ("agents" if number % 4 > 1 else "notes")
        folder.mkdir(parents=True, exist_ok=True)
        ending = ".agent.md" if number % len(TEXTS) == 4 else ".md"
        (folder / f"x{number}{ending}").write_text(TEXTS[number % len(TEXTS)].replace("{n}", str(number)))
    return tmp_path


def seen(catalog: Catalog) -> list[tuple[object, ...]]:
    return [
        (
            entry.path,
            entry.host.name,
            entry.version.text,
            entry.status,
            entry.identity,
            entry.reason,
            [
                (one.rule, one.span, one.severity, one.message, [label.message for label in one.related])
                for one in entry.diagnostics
            ],
            entry.definition is None,
        )
        for entry in catalog
    ]


@pytest.mark.parametrize("jobs", [2, 3, 5])
def test_several_processes_see_the_same(tree: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = seen(discover(tree))
    monkeypatch.setattr(loose, "MANY", 10)
    counted = []
    assert seen(discover(tree, jobs=jobs, progress=counted.append)) == alone
    assert {status for _, _, _, status, *_ in alone} == {"active", "broken", "skipped"}


def test_a_helper_that_ends_early_is_replaced(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = seen(discover(tree))
    monkeypatch.setattr(loose, "MANY", 10)
    monkeypatch.setattr(loose, "_work", lambda *_: None)
    assert seen(discover(tree, jobs=3)) == alone


def test_an_ending_of_its_own_tells_the_host(tree: Path) -> None:
    hosts = {entry.host.name for entry in discover(tree) if entry.path.endswith(".agent.md")}
    assert hosts == {"copilot"}


GOOD = "---\nname: {}\ndescription: Checks things.\n---\nCheck.\n"
UNCLOSED = "---\nname: c\ndescription: Checks things.\n\nCheck.\n"


def told(folder: Path) -> list[tuple[str, str]]:
    return [(Path(one.path or "").name, one.rule) for one in check([folder], home=str(folder / "nobody"))]


def test_among_agents_a_file_that_cannot_be_read_is_a_mistake(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.md").write_text(GOOD.format(name))
    (tmp_path / "c.md").write_text(UNCLOSED)
    (tmp_path / "notes.md").write_text("# Notes\n\n---\n\nNothing.\n")
    assert told(tmp_path) == [("c.md", "unclosed-front-matter")]


def test_among_notes_it_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(GOOD.format("a"))
    (tmp_path / "c.md").write_text(UNCLOSED)
    assert told(tmp_path) == []
