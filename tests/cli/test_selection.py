"""Selection, configuration, suppressions and baselines of the installed program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.test_cli import answer, remit
from remit.rules import names

AGENT = "---\nname: a\ndescription: Reviews changes\n# remit: ignore-file[unused-suppression]\ntools: Read, Grpe\n---\nYou review.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    file = tmp_path / ".claude/agents/a.md"
    file.parent.mkdir(parents=True)
    file.write_text(AGENT)
    return tmp_path


def rules(project: Path, *words: str, code: int = 0) -> list[str]:
    return [finding["rule"] for finding in answer("check", *words, cwd=project, code=code)["diagnostics"]]


def test_select_and_ignore(project: Path) -> None:
    assert rules(project) == ["unknown-tool"]
    assert rules(project, "--select", "suppression-without-reason,unknown-key") == ["suppression-without-reason"]
    assert rules(project, "--select", "suppression-*") == []
    assert rules(project, "--select", "suppression-*", "--persona", "strict") == ["suppression-without-reason"]
    assert rules(project, "--persona", "strict", "--ignore", "unknown-tool") == ["suppression-without-reason"]
    assert rules(project, "--select", "unknown-tool", "--fail-on", "warning", code=1) == ["unknown-tool"]
    assert rules(project, "--ignore", "all", "--fail-on", "info") == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "--select", "unknown-tol"), "did you mean `unknown-tool`?"),
        (("check", "--ignore", "zzz-*"), "no rule's name fits `zzz-*`"),
        (("check", "--ignore", ","), "`--ignore` names no rule"),
        (("check", "--persona", "strickt"), "invalid choice"),
        (("check", "--config", "none.toml"), "no such file"),
        (("check", "--config", "a", "--no-config"), "exclude each other"),
        (("check", "--baseline", "none.json"), "no such file"),
        (("check", "--prune-baseline"), "there is no baseline to prune"),
        (("check", "--write-baseline", "x.json", "--baseline", "y.json"), "makes the baseline anew"),
        (("check", "--write-baseline", "none/x.json"), "the baseline was not written"),
        (("config", "none"), "no such file or directory"),
        (("rule", "unknown-tol"), "did you mean `unknown-tool`?"),
    ],
)
def test_wrong_use_helps(project: Path, words: tuple[str, ...], says: str) -> None:
    done = remit(*words, cwd=project)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.startswith("remit: ")
    assert "Traceback" not in done.stderr


def test_every_mistake_of_a_configuration_is_told_and_nothing_is_checked(project: Path) -> None:
    (project / "remit.toml").write_text('selct = []\npersona = "x"\n"\\u001b[31m" = 1\n')
    done = remit("check", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert "remit.toml:1:1: a configuration has no key `selct`; did you mean `select`?" in done.stderr
    assert "remit.toml:2:11: `persona` cannot be `x`" in done.stderr
    assert "\x1b" not in done.stderr
    assert rules(project, "--no-config") == ["unknown-tool"]


def test_config_tells_where_each_value_comes_from(project: Path) -> None:
    text = 'ignore = ["tool-alias"]\nfail-on = "warning"\n[per-path.".claude/**"]\npersona = "strict"\nseverity.unknown-tool = "error"\n'
    (project / "remit.toml").write_text(text)
    told = answer("config", ".claude/agents/a.md", "--ignore", "unknown-key", cwd=project)
    assert told["schema"] == "remit/config/1"
    values = {(row["key"], row["from"]): row for row in told["values"]}
    assert values["persona", "configuration"]["value"] == "strict"
    assert values["persona", "configuration"]["pattern"] == ".claude/**"
    assert (values["fail-on", "configuration"]["line"], values["fail-on", "configuration"]["column"]) == (2, 1)
    assert values["ignore", "command line"]["value"] == ["unknown-key"]
    assert values["host", "default"]["value"] is None
    by_rule = {row["rule"]: row for row in told["rules"]}
    assert by_rule["unknown-tool"] == {"rule": "unknown-tool", "runs": True, "severity": "error"}
    assert not by_rule["tool-alias"]["runs"]
    assert not by_rule["unknown-key"]["runs"]
    shown = remit("config", ".claude/agents/a.md", cwd=project).stdout
    assert "persona   strict" in shown
    assert "remit.toml:4:1 (.claude/**)" in shown
    assert rules(project, code=1) == ["suppression-without-reason", "unknown-tool"]
    assert "no configuration" in remit("config", "--isolated", cwd=project).stdout


def test_comments_and_what_the_summary_says_of_them(project: Path) -> None:
    file = project / ".claude/agents/a.md"
    file.write_text(AGENT.replace("Grpe", "Grpe # remit: ignore[unknown-tool] ours"))
    told = answer("check", cwd=project)
    assert (told["diagnostics"], told["untold"]["suppressed"]) == ([], 1)
    assert remit("check", cwd=project).stdout == "1 file: nothing to report\n1 held back by comments\n"
    assert rules(project, "--no-suppressions") == ["unknown-tool"]


def test_a_baseline_from_its_writing_to_its_pruning(project: Path) -> None:
    done = remit("check", "--write-baseline", cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "1 finding written to remit-baseline.json\n")
    told = answer("check", "--baseline", "remit-baseline.json", "--fail-on", "warning", cwd=project)
    assert (told["diagnostics"], told["untold"]["inBaseline"]) == ([], 1)
    (project / "remit.toml").write_text('baseline = "remit-baseline.json"\n')
    file = project / ".claude/agents/a.md"
    file.write_text(AGENT.replace("Grpe", "Grep"))
    assert "1 of the baseline no longer found" in remit("check", cwd=project).stdout
    assert "1 finding taken out of " in remit("check", "--prune-baseline", cwd=project).stderr
    assert json.loads((project / "remit-baseline.json").read_text())["findings"] == []


def test_the_page_of_a_rule(project: Path) -> None:
    told = answer("rule", "unused-suppression", cwd=project)
    assert told["schema"] == "remit/rule/1"
    assert (told["name"], told["severity"], told["persona"], told["fixSafety"]) == (
        "unused-suppression",
        "warning",
        "regular",
        "safe",
    )
    assert "## Why it matters" in told["page"]
    page = remit("rule", "unused-suppression", cwd=project).stdout
    assert page.startswith("# unused-suppression\n\nA comment holds back a finding that there is not.\n\n*warning · ")
    drawn = remit("rule", "unused-suppression", "--color", "always", cwd=project).stdout
    assert "\x1b[" in drawn
    assert "## Why" not in drawn


def test_all_rules(project: Path) -> None:
    told = answer("rule", cwd=project)
    assert [row["name"] for row in told["rules"]] == names()
    assert len(remit("rule", cwd=project).stdout.splitlines()) == len(names())


def test_no_other_command_asks_the_configuration(project: Path) -> None:
    before = [answer(*words, cwd=project) for words in (("show", "a"), ("list",))]
    (project / "remit.toml").write_text('inventory = ["Read"]\nhost = "zeph"\nexclude = ["**"]\n')
    assert [answer(*words, cwd=project) for words in (("show", "a"), ("list",))] == before
