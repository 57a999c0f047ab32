"""Proof, rounds and writing: what is refused, what waits, and what is never half done."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import remit
from remit.checking import Bench
from remit.checking import run as check
from remit.configuration import Configurations
from remit.diagnostic import Edit, Fix
from remit.document import Document
from remit.errors import ParseError
from remit.fixing import fix, fix_all, proved, views_of
from remit.fixing.rounds import Wanted, mend
from remit.fixing.writing import NotWritten, write
from remit.gathering import discover
from remit.inventory import Inventory
from remit.selection import Selection
from remit.sieve import Sieve
from remit.source import Source

HEAD = "---\nname: a\ndescription: Does it all\n"


def proof(fields: str, old: str, new: str, *, host: str = "claude-code", widen: bool = False) -> str | None:
    """Why an edit of a file is refused."""
    source = Source.of(f"{HEAD}{fields}---\nYou are a.\n", "a.md")
    at = source.text.index(old)
    return proved(source, Fix("", [Edit(at, at + len(old), new)]), host=host, widen=widen).refusal


def test_one_tool_more_is_refused() -> None:
    assert proof("tools: Read\n", "Read", "Read, Bash") == "Claude Code would give the agent `Bash`, which it has not now"
    assert proof("tools: Read\n", "Read", "Read, Bash", widen=True) is None


def test_a_denial_less_is_refused() -> None:
    assert "`Bash`" in (proof("disallowedTools: Bash\n", "disallowedTools", "version") or "")


def test_less_asking_is_refused() -> None:
    refused = proof("permission:\n  bash: ask\n", "ask", "allow", host="opencode")
    assert refused == "`bash` would be allowed where it is asked about now"


def test_a_looser_mode_is_refused() -> None:
    assert "acceptEdits" in (proof("permissionMode: nonsense\n", "nonsense", "acceptEdits") or "")


def test_a_file_that_can_no_longer_be_read_is_refused() -> None:
    assert proof("tools: Read\n", "tools: Read", "tools: [Read") is not None


def test_an_error_that_was_not_there_is_refused() -> None:
    assert proof("maxTurns: 3\n", "3", "0") == "`limit-without-effect` would be found"


def test_another_field_that_reads_differently_is_refused() -> None:
    source = Source.of(f"{HEAD}color: red\nmodel: opus\n---\nYou are a.\n", "a.md")
    at = source.text.index("red")
    refused = proved(source, Fix("", [Edit(at, at + 3, "|")]), host="claude-code").refusal
    assert refused is None or "differently" in refused
    assert "differently" in (proof("color: red\nmodel: opus\n", "color: red\n", "x: |\n ") or "")


def test_the_prompt_stays_the_prompt() -> None:
    assert proof("", "---\nYou", "You") is not None


def test_an_agent_that_was_dropped_gets_what_the_file_asks_for_and_no_more() -> None:
    dropped = "---\r\nname: a\r\ndescription: Use when: x\r\ntools: Read\r\n---\r\nx\r\n"
    changed = fix(Document(Source.of(dropped, "a.md")), "claude-code")
    assert changed.changed
    role = 'name = "a"\ndescription = "d"\ndeveloper_instructions = "x"\nsandbox_mode = "Read-Only"\n'
    changed = fix(Document(Source.of(role, "a.toml")), "codex")
    assert not changed.changed
    assert changed.refused[0][2].endswith("would give the agent `apply_patch`, which the file does not ask for")


def test_a_bad_fix_holds_up_no_other() -> None:
    text = "---\nname: a\ndescription: Use when: x\ntools: Read\nalowedTools: Read, Bash\ndisalowedTools: Edit\n---\nx\n"
    changed = fix(Document(Source.of(text, "a.md")), "claude-code")
    assert {finding.rule for finding, _ in changed.made} == {"unquoted-value", "misspelt-key"}
    assert "disallowedTools: Edit" in changed.text
    assert "alowedTools: Read, Bash" in changed.text


def test_fixes_that_meet_are_made_in_rounds() -> None:
    text = "---\nname: a\ndescription: d\ndisallowedTools: bash, Bash, MultiEdit, Edit\n---\nx\n"
    changed = fix(Document(Source.of(text, "a.md")), "claude-code")
    assert "disallowedTools: Bash, Edit\n" in changed.text


def test_the_other_host_of_a_file_has_a_say(tmp_path: Path) -> None:
    """Copilot reads Claude Code's folder too: what mends the file for the one may not change it for the other."""
    path = tmp_path / ".claude" / "agents" / "a.md"
    path.parent.mkdir(parents=True)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "agents").mkdir()
    (tmp_path / ".github" / "agents" / "b.agent.md").write_text("---\nname: b\ndescription: d\n---\nx\n")
    path.write_text(f"{HEAD}tools: [Read, Bash]\ndisallowedTools: Bash\n---\nx\n")
    fixed = fix_all(check([str(tmp_path)]), unsafe=True)
    for file in fixed.changed:
        before, after = (remit.parse(data, host="claude-code") for data in (file.before, file.after))
        assert remit.resolve(before).effective == remit.resolve(after).effective


