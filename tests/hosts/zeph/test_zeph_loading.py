"""Where definitions are looked for, which file counts, and what a bad one does (7.1 rows 12 to 16 and 47 to 51, 7.3, 7.5)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import remit
from hosts.zeph.zeph_texts import CURRENT, F3, F4, MID, NEWEST, OLD, reading, toml, yaml
from remit.catalog import Catalog, Entry
from remit.discovery import files_of
from remit.gathering import discover
from remit.hosts import host
from remit.hosts.base import EXTRA, LOOSE, PROJECT, SESSION, USER, Place, Surroundings, Version
from remit.hosts.zeph.places import ordered, place, places

ZEPH = host("zeph")
BAD = "this is not valid frontmatter"
HOOKS = "hooks: {PreToolUse: [{matcher: bash, hooks: [{type: command, command: ./check.sh}]}]}"


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    return path


def active(catalog: Catalog) -> dict[str, Entry]:
    return {str(entry.identity): entry for entry in catalog if entry.status == "active"}


@pytest.mark.parametrize("version", [OLD, MID, CURRENT, NEWEST])
def test_a_missing_file(tmp_path: Path, version: str) -> None:
    """7.1-12"""
    with pytest.raises(remit.ParseError):
        remit.load(tmp_path / "nothing.md", host=f"zeph@{version}")


@pytest.mark.parametrize(("version", "text"), [(OLD, F3), (MID, F4), (CURRENT, F4), (NEWEST, F4)])
def test_the_earlier_folder_wins(tmp_path: Path, version: str, text: str) -> None:
    """7.1-13"""
    for name in ("dir1", "dir2"):
        write(tmp_path / name, "bot.md", text.replace("A bot", f"from {name}"))
    (found,) = remit.load_all([tmp_path / "dir1", tmp_path / "dir2"], host=f"zeph@{version}")
    assert found.description == "from dir1"


@pytest.mark.parametrize(("version", "text"), [(OLD, toml(name='"good"')), (MID, yaml(name="good"))])
def test_one_bad_file_fails_the_load(tmp_path: Path, version: str, text: str) -> None:
    """7.1-15, and the same until lenient loading came"""
    write(tmp_path, "a_good.md", text)
    write(tmp_path, "b_bad.md", BAD)
    assert ZEPH.strict_loading(Version(version))
    with pytest.raises(remit.ParseError):
        remit.load_all([tmp_path], host=f"zeph@{version}")


@pytest.mark.parametrize("version", [CURRENT, NEWEST])
def test_one_bad_file_is_skipped(tmp_path: Path, version: str) -> None:
    """7.1-16"""
    write(tmp_path, "a_good.md", yaml(name="good"))
    write(tmp_path, "b_bad.md", BAD)
    assert not ZEPH.strict_loading(Version(version))
    told: list[object] = []
    assert [found.name for found in remit.load_all([tmp_path], host=f"zeph@{version}", on_error=told.append)] == ["good"]
    assert len(told) == 1


def test_what_the_command_line_names_is_strict(tmp_path: Path) -> None:
    """7.1-47, and the folder of 2.3"""
    path = write(tmp_path, "bad.md", BAD)
    around = Surroundings(str(tmp_path), given=(str(path), str(tmp_path)))
    given = [one for one in places(around, Version(NEWEST)) if one.scope == SESSION]
    assert [one.path for one in given] == [str(path), str(tmp_path)]
    assert all(one.strict and not one.boundary for one in given)
    assert not any(one.strict for one in places(around, Version(NEWEST)) if one.scope != SESSION)
    with pytest.raises(remit.ParseError):
        remit.load_all([tmp_path], host="zeph", strict=True)


@pytest.mark.parametrize(("version", "count"), [(CURRENT, 100), (NEWEST, 100), (MID, 110)])
def test_a_hundred_files(tmp_path: Path, version: str, count: int) -> None:
    """7.1-48"""
    for number in range(110):
        write(tmp_path, f"agent-{number:04}.md", yaml(name=f"agent-{number:04}"))
    found = remit.load_all([tmp_path], host=f"zeph@{version}")
    assert [one.name for one in found] == [f"agent-{number:04}" for number in range(count)]


@pytest.mark.parametrize(("version", "outside"), [(CURRENT, True), (NEWEST, True), (MID, False)])
def test_a_link_out_of_the_folder(tmp_path: Path, version: str, outside: bool) -> None:
    """7.1-49"""
    target = write(tmp_path / "b", "evil.md", yaml(name="evil"))
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "link.md").symlink_to(target)
    (item,) = files_of(ZEPH.given_place(str(tmp_path / "a"), Version(version)))
    assert item.outside
    assert (item.skipped is not None) is outside
    assert len(remit.load_all([tmp_path / "a"], host=f"zeph@{version}")) == (0 if outside else 1)


def test_a_link_inside_the_folder(tmp_path: Path) -> None:
    target = write(tmp_path, "b.md", yaml(name="inside"))
    (tmp_path / "a.md").symlink_to(target)
    assert [item.skipped for item in files_of(ZEPH.given_place(str(tmp_path), Version(NEWEST)))] == [None, None]


def test_the_users_folder_is_labelled(tmp_path: Path) -> None:
    """7.1-50"""
    write(tmp_path / "home" / ".config" / "zeph" / "agents", "bot.md", F4)
    catalog = discover(tmp_path / "work", "zeph", home=tmp_path / "home")
    entry = active(catalog)["bot"]
    assert entry.reading is not None
    assert ZEPH.source_label(entry.reading) == "user/bot.md"


def test_no_users_folder(tmp_path: Path) -> None:
    """7.1-51"""
    write(tmp_path / ".zeph" / "agents", "bot.md", F4)
    catalog = discover(tmp_path, "zeph", home=tmp_path / "nowhere")
    entry = active(catalog)["bot"]
    assert entry.scope == PROJECT
    assert entry.reading is not None
    assert ZEPH.source_label(entry.reading) == "project/bot.md"


def paths(found: list[Place]) -> list[tuple[str, str]]:
    return [(one.path, one.scope) for one in found]


def test_order_without_anything() -> None:
    """7.3"""
    assert paths(ordered((), ".zeph/agents", None, (), Version(NEWEST))) == [(".zeph/agents", PROJECT)]


def test_order(tmp_path: Path) -> None:
    """7.3: the command line, the project, the user, the rest"""
    for name in ("cli", "user", "extra"):
        (tmp_path / name).mkdir()
    found = ordered([str(tmp_path / "cli")], ".zeph/agents", str(tmp_path / "user"), [str(tmp_path / "extra")], Version(NEWEST))
    assert [scope for _, scope in paths(found)] == [SESSION, PROJECT, USER, EXTRA]
    assert [one.rank for one in found] == [0, 1, 2, 3]


def test_a_missing_path_of_the_command_line(tmp_path: Path) -> None:
    """7.3"""
    with pytest.raises(remit.UsageError, match="--agents path does not exist"):
        ordered([str(tmp_path / "nothing")], ".zeph/agents", None, (), Version(NEWEST))


def test_the_users_folder_may_be_switched_off_or_moved(tmp_path: Path) -> None:
    """7.3"""

    def users(line: str) -> list[str]:
        config = tmp_path / "config" / "default.toml"
        config.parent.mkdir(exist_ok=True)
        config.write_text(f"[agents]\n{line}\n")
        around = Surroundings(str(tmp_path), str(tmp_path / "home"))
        return [one.path for one in places(around, Version(NEWEST)) if one.scope == USER]

    assert users('user_agents_dir = ""') == []
    assert users('user_agents_dir = "/else/agents"') == ["/else/agents"]
    assert users("") == [str(tmp_path / "home" / ".config" / "zeph" / "agents")]


def test_a_folder_that_stands_twice(tmp_path: Path) -> None:
    """7.3"""
    (tmp_path / "same").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "same")
    found = ordered((), ".zeph/agents", str(tmp_path / "same"), [str(tmp_path / "link")], Version(NEWEST))
    assert [scope for _, scope in paths(found)] == [PROJECT, USER]
    missing = str(tmp_path / "missing")
    assert len(ordered((), ".zeph/agents", missing, [missing], Version(NEWEST))) == 2


LABELS = {SESSION: "cli/a.md", PROJECT: "project/a.md", USER: "user/a.md", EXTRA: "extra/a.md", LOOSE: "a.md"}


@pytest.mark.parametrize(("scope", "label"), LABELS.items())
def test_labels(scope: str, label: str) -> None:
    """7.3. A plain load has the file's name alone."""
    assert ZEPH.source_label(reading(F4, scope=scope, path="/some/where/a.md")) == label


