"""Where Claude Code finds agents, and which of two counts. Facts: client 2.1.332, recorded 2026-11-30."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from remit.catalog import Catalog
from remit.gathering import discover
from remit.source import Source


def put(root: Path, name: str, agent: str = "x", **fields: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"name: {agent}", "description: Does things", *(f"{key}: {value}" for key, value in fields.items())]
    path.write_text("---\n" + "\n".join(lines) + "\n---\nBody\n")
    return path


def look(root: Path, **options: object) -> Catalog:
    options.setdefault("below", False)
    return discover(root, "claude-code", **options)


def winner(catalog: Catalog, name: str = "x") -> str:
    [entry] = [entry for entry in catalog if entry.status == "active" and entry.identity == name]
    return entry.path


def names(catalog: Catalog) -> set[str | None]:
    return {entry.identity for entry in catalog if entry.status == "active"}


def test_the_order_of_scopes(tmp_path: Path) -> None:
    """Managed, `--agents`, project from the working folder up, added directories, user."""
    repository = tmp_path / "repo"
    (repository / ".git").mkdir(parents=True)
    app = repository / "app"
    places = [
        put(tmp_path / "etc", ".claude/agents/a.md"),
        None,
        put(app, ".claude/agents/a.md"),
        put(repository, ".claude/agents/a.md"),
        put(tmp_path / "extra", ".claude/agents/a.md"),
        put(tmp_path / "home", ".claude/agents/a.md"),
    ]
    agents = Source(json.dumps({"x": {"description": "d", "prompt": "p"}}).encode(), "--agents")
    for strongest in range(len(places)):
        catalog = look(
            app,
            home=tmp_path / "home",
            extra=[tmp_path / "extra"],
            managed=tmp_path / "etc" if strongest == 0 else None,
            agents=agents if strongest <= 1 else None,
        )
        assert winner(catalog) == (str(places[strongest]) if places[strongest] else "--agents")
        if places[strongest] is not None:
            places[strongest].unlink()


def test_without_git_the_walk_up_stops_before_the_home(tmp_path: Path) -> None:
    put(tmp_path, ".claude/agents/above.md", "above")
    put(tmp_path / "home" / "work", ".claude/agents/work.md", "work")
    put(tmp_path / "home", ".claude/agents/user.md", "user")
    deep = tmp_path / "home" / "work" / "deep"
    deep.mkdir()
    catalog = look(deep, home=tmp_path / "home")
    scopes = {entry.identity: entry.scope for entry in catalog}
    assert scopes == {"work": "project", "user": "user"}


def test_without_git_outside_the_home_the_walk_goes_to_the_top(tmp_path: Path) -> None:
    put(tmp_path, ".claude/agents/above.md", "above")
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert "above" in names(look(deep, home=tmp_path / "elsewhere"))


def test_folders_below_are_projects_of_their_own(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    put(tmp_path, ".claude/agents/a.md", "top")
    put(tmp_path / "app", ".claude/agents/b.md", "below")
    assert names(look(tmp_path)) == {"top"}
    entries = {entry.identity: entry for entry in look(tmp_path, below=True)}
    assert entries["top"].origin is None
    assert entries["below"].origin == str(tmp_path / "app")


def test_a_worktree_sees_the_main_repository(tmp_path: Path) -> None:
    main = tmp_path / "main"
    main.mkdir()
    git = ["git", "-C", str(main), "-c", "user.name=x", "-c", "user.email=x@y"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", str(tmp_path / "tree")], check=True)
    put(main, ".claude/agents/a.md", "main-agent")
    assert "main-agent" in names(look(tmp_path / "tree"))


def test_hidden_files_and_deep_folders_are_read_other_endings_are_not(tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "agents"
    for number, name in enumerate((".hidden.md", ".git/a.md", "node_modules/b.md", "d/e/f.md", "x.agent.md", "README.md")):
        put(folder, name, f"n{number}")
    for name in ("a.MD", "b.markdown", "c.mdx", "d.txt"):
        put(folder, name, "other")
    (folder / "folder.md").mkdir()
    catalog = look(tmp_path)
    assert names(catalog) == {f"n{number}" for number in range(6)}
    skipped = {Path(entry.path).name: entry.reason for entry in catalog if entry.status == "skipped"}
    assert "case counts" in skipped["a.MD"]


@pytest.mark.skipif(os.name == "nt", reason="symbolic links")
def test_links_are_followed_and_loops_end(tmp_path: Path) -> None:
    put(tmp_path / "shared", "team.md", "team")
    put(tmp_path / "else", "one.md", "one")
    folder = tmp_path / "project" / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "linked").symlink_to(tmp_path / "shared")
    (folder / "loop").symlink_to(folder)
    (folder / "one.md").symlink_to(tmp_path / "else" / "one.md")
    (folder / "dangling.md").symlink_to(tmp_path / "nothing")
    catalog = look(tmp_path / "project")
    assert names(catalog) == {"team", "one"}
    entry = next(entry for entry in catalog if entry.identity == "one")
    assert [finding.rule for finding in entry.diagnostics] == ["leaves-folder"]


@pytest.mark.parametrize(("version", "wins"), [("2.1.332", "z.md"), ("2.1.197", "a.md")])
def test_of_two_files_in_one_folder_the_version_decides(tmp_path: Path, version: str, wins: str) -> None:
    put(tmp_path, ".claude/agents/a.md", tools="Read")
    put(tmp_path, ".claude/agents/z.md", tools="Bash")
    catalog = discover(tmp_path, f"claude-code@{version}", below=False)
    assert winner(catalog).endswith(wins)
    loser = next(entry for entry in catalog if entry.status == "shadowed")
    assert [(finding.rule, finding.severity) for finding in loser.diagnostics] == [("duplicate-name", "error")]


@pytest.mark.parametrize(
    ("names_", "wins"),
    [
        (["z.md", "sub/a.md"], "z.md"),
        (["d/x.md", "d.md"], "d/x.md"),
        (["a.md", "B.md"], "a.md"),
        (["a9.md", "a10.md"], "a9.md"),
    ],
)
def test_the_last_path_by_code_unit_wins(tmp_path: Path, names_: list[str], wins: str) -> None:
    for name in names_:
        put(tmp_path / ".claude" / "agents", name)
    assert winner(look(tmp_path)).endswith(wins)


def test_names_that_are_easily_confused_are_told(tmp_path: Path) -> None:
    put(tmp_path, ".claude/agents/a.md", "code-reviewer")
    put(tmp_path, ".claude/agents/b.md", "CodeReviewer")
    rules = {finding.rule for entry in look(tmp_path) for finding in entry.diagnostics}
    assert "near-duplicate-name" in rules


def test_a_file_that_takes_a_builtin_is_told(tmp_path: Path) -> None:
    put(tmp_path, ".claude/agents/a.md", "Explore")
    rules = {finding.rule for entry in look(tmp_path) for finding in entry.diagnostics}
    assert "replaces-builtin" in rules


def test_a_broken_file_gives_way_and_says_so(tmp_path: Path) -> None:
    path = put(tmp_path, ".claude/agents/a.md")
    path.write_text(path.read_text().replace("description: Does things", "description:"))
    put(tmp_path / "home", ".claude/agents/a.md")
    catalog = look(tmp_path, home=tmp_path / "home")
    broken = next(entry for entry in catalog if entry.status == "broken")
    assert "broken-gives-way" in {finding.rule for finding in broken.diagnostics}


def test_plugins_prefix_their_agents(tmp_path: Path) -> None:
    plugin = tmp_path / "plugins" / "folder"
    (plugin / ".claude-plugin").mkdir(parents=True)
    (plugin / ".claude-plugin" / "plugin.json").write_text('{"name": "team", "agents": ["./extra"]}')
    put(plugin, "extra/sub/a.md", "checker")
    put(plugin, "agents/not-read.md", "unseen")
    (plugin / "extra" / "notes.md").write_text("no front matter")
    (plugin / "extra" / "broken.md").write_text('---\nname: "x\n---\n')
    catalog = look(tmp_path, plugins=[tmp_path / "plugins"])
    assert names(catalog) == {"team:sub:checker", "team:notes", "team:broken"}
    broken = next(entry for entry in catalog if entry.identity == "team:broken")
    assert broken.definition is None


def test_the_config_folder_moves_with_its_variable(tmp_path: Path) -> None:
    put(tmp_path / "moved", "agents/a.md", "moved")
    put(tmp_path / "home", ".claude/agents/a.md", "unmoved")
    (tmp_path / "work").mkdir()
    catalog = look(tmp_path / "work", home=tmp_path / "home", environment={"CLAUDE_CONFIG_DIR": str(tmp_path / "moved")})
    assert "moved" in names(catalog)
    assert "unmoved" not in names(catalog)


def test_mcp_servers_come_from_all_their_places(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"project": {}}}')
    home = tmp_path / "home"
    home.mkdir()
    (home / ".claude.json").write_text(
        json.dumps({"mcpServers": {"user": {}}, "projects": {str(tmp_path): {"mcpServers": {"local": {}}}}})
    )
    plugin = tmp_path / "plugin"
    (plugin / ".claude-plugin").mkdir(parents=True)
    (plugin / ".claude-plugin" / "plugin.json").write_text('{"name": "p", "mcpServers": {"inner": {}}}')
    catalog = look(tmp_path, home=home, plugins=[plugin])
    servers = catalog.inventories["claude-code"].servers  # type: ignore[attr-defined]
    assert set(servers) == {"project", "user", "local", "plugin_p_inner"}


def test_settings_of_all_sources_add_up(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for folder, name, rules in (
        (tmp_path / "work" / ".claude", "settings.json", {"deny": ["WebFetch"]}),
        (tmp_path / "work" / ".claude", "settings.local.json", {"allow": ["Bash(ls)"]}),
        (home / ".claude", "settings.json", {"ask": ["Bash"], "additionalDirectories": ["../x"]}),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps({"permissions": rules}))
    settings = look(tmp_path / "work", home=home).settings["claude-code"]
    assert [(rule.effect, rule.text) for rule in settings.rules] == [
        ("allow", "Bash(ls)"),
        ("deny", "WebFetch"),
        ("ask", "Bash"),
    ]  # type: ignore[attr-defined]
    assert settings.additional == ["../x"]  # type: ignore[attr-defined]
    assert settings.rules[1].origin.place == (1, 27)  # type: ignore[attr-defined]


def test_broken_settings_are_a_finding_not_an_end(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text('{"permissions": ')
    put(tmp_path, ".claude/agents/a.md")
    catalog = look(tmp_path)
    assert names(catalog) == {"x"}
    assert [finding.rule for finding in catalog.findings] == ["json-syntax"]
