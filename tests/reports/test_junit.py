"""JUnit XML: valid against the common schema, whatever a definition holds."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st

from remit.checking import Checked, run
from remit.diagnostic import Diagnostic
from remit.reports import junit
from remit.reports._visible import visible
from remit.source import Source
from reports.hostile import NAMES, checked, finding

SCHEMA = xmlschema.XMLSchema(str(Path(__file__).parent.parent / "data" / "junit-10.xsd"))


def suite(found: Checked, base: str = "/base") -> ET.Element:
    """The one suite of a report that is valid."""
    told = junit.render(found, base)
    SCHEMA.validate(told.encode())
    (only,) = ET.fromstring(told.encode())
    return only


def test_a_case_for_each_file(tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text("---\nname: bad\ndescription: x\ntools: Read\ndisallowedTools: bash\n---\nYou review.\n")
    (folder / "good.md").write_text("---\nname: good\ndescription: Reviews\ntools: Read\n---\nYou review.\n")
    told = suite(run([tmp_path]), str(tmp_path))
    bad, good = told
    assert (bad.get("name"), good.get("name")) == (".claude/agents/bad.md", ".claude/agents/good.md")
    assert len(good) == 0
    assert {failure.get("type") for failure in bad.iter("failure")} == {"wrong-case-tool"}
    assert told.get("tests") == "2"
    assert told.get("failures") == str(len(list(bad.iter("failure"))))
    assert ".claude/agents/bad.md:5:" in bad.find("failure").text


@pytest.mark.parametrize("failures", range(4))
def test_what_fails_the_check_is_a_failure_and_the_rest_output(failures: int) -> None:
    found = checked(finding("a"), finding("b"), finding("c"))
    found.failing = found.diagnostics[:failures]
    told = suite(found)
    assert told.get("failures") == str(failures)
    (case,) = told
    assert len(case.findall("failure")) == failures
    assert len(case.findall("system-out")) == (failures < 3)


def test_a_finding_of_a_file_that_is_no_definition_has_a_case_too() -> None:
    other = Diagnostic("unknown-tool", Source.of("x", "settings.json"), 0, 1, {"host": "H", "entry": "x"})
    assert next(case.get("name") for case in suite(checked(other, files=("/base/a.md",)))) == "a.md"
    assert len(suite(checked(other, files=("/base/a.md",)))) == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_text_stays_text(name: str) -> None:
    told = suite(checked(finding(name)))
    (failure,) = told.iter("failure")
    assert visible(name) in failure.get("message")
    assert visible(name) in failure.text


@given(st.text())
def test_any_text_gives_a_valid_report(name: str) -> None:
    (failure,) = suite(checked(finding(name))).iter("failure")
    assert visible(name) in failure.get("message")