def test_what_is_scanned(tmp_path: Path) -> None:
    """7.5"""
    write(tmp_path, "A.MD", yaml(name="upper"))
    write(tmp_path / "x", "y.md", yaml(name="below"))
    (tmp_path / "d.md").mkdir()
    write(tmp_path, "ok.md", yaml(name="ok"))
    assert [found.name for found in remit.load_all([tmp_path], host="zeph")] == ["ok"]


def test_one_name_twice_in_a_folder(tmp_path: Path) -> None:
    """7.5"""
    folder = tmp_path / ".zeph" / "agents"
    write(folder, "b.md", yaml(name="bot", description="second"))
    write(folder, "a.md", yaml(name="bot", description="first"))
    catalog = discover(tmp_path, "zeph")
    assert active(catalog)["bot"].path.endswith("a.md")
    assert remit.load_all([folder], host="zeph")[0].description == "first"


def test_case_makes_another_name(tmp_path: Path) -> None:
    """7.5"""
    folder = tmp_path / ".zeph" / "agents"
    write(folder, "a.md", yaml(name="Bot"))
    write(folder, "b.md", yaml(name="bot"))
    assert sorted(active(discover(tmp_path, "zeph"))) == ["Bot", "bot"]


def test_a_broken_definition_does_not_keep_its_name(tmp_path: Path) -> None:
    """7.5"""
    write(tmp_path / ".zeph" / "agents", "bot.md", yaml("tools: [a]", name="bot"))
    write(tmp_path / "home" / ".config" / "zeph" / "agents", "bot.md", yaml(name="bot", description="the user's"))
    catalog = discover(tmp_path, "zeph", home=tmp_path / "home")
    assert active(catalog)["bot"].scope == USER
    broken = [entry for entry in catalog if entry.status == "broken"]
    assert [entry.scope for entry in broken] == [PROJECT]
    assert any(finding.severity == "error" for finding in broken[0].diagnostics)


