"""Configurations: where they lie, what they may say, and what is wrong with them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.checking import run
from remit.configuration import Configurations, InvalidConfiguration, read
from remit.errors import UsageError
from remit.rules import names
from remit.selection import Layer, Selection

AGENT = "---\nname: {name}\ndescription: Reviews changes\ntools: {tools}\n---\nYou review.\n"


def lay(root: Path, path: str, text: str) -> str:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return str(file)


def agent(root: Path, path: str, tools: str = "Read, Grpe") -> str:
    return lay(root, path, AGENT.format(name=Path(path).stem, tools=tools))


def told(subject: str | Path, **more: object) -> list[tuple[str, str, str]]:
    """What a check with configurations says: file, rule, severity."""
    more.setdefault("configurations", Configurations())
    found = run([str(subject)], **more).diagnostics
    return [(Path(finding.path or "").name, finding.rule, finding.severity) for finding in found]


def mistakes(tmp_path: Path, text: str, name: str = "remit.toml") -> list[str]:
    """What is wrong with a configuration: line, column and words."""
    path = lay(tmp_path, name, text)
    with pytest.raises(InvalidConfiguration) as caught:
        read(path)
    rows = []
    for mistake in caught.value.mistakes:
        line, column = caught.value.source.position(mistake.start)
        rows.append(f"{line}:{column} {mistake.message}" + (f" / {mistake.help}" if mistake.help else ""))
    return rows


# Where


def test_the_nearest_counts_alone_for_each_file(tmp_path: Path) -> None:
    lay(tmp_path, "remit.toml", 'ignore = ["unknown-tool"]')
    lay(tmp_path, "inner/remit.toml", 'severity.unknown-tool = "error"')
    agent(tmp_path, "a.md")
    inner = agent(tmp_path, "inner/deep/b.md")
    assert told(tmp_path) == [("b.md", "unknown-tool", "error")]
    assert told(inner) == [("b.md", "unknown-tool", "error")]
    assert told(tmp_path / "a.md") == []
    assert told(tmp_path, configurations=Configurations(search=False)) == [
        ("a.md", "unknown-tool", "warning"), ("b.md", "unknown-tool", "warning"),
    ]  # fmt: skip


def test_a_project_file_counts_where_it_speaks_of_remit(tmp_path: Path) -> None:
    file = agent(tmp_path, "inner/a.md")
    lay(tmp_path, "pyproject.toml", '[tool.remit]\nignore = ["unknown-tool"]')
    assert told(file) == []
    lay(tmp_path, "inner/pyproject.toml", '[project]\nname = "remit-user"')
    assert told(file) == []
    lay(tmp_path, "inner/pyproject.toml", 'name = "remit"\n[broken')
    assert told(file) == []
    lay(tmp_path, "inner/remit.toml", "")
    assert len(told(file)) == 1
    lay(tmp_path, "inner/pyproject.toml", "[tool.remit]\nignore = [")
    assert len(told(file)) == 1
    (tmp_path / "inner/remit.toml").unlink()
    with pytest.raises(InvalidConfiguration, match="not TOML"):
        told(file)


def test_a_repository_is_a_world_of_its_own(tmp_path: Path) -> None:
    lay(tmp_path, "remit.toml", 'ignore = ["unknown-tool"]')
    agent(tmp_path, "vendor/a.md")
    (tmp_path / "vendor/.git").mkdir()
    assert len(told(tmp_path / "vendor")) == 1
    assert told(tmp_path) == []  # who checks the outer one asks it


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the administrator can give a file away")
def test_a_stranger_s_file_above_does_not_count(tmp_path: Path) -> None:
    path = lay(tmp_path, "remit.toml", 'ignore = ["unknown-tool"]')
    file = agent(tmp_path, "inner/a.md")
    assert told(file) == []
    os.chown(path, 12345, 12345)
    assert len(told(file)) == 1
    (tmp_path / ".git").mkdir()
    assert told(file) == []  # in a repository its owner has the say


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    lay(tmp_path, "elsewhere/secrets", "key = 1")
    file = agent(tmp_path, "repo/a.md")
    (tmp_path / "repo/.git").mkdir()
    (tmp_path / "repo/remit.toml").symlink_to("../elsewhere/secrets")
    with pytest.raises(UsageError, match="leads out"):
        told(file)
    (tmp_path / "repo/remit.toml").unlink()
    lay(tmp_path, "repo/remit.toml", 'baseline = "old.json"')
    (tmp_path / "repo/old.json").symlink_to("../elsewhere/secrets")
    with pytest.raises(UsageError, match="leads out"):
        told(file)


def test_one_that_is_given_counts_for_everything(tmp_path: Path) -> None:
    given_file = lay(tmp_path, "ci.toml", 'severity.unknown-tool = "info"')
    lay(tmp_path, "p/remit.toml", 'ignore = ["unknown-tool"]')
    agent(tmp_path, "p/a.md")
    assert told(tmp_path / "p", configurations=Configurations(given=given_file)) == [("a.md", "unknown-tool", "info")]


# What


def test_precedence_is_command_line_path_configuration_default(tmp_path: Path) -> None:
    text = (
        'ignore = ["unknown-tool"]\nfail-on = "info"\n[per-path."p/**"]\nextend-select = ["unknown-tool"]\nfail-on = "never"\n'
    )
    lay(tmp_path, "remit.toml", text)
    agent(tmp_path, "a.md")
    agent(tmp_path, "p/b.md")
    assert told(tmp_path) == [("b.md", "unknown-tool", "warning")]
    assert run([str(tmp_path)], configurations=Configurations()).failing == []
    assert told(tmp_path, configurations=Configurations(Selection(Layer(select=["unknown-tool"])))) == [
        ("a.md", "unknown-tool", "warning"), ("b.md", "unknown-tool", "warning"),
    ]  # fmt: skip
    assert told(tmp_path, configurations=Configurations(Selection(Layer(ignore=["all"])))) == []
    command = Configurations(Selection(Layer(fail_on="warning")))
    assert [one.rule for one in run([str(tmp_path)], configurations=command).failing] == ["unknown-tool"]


def test_a_later_table_for_paths_counts_before_an_earlier_one(tmp_path: Path) -> None:
    text = '[per-path."p/**"]\nseverity.unknown-tool = "error"\n[per-path."p/x/**"]\nseverity.unknown-tool = "info"\n'
    lay(tmp_path, "remit.toml", text)
    agent(tmp_path, "p/a.md")
    agent(tmp_path, "p/x/b.md")
    assert told(tmp_path) == [("a.md", "unknown-tool", "error"), ("b.md", "unknown-tool", "info")]


def test_excluded_files_are_not_checked_however_they_are_named_and_still_count_for_others(tmp_path: Path) -> None:
    lay(tmp_path, "remit.toml", 'exclude = ["old"]')
    agent(tmp_path, ".claude/agents/a.md", "Read, Agent(b)")
    lay(tmp_path, ".claude/agents/old/remit.toml", "no = 1")
    other = agent(tmp_path, ".claude/agents/old/b.md", "Bash, Grpe")
    checked = run([str(tmp_path)], configurations=Configurations())
    assert [Path(path).name for path in checked.excluded] == ["b.md"]
    assert [Path(path).name for path in checked.files] == ["a.md"]
    assert [finding.rule for finding in checked.diagnostics] == ["reaches-more"]
    (tmp_path / ".claude/agents/old/remit.toml").unlink()
    assert told(other) == []


def test_the_host_of_a_project_and_of_loose_files(tmp_path: Path) -> None:
    lay(tmp_path, "remit.toml", '[per-path."open/**"]\nhost = "opencode"\n')
    file = lay(
        tmp_path, "open/a.md", "---\ndescription: Reviews changes\nmode: subagent\ntools:\n  grpe: true\n---\nYou review.\n"
    )
    hosts = {finding.data.get("host") for finding in run([str(tmp_path)], configurations=Configurations()).diagnostics}
    assert hosts == {"OpenCode"}
    assert {finding.data.get("host") for finding in run([file], configurations=Configurations()).diagnostics} == hosts
    lay(tmp_path, "remit.toml", 'host = "claude-code@2.1.197"\n')
    assert {one.host.name for one in run([str(tmp_path)], configurations=Configurations()).catalogs[0]} == {"claude-code"}


def test_the_inventory_of_a_project(tmp_path: Path) -> None:
    file = agent(tmp_path, "a.md", "Read, mcp__github__push, mcp__slack__post")
    lay(tmp_path, "remit.toml", '[inventory.mcp]\ngithub = ["push"]\nslack = "*"\n')
    assert told(file) == []
    lay(tmp_path, "remit.toml", 'inventory = ["Read"]\n')
    assert {rule for _, rule, _ in told(file)} == {"unavailable-tool"}


def test_settings_of_a_rule_are_typed_and_reach_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from remit.diagnostic import Diagnostic
    from remit.rules import empty_prompt

    def looks(document, settings):
        if len(document.body) > settings["characters"]:
            yield Diagnostic("empty-prompt", document.source, 0, 0, {"host": "x", "name": "x"})

    monkeypatch.setattr(empty_prompt, "SETTINGS", {"characters": 1000, "strictly": False}, raising=False)
    monkeypatch.setattr(empty_prompt, "in_document", looks, raising=False)
    file = agent(tmp_path, "a.md", "Read")
    assert told(file) == []
    lay(tmp_path, "remit.toml", "[rules.empty-prompt]\ncharacters = 3\n")
    assert [rule for _, rule, _ in told(file)] == ["empty-prompt"]
    rows = mistakes(tmp_path, '[rules.empty-prompt]\ncharacters = "3"\ncharacter = 1\nstrictly = 1\n')
    assert rows == [
        "2:14 `characters` of `empty-prompt` is a whole number from 0 on, not `3`",
        "3:1 `empty-prompt` has no setting `character` / did you mean `characters`?",
        "4:12 `strictly` of `empty-prompt` is `true` or `false`, not `1`",
    ]


# What is wrong


def test_every_mistake_is_told_at_its_place(tmp_path: Path) -> None:
    text = (
        'slect = ["unknown-tool"]\npersona = "strickt"\nfail_on = "error"\nignore = "unknown-tool"\nselect = ["unknow-tool", 5]\n'
        'exclude = ["../x", "!b", 1]\nhost = "clod"\nbaseline = "../x.json"\ninventory = {mcps = 1}\nper-file-ignores = 1\n'
        'severity = {unknown-tool = "off", unknown-key = "fatal", nope = "info"}\n'
        '[per-path."a/**"]\nexclude = ["x"]\nignore = ["zzz-*"]\n'
    )
    assert mistakes(tmp_path, text) == [
        "1:1 a configuration has no key `slect` / did you mean `select`?",
        "2:11 `persona` cannot be `strickt` / did you mean `strict`?",
        "3:1 a configuration has no key `fail_on` / did you mean `fail-on`?",
        '4:10 `ignore` is a list of texts, not `unknown-tool` / write `ignore = ["unknown-tool"]`',
        "5:11 unknown rule `unknow-tool` / did you mean `unknown-tool`?",
        "5:26 an entry of `select` is a text, not `5`",
        "6:12 the pattern `../x` leads out of the configuration's folder",
        "6:20 the pattern `!b` begins with `!`: a pattern can only add paths",
        "6:26 an entry of `exclude` is a text, not `1`",
        "7:8 unknown host `clod` / did you mean `codex`?",
        "8:12 `baseline` is a file below the configuration's folder, not `../x.json` / `--baseline` takes any file",
        "9:13 an inventory has no key `mcps` / it has `builtins` and `mcp`",
        '10:1 a configuration has no key `per-file-ignores` / a table `[per-path."GLOB"]` with `ignore` does that',
        "11:28 `unknown-tool` cannot be turned off by a severity / `ignore` does that",
        "11:49 `unknown-key` cannot be `fatal` / it is one of `error`, `warning`, `info`",
        "11:58 unknown rule `nope` / `remit rule` lists the rules",
        '13:1 `per-path."a/**"` has no key `exclude` / it holds for the whole configuration',
        "14:11 no rule's name fits `zzz-*` / `remit rule` lists the rules",
    ]


def test_what_is_no_configuration_at_all(tmp_path: Path) -> None:
    assert mistakes(tmp_path, "a = ")[0].startswith("1:5 not TOML: ")
    assert mistakes(tmp_path, "[tool]\nremit = 1", "pyproject.toml") == ["2:9 `tool.remit` is a table"]
    assert mistakes(tmp_path, "x." * 300 + "y = 1")[0].endswith("not TOML: Nested more than 200 levels deep")
    (tmp_path / "remit.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(InvalidConfiguration, match="not UTF-8"):
        read(str(tmp_path / "remit.toml"))
    lay(tmp_path, "remit.toml", "#" * (2 << 20))
    with pytest.raises(UsageError, match="larger than 1 MiB"):
        read(str(tmp_path / "remit.toml"))
    with pytest.raises(UsageError, match="no such file"):
        read(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\n".join(f"k{number} = 1" for number in range(60_000)), "more than 1,000 entries"),
        ("select = [" + '"unknown-*",' * 80_000 + "]", "`select` has more than 1,000 entries"),
        (
            "inventory = [" + ",".join(f'"t{number}"' for number in range(60_000)) + "]",
            "`inventory` has more than 1,000 entries",
        ),
        ("exclude = [" + '"' + "*a" * 499 + '",' + '"!",' * 999 + "]", "can only add paths"),
    ],
    ids=["keys", "rules", "tools", "patterns"],
)
def test_a_configuration_made_to_be_slow_is_not(tmp_path: Path, text: str, says: str) -> None:
    rows = mistakes(tmp_path, text)
    assert says in rows[0]
    assert len(rows) <= 1000


@pytest.mark.parametrize(
    "text", ["x = " + "tool" + " " * 900_000, "tool" + ".a" * 400_000 + " = 1 # remit", "remit = " + "[" * 500_000]
)
def test_a_project_file_made_to_be_slow_is_not(tmp_path: Path, text: str) -> None:
    file = agent(tmp_path, "a.md")
    lay(tmp_path, "pyproject.toml", text)
    assert len(told(file)) == 1


KEYS = st.sampled_from(
    ["select", "ignore", "persona", "fail-on", "severity", "exclude", "inventory", "rules", "per-path", "host", "x"]
)
SCALARS = st.sampled_from(
    [
        '"unknown-tool"',
        "1",
        "true",
        "[]",
        '["all"]',
        "[1]",
        "[[]]",
        "{}",
        "{a = 1}",
        '{unknown-tool = "info"}',
        "1979-05-27",
        "nan",
    ]
)


@given(st.dictionaries(KEYS, SCALARS))
def test_whatever_stands_there_is_taken_or_told(tmp_path_factory: pytest.TempPathFactory, values: dict[str, str]) -> None:
    path = lay(tmp_path_factory.mktemp("any"), "remit.toml", "\n".join(f"{key} = {value}" for key, value in values.items()))
    try:
        found = read(path)
    except InvalidConfiguration as problem:
        assert problem.mistakes
        assert all(mistake.message and "object at" not in mistake.message for mistake in problem.mistakes)
    else:
        assert found.selection(path, Selection()).names <= set(names())
