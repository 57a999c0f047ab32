"""What stands behind a syntax fault is checked in the same run, each finding at its place in the file as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.api import reading_of
from remit.source import Source


def findings(text: str, path: str) -> set[tuple[str, int]]:
    reading = reading_of(Source.of(text, path))
    return {(finding.rule, finding.span[0][0]) for finding in reading.diagnostics}


CLAUDE = ".claude/agents/a.md"
CODEX = ".codex/agents/a.toml"
OPENCODE = ".opencode/agents/a.md"
ZEPH = ".zeph/agents/a.md"


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("---\nname: a\ndescription: b c\ntools: Read, Grpe\nmaxturns: 3\n\nYou.\n", CLAUDE, {("unclosed-front-matter", 1), ("unknown-tool", 4), ("misspelt-key", 5)}),
        ("\n---\nname: a\ndescription: b c\ntools: Grpe\n---\nYou.\n", CLAUDE, {("no-front-matter", 1), ("unknown-tool", 5)}),
        ("<!-- note\n-->\n---\nname: a\ndescription: b c\nmaxturns: 3\n---\nYou.\n", CLAUDE, {("no-front-matter", 1), ("misspelt-key", 6)}),
        ('---\nname: a\ndescription: "b\ntools: read\n---\nYou.\n', CLAUDE, {("yaml-syntax", 3), ("wrong-case-tool", 4)}),
        ("---\nname:a\ndescription: b c\ntools: read\n---\nYou.\n", CLAUDE, {("yaml-syntax", 2), ("wrong-case-tool", 4)}),
        ('name = "a"\ndescription = "b\nnickname = 1\ndeveloper_instructions = "c"\n', CODEX, {("toml-syntax", 2), ("refused-key", 3)}),
        ('name = "a"\nname = "b"\ndescription = "c"\nnickname = 1\ndeveloper_instructions = "c"\n', CODEX, {("toml-syntax", 2), ("refused-key", 4)}),
        ("---\ndescription: a\nmode: helper\npermission:\n  bash: ask\n  bash: deny\n---\nYou.\n", OPENCODE, {("duplicate-key", 6), ("refuses-to-start", 3)}),
        ('+++\nname = "a"\ndescription = "b"\n[tools]\nallow = ["x"\n[permissions]\nmax_turns = "x"\n+++\nYou.\n', ZEPH, {("toml-syntax", 5), ("wrong-type", 7)}),
        ("# Title\n\n---\nname: a\ndescription: b c\ntools: Grpe\n---\nYou.\n", CLAUDE, {("no-front-matter", 1), ("unknown-tool", 6)}),
        ("---\nname: a\ndescription: b c\ntools: Grpe\n\nYou are one.\n---\nmore\n", CLAUDE, {("unknown-tool", 4), ("unindented-value", 6)}),
    ],
)  # fmt: skip
def test_the_rest_is_checked(text: str, path: str, expected: set[tuple[str, int]]) -> None:
    assert expected <= findings(text, path)


@pytest.mark.parametrize(
    "text",
    [
        '---\nname: "a\ndescription: b c\n---\nYou.\n',
        "---\nname: a\ndescription: b c\nmore text\n---\nYou.\n",
        "---\n} b\nname: a\n---\nYou.\n",
    ],
)
def test_what_cannot_be_read_is_not_missing(text: str) -> None:
    assert not {rule for rule, _ in findings(text, CLAUDE)} & {"missing-name", "missing-description"}


@pytest.mark.parametrize("path", [CLAUDE, ".gemini/agents/a.md", ".github/agents/a.agent.md"])
def test_no_host_calls_missing_what_it_cannot_read(path: str) -> None:
    told = {rule for rule, _ in findings('---\nname: a\ndescription: "b c\n---\nYou.\n', path)}
    assert "yaml-syntax" in told
    assert "missing-description" not in told


def test_a_value_that_touches_its_colon_is_told_apart_from_addresses() -> None:
    assert ("yaml-syntax", 3) in findings("---\nname: a\ndescription:b\n---\nYou.\n", CLAUDE)
    told = findings("---\nname: a\ndescription: see\nhttps://example.org/x\n---\nYou.\n", CLAUDE)
    assert "unindented-value" in {rule for rule, _ in told}


_PARTS = st.lists(
    st.sampled_from(
        ["name: a\n", "description: b c\n", "tools: Read\n", 'x: "\n', "x: [\n", "-\n", "\n", "---\n", "+++\n", "a = 1\n", 'b = "\n', "[t]\n", '"""\n', "# c\n", "\tq: 1\n", "\x00", "\r", "é", "<!-- -->\n"]
    ),
    max_size=12,
)  # fmt: skip


@given(_PARTS, st.sampled_from([CLAUDE, CODEX, OPENCODE, ZEPH, ".gemini/agents/a.md", ".github/agents/a.agent.md"]))
def test_every_place_is_one_of_the_file(parts: list[str], path: str) -> None:
    source = Source.of("".join(parts), path)
    reading = reading_of(source)
    for finding in reading.diagnostics:
        assert finding.source is reading.source
        assert 0 <= finding.start <= finding.end <= len(source.text) + 3
        assert finding.message
