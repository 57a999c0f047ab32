"""Every rule fires where its Markdown says, is silent where it says nothing, and has a page that tells the truth."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_files import HERE, Section, page_code, sections

from remit.rules import names

UNTOLD = {"memory-passes-ceiling"}
"""Rules without a Markdown file of their own: they speak where an agent is resolved below another, which a check does not do."""

TESTS = [section for path in sorted(HERE.glob("*.md")) for section in sections(path)]


@pytest.mark.parametrize("section", TESTS, ids=[f"{section.rule}: {section.heading}" for section in TESTS])
def test_findings(section: Section, tmp_path: Path) -> None:
    section.lay_out(tmp_path)
    for expectation in section.expectations:
        assert section.found(tmp_path, expectation) == [line for line in expectation.text.splitlines() if line.strip()]


@pytest.mark.parametrize("name", sorted(names()))
def test_every_rule_is_told_in_markdown(name: str) -> None:
    path = HERE / f"{name}.md"
    if name in UNTOLD:
        assert not path.exists(), f"{name} has its file: take it from UNTOLD"
        pytest.skip("not told yet")
    assert path.exists(), f"write tests/rules/{name}.md; its form is told in tests/rules/rule_files.py"
    told = sections(path)
    assert any(section.fires for section in told), "no section where the rule fires"
    assert not all(section.fires for section in told), "no section where the rule is silent"


@pytest.mark.parametrize("name", sorted(set(names()) - UNTOLD))
def test_the_page_tells_the_truth(name: str) -> None:
    path = HERE / f"{name}.md"
    told = sections(path) if path.exists() else []
    for part, fires in (("Example", True), ("Instead", False)):
        if page_code(name, part) is not None:
            used = [section for section in told if section.uses(part)]
            assert used, f"no section takes the page's <{part}>"
            assert all(section.fires == fires for section in used), f"the page's {part} is not true"


def test_no_file_tells_of_a_rule_that_is_gone() -> None:
    assert {path.stem for path in HERE.glob("*.md")} <= set(names())
