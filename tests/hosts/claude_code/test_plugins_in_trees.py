"""A plugin that lies in a tree is known by its manifest, and its agents are read as a plugin's are."""

from __future__ import annotations

from pathlib import Path

from remit.checking import check
from remit.gathering import discover

AGENT = "---\nname: checker\ndescription: Checks things.\npermissionMode: plan\n---\nCheck.\n"


def lay(root: Path, manifest: str = '{"name": "toolbox"}') -> Path:
    (root / ".claude-plugin").mkdir(parents=True)
    (root / ".claude-plugin" / "plugin.json").write_text(manifest)
    (root / "agents").mkdir()
    (root / "agents" / "checker.md").write_text(AGENT)
    (root / "agents" / "notes.md").write_text("Check things.\n")
    return root


def entries(root: Path) -> list[tuple[str | None, str, str]]:
    return [(entry.identity, entry.scope, entry.status) for entry in discover(root, home=root / "nobody")]


def test_a_plugin_below(tmp_path: Path) -> None:
    lay(tmp_path / "market" / "toolbox")
    assert entries(tmp_path) == [("toolbox:checker", "plugin", "active"), ("toolbox:notes", "plugin", "active")]


def test_a_plugin_itself(tmp_path: Path) -> None:
    lay(tmp_path, '{"name": "toolbox", "agents": ["./agents/checker.md"]}')
    assert entries(tmp_path)[0] == ("toolbox:checker", "plugin", "active")
    assert [entry[1] for entry in entries(tmp_path)] == ["plugin", "loose"]


def test_a_marketplace_is_no_plugin(tmp_path: Path) -> None:
    lay(tmp_path)
    (tmp_path / ".claude-plugin" / "plugin.json").rename(tmp_path / ".claude-plugin" / "marketplace.json")
    assert {entry[1] for entry in entries(tmp_path)} == {"loose"}


def test_what_a_plugin_makes_of_its_agents_is_told(tmp_path: Path) -> None:
    lay(tmp_path)
    found = check([tmp_path], home=str(tmp_path / "nobody"))
    assert [(Path(one.path or "").name, one.rule, one.severity) for one in found] == [
        ("checker.md", "ignored-in-plugin", "warning"),
        ("notes.md", "no-front-matter", "warning"),
    ]
