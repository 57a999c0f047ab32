"""The first founding document: one agent as a struct, and the one question that makes it safe."""

from __future__ import annotations

import io
import json
import sys

import pytest

import remit
from remit.__main__ import main

DOCUMENT = """---
name: CodeReviewer
description: Reviews code
tools:
- Read
- Grep
disallowedTools:
- Bash
maxTurns: 5
---
You review code.
"""
ALL = ["Read", "Grep", "Bash", "Edit"]


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], request: object, *arguments: str
) -> tuple[int, str, str]:
    stdin = io.TextIOWrapper(io.BytesIO(request if isinstance(request, bytes) else json.dumps(request).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code = main(["agent-def", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_documents_example(monkeypatch, capsys) -> None:
    code, out, err = run(monkeypatch, capsys, {"md": DOCUMENT, "allTools": ALL})
    assert (code, err) == (0, "")
    assert out == (
        '{"parsed": {"name": "CodeReviewer", "description": "Reviews code", "systemPrompt": "You review code.", '
        '"tools": ["Read", "Grep"], "disallowedTools": ["Bash"], "maxTurns": 5, "model": null}, "effectiveTools": ["Read", "Grep"]}\n'
    )


def test_unset_fields_are_null(monkeypatch, capsys) -> None:
    _, out, _ = run(monkeypatch, capsys, {"md": "---\nname: a\ndescription: b\n---\n\n  body  \n", "allTools": ALL})
    parsed = json.loads(out)["parsed"]
    assert list(parsed) == ["name", "description", "systemPrompt", "tools", "disallowedTools", "maxTurns", "model"]
    assert parsed["systemPrompt"] == "body"
    assert [parsed[key] for key in ("tools", "disallowedTools", "maxTurns", "model")] == [None] * 4


def test_absent_tools_inherit_everything() -> None:
    definition = remit.parse("---\nname: a\ndescription: b\n---\n")
    assert definition.tools is None
    assert remit.effective_tools(definition, ALL) == ALL


def test_deny_wins_over_allow() -> None:
    definition = remit.parse("---\nname: a\ndescription: b\ntools: [Read, Bash]\ndisallowedTools: [Bash]\n---\n")
    assert remit.effective_tools(definition, ALL) == ["Read"]


def test_the_denylist_filters_what_is_inherited() -> None:
    definition = remit.parse("---\nname: a\ndescription: b\ndisallowedTools: Bash, Edit\n---\n")
    assert remit.effective_tools(definition, ALL) == ["Read", "Grep"]


def test_an_empty_list_inherits_in_the_reference_function_only() -> None:
    definition = remit.parse("---\nname: a\ndescription: b\ntools: []\n---\n")
    assert definition.tools == ()
    assert remit.effective_tools(definition, ALL) == ALL
    assert remit.resolve(definition, ALL).effective == ()


def test_the_order_of_the_starting_list_is_kept() -> None:
    definition = remit.parse("---\nname: a\ndescription: b\ntools: [Write, Bash, Read]\ndisallowedTools: [Bash]\n---\n")
    assert remit.effective_tools(definition, ALL) == ["Write", "Read"]


def test_a_file_and_tools_on_the_command_line(monkeypatch, capsys, tmp_path) -> None:
    path = tmp_path / "agent.md"
    path.write_text(DOCUMENT)
    code, out, _ = run(monkeypatch, capsys, b"", str(path), "--tools", "Read,Grep,Bash,Edit")
    assert code == 0
    assert json.loads(out)["effectiveTools"] == ["Read", "Grep"]


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        (b"not json", "JSON"),
        (b"[]", "md"),
        ({"md": 5}, "md"),
        ({"md": "x", "allTools": [1]}, "allTools"),
        ({"md": "no fence"}, "front matter"),
    ],
)
def test_wrong_input_is_one_clear_line(monkeypatch, capsys, request_, word) -> None:
    code, out, err = run(monkeypatch, capsys, request_)
    assert code == 2
    assert out == ""
    assert word in err
    assert "Traceback" not in err
