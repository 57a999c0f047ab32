"""Code actions in an editor: fixes, all safe fixes, and comments that hold findings back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from lsp.editor import Editor, editor
from remit.diagnostic import Diagnostic, Edit, Fix
from remit.document import Document
from remit.lsp.actions import fixed, suppression
from remit.lsp.buffers import Buffer
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


class Proposed(Diagnostic):
    """A finding with a fix of its own."""

    def __init__(self, buffer: Buffer, fix: Fix | None) -> None:
        super().__init__("unknown-tool", buffer.source, 0, 0)
        self.proposed = fix

    @property
    def fix(self) -> Fix | None:
        return self.proposed


def test_all_safe_fixes_that_do_not_meet() -> None:
    buffer = Buffer("file:///a.md", "0123456789", 1)
    fixes = [
        Fix("first", [Edit(2, 4, "a")]),
        Fix("meets the first", [Edit(3, 5, "b"), Edit(8, 9, "c")]),
        Fix("unsafe", [Edit(6, 7, "d")], "unsafe"),
        Fix("last", [Edit(8, 9, "e")]),
        None,
    ]
    found = fixed(buffer, [Proposed(buffer, fix) for fix in fixes])
    assert [(one.start, one.text) for one in found] == [(2, "a"), (8, "e")]
