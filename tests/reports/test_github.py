"""Annotations: one line a finding, which the runner reads back as it was meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.checking import run
from remit.diagnostic import Diagnostic
from remit.reports import github
from remit.reports._visible import visible
from remit.source import Source
from reports.hostile import NAMES, checked, finding


def read_back(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner takes it apart: properties end at the first `::`, `,` and `=` divide them."""
    match = re.fullmatch(r"::(\w+) (.*?)::(.*)", line)
    assert match, line

    def plain(text: str) -> str:
        for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(code, char)
        return text

    properties = dict(part.split("=", 1) for part in match[2].split(","))
    data = match[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    return match[1], {name: plain(value) for name, value in properties.items()}, data


def test_a_finding_becomes_an_annotation(tmp_path: Path) -> None:
    path = tmp_path / "a, b: 100%.md"
    path.write_text("---\nname: a\ndescription: Reviews\ntools: Bash(git *)\n---\nYou review.\n")
    (line,) = github.render(run([path]), str(tmp_path)).splitlines()
    assert line.startswith(
        "::warning file=a%2C b%3A 100%25.md,line=4,col=8,endColumn=19,title=remit%3A scope-ignored::`Bash(git *)`"
    )
    kind, properties, data = read_back(line)
    assert kind == "warning"
    assert properties["file"] == "a, b: 100%.md"
    assert "\nhelp: " in data


def test_a_place_of_several_lines_has_no_columns() -> None:
    found = Diagnostic("yaml-syntax", Source.of("a: [\n\n b\n", "a.md"), 0, 7, {"problem": "it ends here"})
    line = github.render(checked(found), ".")
    assert ",line=1,endLine=3,title=" in line
    assert "col=" not in line


def test_nothing_found_is_nothing_told() -> None:
    assert github.render(checked(files=("a.md",)), ".") == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_text_gives_no_second_command(name: str) -> None:
    told = github.render(checked(finding(name)), ".")
    assert told.count("\n") == 1
    assert "\r" not in told
    assert visible(name) in read_back(told.rstrip("\n"))[2]


@given(st.text(), st.text(alphabet="abc:,%=\n\r/ü", min_size=1))
def test_the_runner_reads_what_was_meant(name: str, path: str) -> None:
    told = github.render(checked(finding(name, path=path)), ".")
    assert len(told.splitlines()) == 1
    _, properties, data = read_back(told.rstrip("\n"))
    assert visible(name) in data
    assert set(properties) == {"file", "line", "col", "endColumn", "title"}
