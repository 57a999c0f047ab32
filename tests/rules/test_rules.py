"""Every rule fires where its Markdown says, is silent where it says nothing, and has a page that tells the truth."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_files import HERE, Section, page_code, sections

from remit.rules import names

UNTOLD = {
    "agent-list-ignored", "agent-list-split", "all-servers", "allowed-and-denied", "ambiguous-name", "asks-other-permission",
    "body-lost", "broken-gives-way", "builtin-behind-prefix", "bypass-mode", "byte-order-mark", "coerced-value",
    "control-character", "deny-takes-whole-tool", "deprecated-fence", "deprecated-tools-map", "dropped", "duplicate-entry",
    "duplicate-key", "duplicate-name", "edit-keys-collapse", "empty-prompt", "entries-beside-star", "env-files-opened",
    "fence-differs", "file-too-large", "foreign-key", "foreign-tool", "front-matter-cut", "front-matter-in-code-block",
    "front-matter-not-a-map", "garbled-field", "hook-never-fires", "hook-without-effect", "ignored-in-plugin",
    "ignored-in-user-scope", "ignored-restriction", "invalid-agents-json", "invalid-hooks", "invalid-name", "invalid-server",
    "invalid-value", "json-syntax", "key-sent-to-provider", "later-key", "leaves-folder", "limit-without-effect",
    "lines-do-not-separate", "list-left-empty", "list-of-wrong-type", "lists-exclude-each-other", "literal-line-ends",
    "lone-carriage-returns", "memory-adds-tools", "memory-passes-ceiling", "memory-without-tools", "missing-description",
    "missing-instructions", "missing-name", "misspelt-key", "mode-not-allowed", "model-without-provider",
    "name-differs-from-file", "name-leaves-folder", "name-not-portable", "name-with-blanks", "near-duplicate-name",
    "no-front-matter", "not-started", "pattern-without-effect", "permissions-of-version-2", "prompt-key-ignored",
    "reaches-more", "refused-key", "refused-pattern", "refused-value", "refuses-to-start", "replaces-builtin", "retired-key",
    "retired-tool", "rule-never-applies", "runs-code", "server-adds-tools", "server-gives-way", "servers-not-a-list",
    "shadowed", "star-cancels-denylist", "tab-indentation", "toml-syntax", "tool-alias", "tools-resolve-to-nothing",
    "unavailable-tool", "unclosed-front-matter", "unclosed-scope", "unenforced-field", "unindented-value", "unknown-key",
    "unknown-model", "unknown-tool", "unquoted-value", "unreadable", "unsupported-fence", "value-from-outside",
    "whole-file-is-prompt", "wrong-case-tool", "wrong-type", "yaml-alias", "yaml-syntax", "yaml-tag", "zero-limit",
}  # fmt: skip
"""Rules without a Markdown file of their own. This list only gets shorter."""

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
