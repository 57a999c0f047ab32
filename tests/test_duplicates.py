"""A name that two files have is told in both, where only one of them can count."""

from __future__ import annotations

from pathlib import Path

from remit.checking import check

AGENT = "---\nname: notes\ndescription: Writes notes.\n---\nWrite.\n"


def told(root: Path) -> list[tuple[str, str, str]]:
    found = check([root], home=str(root / "nobody"))
    return [(Path(one.path or "").relative_to(root).as_posix(), one.rule, one.severity) for one in found]


def lay(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(AGENT)


def test_in_a_hosts_place_the_one_that_counts_is_told_more_gently(tmp_path: Path) -> None:
    lay(tmp_path, ".claude/agents/a/x.md", ".claude/agents/b/x.md")
    assert told(tmp_path) == [
        (".claude/agents/a/x.md", "duplicate-name", "error"),
        (".claude/agents/b/x.md", "duplicate-name", "warning"),
    ]


def test_in_a_folder_that_is_no_hosts_place(tmp_path: Path) -> None:
    lay(tmp_path, "agents/x.md", "agents/y.md")
    assert told(tmp_path) == [("agents/x.md", "duplicate-name", "warning"), ("agents/y.md", "duplicate-name", "warning")]


def test_two_folders_that_are_no_hosts_place_are_two_collections(tmp_path: Path) -> None:
    lay(tmp_path, "one/agents/x.md", "two/agents/x.md")
    assert told(tmp_path) == []


def test_a_name_that_a_built_in_agent_has_but_for_its_case(tmp_path: Path) -> None:
    lay(tmp_path, ".claude/agents/x.md")
    path = tmp_path / ".claude/agents/x.md"
    path.write_text(AGENT.replace("notes", "General_Purpose", 1))
    assert told(tmp_path) == [(".claude/agents/x.md", "near-duplicate-name", "warning")]
