"""The tests of the founding document of Zeph's early version, each under its own name, against the public API.

The document is Rust; `SubAgentDef::parse` is `remit.parse(text, host="zeph@0.12")`, its `Parse` error `remit.ParseError`, its
`Invalid` error `remit.InvalidDefinition`. It holds 17 tests."""

from __future__ import annotations

from pathlib import Path

import pytest

import remit

HOST = "zeph@0.12"

FULL_DEF = """+++
name = "code-reviewer"
description = "Reviews code changes for correctness and style"
model = "claude-sonnet-4-20250514"
[tools]
allow = ["shell", "web_scrape"]
[permissions]
secrets = ["github-token"]
max_turns = 10
background = false
timeout_secs = 300
ttl_secs = 120
[skills]
include = ["git-*", "rust-*"]
exclude = ["deploy-*"]
+++
You are a code reviewer. Report findings with severity.
"""

MINIMAL_DEF = '+++\nname = "bot"\ndescription = "A bot"\n+++\n\nDo things.\n'


def parse(text: str) -> remit.Definition:
    return remit.parse(text, host=HOST)


def test_parse_full_definition() -> None:
    found = parse(FULL_DEF)
    assert found.name == "code-reviewer"
    assert found.description == "Reviews code changes for correctness and style"
    assert found.model == "claude-sonnet-4-20250514"
    assert found.tools == ("shell", "web_scrape")
    assert found.max_turns == 10
    assert found.secrets == ("github-token",)
    assert found.skills.include == ("git-*", "rust-*")
    assert found.skills.exclude == ("deploy-*",)
    assert "code reviewer" in found.system_prompt


def test_parse_minimal_definition() -> None:
    found = parse(MINIMAL_DEF)
    assert found.name == "bot"
    assert found.description == "A bot"
    assert found.model is None
    assert found.tools is None
    assert found.disallowed_tools == ()
    assert found.max_turns == 20
    assert found.timeout_secs == 600
    assert found.ttl_secs == 300
    assert found.background is False
    assert found.system_prompt == "Do things."


def test_tool_policy_deny_list() -> None:
    found = parse('+++\nname = "a"\ndescription = "b"\n[tools]\ndeny = ["shell"]\n+++\n\nbody\n')
    assert found.tools is None
    assert found.disallowed_tools == ("shell",)


def test_tool_policy_inherit_all() -> None:
    found = parse(MINIMAL_DEF)
    assert found.tools is None
    assert found.disallowed_tools == ()


def test_tool_policy_both_specified_is_error() -> None:
    with pytest.raises(remit.InvalidDefinition):
        parse('+++\nname = "a"\ndescription = "b"\n[tools]\nallow = ["x"]\ndeny = ["y"]\n+++\n\nbody\n')


def test_missing_opening_delimiter() -> None:
    with pytest.raises(remit.ParseError):
        parse('name = "a"\n+++\nbody\n')


def test_missing_closing_delimiter() -> None:
    with pytest.raises(remit.ParseError):
        parse('+++\nname = "a"\ndescription = "b"\n')


def test_missing_required_field_name() -> None:
    with pytest.raises(remit.ParseError):
        parse('+++\ndescription = "b"\n+++\n\nbody\n')


def test_missing_required_field_description() -> None:
    with pytest.raises(remit.ParseError):
        parse('+++\nname = "a"\n+++\n\nbody\n')


def test_empty_name_is_invalid() -> None:
    with pytest.raises(remit.InvalidDefinition):
        parse('+++\nname = ""\ndescription = "b"\n+++\n\nbody\n')


def test_load_all_deduplication_by_name(tmp_path: Path) -> None:
    folders = [tmp_path / "dir1", tmp_path / "dir2"]
    for folder in folders:
        folder.mkdir()
        text = f'+++\nname = "bot"\ndescription = "from {folder.name}"\n+++\n\n{folder.name} prompt\n'
        (folder / "bot.md").write_text(text)
    found = remit.load_all(folders, host=HOST, strict=True)
    assert len(found) == 1
    assert found[0].description == "from dir1"


def test_default_permissions_values() -> None:
    found = parse(MINIMAL_DEF)
    assert found.max_turns == 20
    assert found.timeout_secs == 600
    assert found.ttl_secs == 300
    assert found.background is False
    assert found.secrets == ()


def test_whitespace_only_description_is_invalid() -> None:
    with pytest.raises(remit.InvalidDefinition):
        parse('+++\nname = "a"\ndescription = "   "\n+++\n\nbody\n')


def test_load_nonexistent_file_returns_parse_error(tmp_path: Path) -> None:
    with pytest.raises(remit.ParseError):
        remit.load(tmp_path / "does-not-exist-zeph.md", host=HOST)


def test_parse_crlf_line_endings() -> None:
    found = parse('+++\r\nname = "bot"\r\ndescription = "A bot"\r\n+++\r\n\r\nDo things.\r\n')
    assert found.name == "bot"
    assert found.description == "A bot"
    assert found.system_prompt


def test_parse_crlf_closing_delimiter() -> None:
    found = parse('+++\r\nname = "bot"\r\ndescription = "A bot"\r\n+++\r\nPrompt here.\r\n')
    assert "Prompt here" in found.system_prompt


def test_load_all_stops_on_parse_error_mid_scan(tmp_path: Path) -> None:
    (tmp_path / "a_good.md").write_text('+++\nname = "good"\ndescription = "ok"\n+++\n\nbody\n')
    (tmp_path / "b_bad.md").write_text("this is not valid frontmatter")
    with pytest.raises(remit.ParseError):
        remit.load_all([tmp_path], host=HOST, strict=True)
    with pytest.raises(remit.ParseError):
        remit.load_all([tmp_path], host=HOST)
