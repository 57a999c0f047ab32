"""Code actions in an editor: fixes, all safe fixes, and comments that hold findings back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from lsp.editor import Editor, editor
from remit.diagnostic import Diagnostic
from remit.document import Document
from remit.lsp.actions import difference, suppression
from remit.source import Source
from remit.suppressions import Suppressions

REVIEWER = ".claude/agents/reviewer.md"
ODD = "---\nname: reviewer\ndescription: Reviews\ntools: Read, Frobnicate\n---\nBody\n"


async def actions(one: Editor, path: str, kinds: list[Any] | None = None, line: int = 3) -> list[types.CodeAction]:
    place = types.Range(types.Position(line, 0), types.Position(line, 99))
    context = types.CodeActionContext(list(await one.findings(path)), only=kinds)
    params = types.CodeActionParams(one.document(path), place, context)
    return list(await one.ask(one.client.text_document_code_action_async(params)) or ())


def edits_of(action: types.CodeAction) -> list[types.TextEdit]:
    assert action.edit is not None
    (change,) = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    return list(change.edits)


def test_a_finding_is_held_back_with_a_comment(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, ODD)
            (action,) = [each for each in await actions(one, REVIEWER) if "Hold back" in each.title]
            assert action.diagnostics is not None and action.diagnostics[0].code == "unknown-tool"
            (edit,) = edits_of(action)
            assert edit.new_text == "# remit: ignore[unknown-tool] why\n"
            assert edit.range == types.Range(types.Position(3, 0), types.Position(3, 0))
            version = one.type(REVIEWER, ((3, 0, 3, 0), edit.new_text))
            assert await one.findings(REVIEWER, version) == []

    asyncio.run(session())


def test_a_tool_by_its_right_name_can_be_picked_and_is_no_part_of_fixing_all(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, ODD.replace("Frobnicate", "Grpe"))
            quick = [
                each for each in await actions(one, REVIEWER, [types.CodeActionKind.QuickFix]) if "Hold back" not in each.title
            ]
            assert [(each.title, each.is_preferred) for each in quick] == [
                ("write `Grep` (gives the agent what it asks for)", False)
            ]
            assert [edit.new_text for edit in edits_of(quick[0])] == ["Grep"]
            assert await actions(one, REVIEWER, [types.CodeActionKind.SourceFixAll]) == []

    asyncio.run(session())


def test_only_the_kinds_that_are_asked_for(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, ODD)
            assert await actions(one, REVIEWER, [types.CodeActionKind.QuickFix])
            assert await actions(one, REVIEWER, [types.CodeActionKind.RefactorExtract]) == []
            assert await actions(one, REVIEWER, line=1) == []

    asyncio.run(session())


@pytest.mark.parametrize(
    ("text", "path", "at"),
    [
        ("---\nname: a\ntools: Read, x\n---\nBody\n", "a.md", "x"),
        ("---\r\nname: a\r\ntools:\r\n  - x\r\n---\r\nBody\r\n", "a.md", "x"),
        ("---\nname: a\n---\nBody\n\nThe word\n", "a.md", "word"),
        ("+++\nname = 'a'\n+++\nBody\n", ".zeph/agents/a.md", "'a'"),
        ("---\nname: a\n---\n", "a.md", "---"),
        ('{\n  "agent": {\n    "x": 1\n  }\n}\n', "opencode.json", '"x"'),
    ],
)
def test_the_comment_is_one_that_remit_heeds(text: str, path: str, at: str) -> None:
    whole = "json" if path.endswith(".json") else None
    source = Source(text.encode(), path)
    start = text.index(at)
    finding = Diagnostic("unknown-tool", source, start, start + len(at))
    edit = suppression(finding, Document(source, whole))
    assert edit is not None
    after = text[: edit.start] + edit.text + text[edit.end :]
    again = Source(after.encode(), path)
    moved = start + (len(edit.text) if edit.start <= start else 0)
    held = Suppressions.of(Document(again, whole))
    assert held is not None
    assert held.hold(Diagnostic("unknown-tool", again, moved, moved + len(at)))
    assert after.count("\r\n") == after.count("\n") or "\r" not in after


MISSPELT = "---\nname: reviewer\ndescription: Reviews\ndisallowed-tools: Bash\ntools: read\n---\nBody\n"


def test_a_finding_is_mended(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, MISSPELT)
            (action,) = [each for each in await actions(one, REVIEWER) if each.kind == "quickfix" and each.is_preferred]
            assert action.diagnostics is not None and action.diagnostics[0].code == "misspelt-key"
            (edit,) = edits_of(action)
            assert edit.new_text == "disallowedTools"
            place = edit.range
            version = one.type(
                REVIEWER,
                ((place.start.line, place.start.character, place.end.line, place.end.character), edit.new_text),
            )
            assert "misspelt-key" not in [each.code for each in await one.findings(REVIEWER, version)]

    asyncio.run(session())


def test_all_that_is_safe_is_mended_at_once(root: Path) -> None:
    from remit.document import Document as Whole
    from remit.fixing import fix

    expected = fix(Whole(Source(MISSPELT.encode(), str(root / REVIEWER)))).text

    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, MISSPELT)
            (action,) = await actions(one, REVIEWER, ["source.fixAll"])
            assert action.kind == "source.fixAll.remit"
            (edit,) = edits_of(action)
            place = edit.range
            lines = MISSPELT.split("\n")
            before = "\n".join([*lines[: place.start.line], lines[place.start.line][: place.start.character]])
            after = "\n".join([lines[place.end.line][place.end.character :], *lines[place.end.line + 1 :]])
            assert before + edit.new_text + after == expected != MISSPELT
            one.type(REVIEWER, expected)
            assert await actions(one, REVIEWER, ["source.fixAll"]) == []

    asyncio.run(session())


@given(st.text("ab\n"), st.text("ab\n"))
def test_a_difference_makes_one_text_of_another(before: str, after: str) -> None:
    edit = difference(before, after)
    assert (edit is None) == (before == after)
    if edit is not None:
        assert before[: edit.start] + edit.text + before[edit.end :] == after