def test_the_first_that_loads_wins_in_a_folder() -> None:
    bad, good = reading(yaml("tools: [a]"), path="a.md"), reading(yaml(), path="b.md")
    here = place("x", PROJECT, 0, Version(NEWEST))
    assert ZEPH.winner([(here, "a.md", bad), (here, "b.md", good)], Version(NEWEST)) == 1
    assert ZEPH.winner([(here, "b.md", good), (here, "a.md", good)], Version(NEWEST)) == 1


@pytest.mark.parametrize(("scope", "kept"), [(USER, False), (PROJECT, True), (SESSION, True), (EXTRA, True), (LOOSE, True)])
def test_hooks_by_scope(scope: str, kept: bool) -> None:
    """7.5. Extra folders keep theirs, as Zeph does."""
    found = reading(yaml(HOOKS), scope=scope)
    assert found.definition is not None
    assert (found.definition.hooks is not None) is kept
    assert ("ignored-in-user-scope" in [finding.rule for finding in found.findings]) is not kept


@pytest.mark.parametrize("mode", ["accept_edits", "dont_ask", "plan", "bypass_permissions"])
def test_modes_in_the_users_folder(mode: str) -> None:
    text = yaml(f"permissions: {{permission_mode: {mode}}}")
    found = reading(text, scope=USER)
    assert not found.loaded
    assert found.definition is None
    (finding,) = [finding for finding in found.findings if finding.rule == "mode-not-allowed"]
    assert finding.data["class"] == "invalid"
    assert reading(text, scope=PROJECT).definition is not None
    assert reading(text, MID, scope=USER).definition is not None


def test_the_default_mode_in_the_users_folder() -> None:
    assert reading(yaml("permissions: {permission_mode: default}"), scope=USER).definition is not None


def test_claims_and_speaks() -> None:
    from remit.document import Document
    from remit.source import Source

    assert ZEPH.claims("x/.zeph/agents/a.md")
    assert ZEPH.claims("/home/x/.config/zeph/agents/a.md")
    assert not ZEPH.claims("x/.claude/agents/a.md")
    assert ZEPH.speaks(Document(Source.of(yaml("permissions: {pemission_mode: plan}"))))
    for text in (
        F3,
        yaml("tools: {allow: [a]}"),
        yaml("tools: {except: [a]}"),
        yaml("permissions: {max_turns: 5}"),
        "\ufeff" + F3,
    ):
        assert ZEPH.speaks(Document(Source.of(text)))
    for text in (
        F4,
        yaml("tools: read"),
        yaml("tools: {write: false}"),
        yaml("permissions: x"),
        yaml("permissions: {bash: ask}"),
        "",
    ):
        assert not ZEPH.speaks(Document(Source.of(text)))


def test_a_file_that_is_not_readable(tmp_path: Path) -> None:
    path = tmp_path / "pipe.md"
    os.mkfifo(path)
    with pytest.raises(remit.ParseError):
        remit.load(path, host="zeph")
