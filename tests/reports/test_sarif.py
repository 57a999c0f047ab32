"""SARIF: valid against the published schema, with places, rules, fixes and fingerprints that hold."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.checking import Checked, run
from remit.reports import sarif
from remit.rules import Rule, all_rules
from remit.source import Source
from reports.hostile import NAMES, checked, finding

SCHEMA = json.loads((Path(__file__).parent.parent / "data" / "sarif-2.1.0-rtm.5.json").read_text())
VALIDATOR = jsonschema.Draft4Validator(SCHEMA, format_checker=jsonschema.FormatChecker(("uri", "uri-reference")))

AGENT = "---\nname: a\ndescription: Reviews\ntools: Bash(git *), Grpe\nmaxTurn: 3\n---\nYou review.\n"


def log(found: Checked, base: Path | str = "/base") -> dict:
    """The run of a report that is valid, once through JSON."""
    told = json.loads(sarif.render(found, str(base)))
    VALIDATOR.validate(told)
    return told["runs"][0]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(AGENT)
    (folder / "größe #1 100%.md").write_text(AGENT.replace("name: a", "name: b"))
    (folder / "good.md").write_text("---\nname: good\ndescription: Reviews\ntools: Read\n---\nYou review.\n")
    return tmp_path


def test_a_report_of_a_project(project: Path) -> None:
    told = log(run([project]), project)
    uris = [artifact["location"]["uri"] for artifact in told["artifacts"]]
    assert uris == [
        ".claude/agents/a.md",
        ".claude/agents/good.md",
        ".claude/agents/gr%C3%B6%C3%9Fe%20%231%20100%25.md",
    ]
    scope = next(result for result in told["results"] if result["ruleId"] == "scope-ignored")
    assert scope["level"] == "warning"
    place = scope["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": ".claude/agents/a.md", "uriBaseId": "%SRCROOT%", "index": 0}
    assert place["region"] == {"startLine": 4, "startColumn": 8, "endLine": 4, "endColumn": 19}
    assert told["columnKind"] == "unicodeCodePoints"
    for result in told["results"]:
        assert told["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]


def test_rules_have_what_code_scanning_shows(project: Path) -> None:
    rules = {rule["id"]: rule for rule in log(run([project]), project)["tool"]["driver"]["rules"]}
    scope = rules["scope-ignored"]
    assert scope["name"] == "ScopeIgnored"
    assert scope["defaultConfiguration"] == {"level": "warning"}
    assert scope["properties"]["security-severity"] == "5.5"
    assert "## Why it matters" in scope["help"]["markdown"]
    assert scope["fullDescription"]["text"]
    assert "security-severity" not in rules["unknown-tool"]["properties"]
    assert rules["unknown-tool"]["properties"] == {"precision": "very-high", "tags": ["tools", "regular"]}


@pytest.mark.parametrize("rule", list(all_rules()), ids=lambda rule: rule.name)
def test_every_rule_can_be_described(rule: Rule) -> None:
    told = sarif.descriptor(rule)
    assert 0 < len(told["shortDescription"]["text"]) <= 1024
    assert told["fullDescription"]["text"]
    assert len(told["properties"]["tags"]) <= 20


def test_fingerprints_hold_where_lines_move(project: Path) -> None:
    path = project / ".claude" / "agents" / "a.md"
    before = [(result["ruleId"], result["partialFingerprints"]) for result in log(run([path]), project)["results"]]
    path.write_text(AGENT.replace("name: a\n", "# a comment\n\nname: a\n"))
    moved = log(run([path]), project)["results"]
    assert [(result["ruleId"], result["partialFingerprints"]) for result in moved] == before
    assert len({json.dumps(mark) for _, mark in before}) == len(before)


def test_no_piece_of_a_file_is_in_the_report(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(AGENT.replace("You review.", "The password is hunter2-hunter2."))
    assert "hunter2" not in sarif.render(run([path]), str(tmp_path))
    assert "snippet" not in sarif.render(run([path]), str(tmp_path))


def test_a_file_outside_the_root_is_told_by_its_whole_path(project: Path) -> None:
    told = log(run([project / ".claude" / "agents" / "a.md"]), project / "elsewhere")
    location = told["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"].startswith("file:///")
    assert "uriBaseId" not in location


def test_columns_count_characters_and_no_byte_order_mark() -> None:
    text = "\ufeff😀: Grpe\r\nb\rc"
    source = Source.of(text, "a.md")
    at = text.index("Grpe")
    assert sarif.region(source, at, at + 4) == {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 8}
    assert sarif.region(source, len(text) - 1, len(text))["startLine"] == 3


def test_other_places_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("---\nname: a\ndescription: Reviews\ntools: Read, Bash\ndisallowedTools: Bash\n---\nYou review.\n")
    result = next(one for one in log(run([path]), tmp_path)["results"] if one["ruleId"] == "allowed-and-denied")
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["region"]["startLine"] == 4
    assert related["message"]["text"]


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_text_stays_text(name: str) -> None:
    (result,) = log(checked(finding(name)))["results"]
    text = result["message"]["text"]
    assert "](" not in text
    assert text.isprintable()


def test_no_more_results_than_code_scanning_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST", 2)
    found = checked(finding("a"), finding("b"), finding("c"))
    found.diagnostics[2]._severity = "error"
    told = log(found)
    assert [result["level"] for result in told["results"]] == ["warning", "error"]
    assert "1 are left out" in told["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


@given(st.text(), st.text(max_size=40))
def test_any_text_gives_a_valid_report(name: str, path: str) -> None:
    log(checked(finding(name, path=path.replace("\0", "") or "a.md")))
