"""From names to definitions and back, and renaming, in an editor."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.editor import Editor, editor, everything

REVIEWER = ".claude/agents/reviewer.md"
LEAD = ".claude/agents/lead.md"


async def definition(one: Editor, path: str, line: int, character: int) -> list[types.Location]:
    params = types.DefinitionParams(one.document(path), types.Position(line, character))
    return list(await one.ask(one.client.text_document_definition_async(params)) or ())


async def references(one: Editor, path: str, line: int, character: int, declared: bool = True) -> set[tuple[str, int, int]]:
    context = types.ReferenceContext(include_declaration=declared)
    params = types.ReferenceParams(context, one.document(path), types.Position(line, character))
    found = await one.ask(one.client.text_document_references_async(params)) or ()
    return {(Path(each.uri).name, each.range.start.line, each.range.start.character) for each in found}


async def rename(one: Editor, path: str, line: int, character: int, name: str) -> types.WorkspaceEdit:
    params = types.RenameParams(one.document(path), types.Position(line, character), name)
    return await one.ask(one.client.text_document_rename_async(params))


def after(root: Path, edit: types.WorkspaceEdit) -> dict[str, str]:
    """The files that an edit changes, as they are then."""
    found: dict[str, str] = {}
    changes = edit.document_changes or [
        types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), edits)
        for uri, edits in (edit.changes or {}).items()
    ]
    for one in changes:
        if isinstance(one, types.RenameFile):
            found[Path(one.new_uri).name] = found.pop(Path(one.old_uri).name)
            continue
        assert isinstance(one, types.TextDocumentEdit)
        path = Path(one.text_document.uri.removeprefix("file://"))
        lines = path.read_text().split("\n")
        for change in sorted(one.edits, key=lambda each: (each.range.start.line, -each.range.start.character)):
            row = change.range.start.line
            lines[row] = lines[row][: change.range.start.character] + change.new_text + lines[row][change.range.end.character :]
        found[path.name] = "\n".join(lines)
    return found


def test_from_a_mention_to_the_definition(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD)
            for line, character in ((3, 20), (5, 7)):
                (place,) = await definition(one, LEAD, line, character)
                assert (place.uri, place.range.start) == (one.uri(REVIEWER), types.Position(1, 6))
            assert await definition(one, LEAD, 3, 8) == []

    asyncio.run(session())


def test_from_a_skill_to_its_file(root: Path) -> None:
    text = "---\nname: lead\ndescription: Leads\nskills: tidy, other\n---\nB\n"

    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD, text)
            (place,) = await definition(one, LEAD, 3, 9)
            assert place.uri == one.uri(".claude/skills/tidy/SKILL.md")
            assert await definition(one, LEAD, 3, 16) == []

    asyncio.run(session())


def test_who_names_an_agent(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            everywhere = {("reviewer.md", 1, 6), ("lead.md", 3, 19), ("lead.md", 5, 5)}
            assert await references(one, REVIEWER, 1, 8) == everywhere
            assert await references(one, REVIEWER, 1, 8, declared=False) == everywhere - {("reviewer.md", 1, 6)}
            # Unsaved text of another file counts.
            one.open(LEAD)
            one.type(LEAD, ((5, 0, 5, 13), ""))
            assert await references(one, LEAD, 3, 21) == {("reviewer.md", 1, 6), ("lead.md", 3, 19)}
            assert await references(one, REVIEWER, 0, 0) == set()

    asyncio.run(session())


def test_an_agent_is_renamed_everywhere(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            params = types.PrepareRenameParams(one.document(REVIEWER), types.Position(1, 8))
            place = await one.ask(one.client.text_document_prepare_rename_async(params))
            assert (place.start.character, place.end.character) == (6, 14)
            edit = await rename(one, REVIEWER, 1, 8, "critic")
            versions = {Path(each.text_document.uri).name: each.text_document.version for each in edit.document_changes}
            assert versions == {"reviewer.md": 1, "lead.md": None}
            files = after(root, edit)
            assert "name: critic\n" in files["reviewer.md"]
            assert "tools: Read, Agent(critic, fixer)\n" in files["lead.md"]
            assert "Ask @critic first." in files["lead.md"]

    asyncio.run(session())


def test_settings_name_agents_too(root: Path) -> None:
    (root / ".claude/settings.json").write_text('{"agent": "reviewer", "permissions": {"deny": ["Agent(reviewer)"]}}')

    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            found = {each for each in await references(one, REVIEWER, 1, 8) if each[0] == "settings.json"}
            assert found == {("settings.json", 0, 11), ("settings.json", 0, 54)}
            files = after(root, await rename(one, REVIEWER, 1, 8, "critic"))
            assert files["settings.json"] == '{"agent": "critic", "permissions": {"deny": ["Agent(critic)"]}}'

    asyncio.run(session())


@pytest.mark.parametrize("name", ["", "a b", "a,b", "fixer", "Explore", "a)", "- x", "x\ny", "a:b", "\u202ex", "'", "#x"])
def test_names_that_would_not_do_are_refused(root: Path, name: str) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            with pytest.raises(JsonRpcException) as refused:
                await rename(one, REVIEWER, 1, 8, name)
            assert refused.value.code == -32803
            assert "`" in refused.value.message

    asyncio.run(session())


def test_where_there_is_no_name_nothing_is_renamed(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD)
            params = types.PrepareRenameParams(one.document(LEAD), types.Position(2, 16))
            assert await one.ask(one.client.text_document_prepare_rename_async(params)) is None
            with pytest.raises(JsonRpcException):
                await rename(one, LEAD, 2, 16, "x")

    asyncio.run(session())


def test_a_file_is_renamed_where_it_is_the_name(root: Path) -> None:
    files = {
        ".opencode/agents/scout.md": "---\ndescription: Looks around\nmode: subagent\n---\nLook.\n",
        ".opencode/agents/chief.md": "---\ndescription: Leads\npermission:\n  task:\n    scout: allow\n---\nLead.\n",
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    chief = ".opencode/agents/chief.md"

    async def session() -> None:
        async with editor(root) as one:
            one.open(chief)
            (place,) = await definition(one, chief, 4, 6)
            assert place.uri == one.uri(".opencode/agents/scout.md")
            edit = await rename(one, chief, 4, 6, "ranger")
            moved = [each for each in edit.document_changes if isinstance(each, types.RenameFile)]
            assert [(Path(each.old_uri).name, Path(each.new_uri).name) for each in moved] == [("scout.md", "ranger.md")]
            (changed,) = [each for each in edit.document_changes if isinstance(each, types.TextDocumentEdit)]
            assert changed.edits[0].new_text == "ranger"
        unable = everything()
        assert unable.workspace is not None
        unable.workspace.workspace_edit = types.WorkspaceEditClientCapabilities()
        async with editor(root, unable) as one:
            one.open(chief)
            with pytest.raises(JsonRpcException, match="file"):
                await rename(one, chief, 4, 6, "ranger")
            one.open(REVIEWER)
            edit = await rename(one, REVIEWER, 1, 8, "critic")
            assert edit.document_changes is None
            assert "name: critic" in after(root, edit)["reviewer.md"]

    asyncio.run(session())