def test_a_plugin_agent_loses_a_field_that_does_nothing_there(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin"
    (plugin / "agents").mkdir(parents=True)
    (plugin / ".claude-plugin").mkdir()
    (plugin / ".claude-plugin" / "plugin.json").write_text('{"name": "p"}')
    path = plugin / "agents" / "a.md"
    path.write_text(f"{HEAD}permissionMode: plan\n---\nx\n")
    sieve = Sieve(Configurations(Selection.of("regular"), search=False))
    bench = Bench(discover(tmp_path, plugins=[plugin]), sieve)
    views = views_of(bench, str(path))
    assert [view.scope for view in views if view.host.spawn_tool] == ["plugin"]
    outcome = mend(Source(path.read_bytes(), str(path)), views, Wanted(sieve, str(path)), unsafe=True)
    assert [finding.rule for finding, _ in outcome.made] == ["ignored-in-plugin"]
    assert "permissionMode" not in outcome.source.text


def test_the_session_of_the_check_is_that_of_the_proof(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"{HEAD}tools: Read, mcp__a__*, mcp__a__b\n---\nx\n")
    tools = Inventory.of(["Read", "mcp__a__b", "mcp__a__c"])
    fixed = fix_all(check([str(path)], "claude-code", inventory=tools, personas=("regular", "strict")))
    assert [finding.rule for file in fixed.files for finding, _ in file.made] == ["redundant-entry"]
    assert "tools: Read, mcp__a__*\n" in fixed.files[0].text


def test_what_a_comment_or_a_selection_holds_back_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"{HEAD}disallowedTools: bash, Wrte # remit: ignore[wrong-case-tool] ours\n---\nx\n")
    fixed = fix_all(check([str(path)], "claude-code"))
    assert "disallowedTools: bash, Write # remit" in fixed.files[0].text
    only = Configurations(Selection.of("regular", select=["wrong-case-tool"]), search=False)
    fixed = fix_all(check([str(path)], "claude-code", configurations=only, comments=False))
    assert "disallowedTools: Bash, Wrte # remit" in fixed.files[0].text


def test_the_public_call(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"{HEAD}disallowedTools: bash\n---\nx\n")
    changed = remit.fix(path)
    assert changed.changed
    assert "disallowedTools: bash" in path.read_text()
    assert changed.write()
    assert path.read_text() == changed.text
    assert not remit.fix(path).changed
    with pytest.raises(ParseError):
        remit.fix(tmp_path / "absent.md")


# Writing


def test_a_file_keeps_its_mode_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write(str(path), b"old", b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a.md"]


def refused(path: Path, before: bytes = b"old", within: Path | None = None) -> str:
    with pytest.raises(NotWritten) as caught:
        write(str(path), before, b"new", within=None if within is None else str(within))
    return caught.value.reason


def test_a_file_that_changed_meanwhile_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"newer")
    assert refused(path) == "the file has changed since it was read"
    assert path.read_bytes() == b"newer"


def test_a_file_that_may_not_be_written_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o444)
    assert refused(path) == "the file may not be written"


def test_a_file_that_is_gone_stays_gone(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "a.md")
    assert not os.listdir(tmp_path)


def test_a_link_is_not_followed_out_of_its_folder(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside.md", tmp_path / "agents"
    inside.mkdir()
    outside.write_bytes(b"old")
    (inside / "a.md").symlink_to(outside)
    assert refused(inside / "a.md", within=inside) == "it is a link that leads out of its folder"
    assert refused(inside / "a.md") == "it is a link that leads out of its folder"
    assert outside.read_bytes() == b"old"
    (inside / "b").mkdir()
    (inside / "b" / "real.md").write_bytes(b"old")
    (inside / "c.md").symlink_to(inside / "b" / "real.md")
    write(str(inside / "c.md"), b"old", b"new", within=str(inside))
    assert (inside / "c.md").is_symlink()
    assert (inside / "b" / "real.md").read_bytes() == b"new"
