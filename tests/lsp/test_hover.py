"""Hover, lenses, hints and symbols in an editor."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types

from lsp.editor import editor

REVIEWER = ".claude/agents/reviewer.md"
LEAD = ".claude/agents/lead.md"


def test_a_field_is_explained_with_its_facts(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            text = await one.hover(REVIEWER, 4, 1) or ""
            assert text.startswith("**`model`** · Claude Code 2.1.332")
            for fact in ("Takes:", "Without it: inherit", "A bad value: inherit", "Known from:"):
                assert fact in text

    asyncio.run(session())


def test_the_tools_of_an_agent_and_why(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD)
            for line, character in ((3, 2), (1, 7)):  # the key `tools`, and the name
                text = await one.hover(LEAD, line, character) or ""
                assert "**2 effective tools:** `Read`, `Agent`" in text or "**2 effective tools:** `Agent`, `Read`" in text
                assert "**Declared:** `Read`, `Agent`" in text or "**Declared:**" in text
                assert "within reach" in text
                assert "**Why:**" in text

    asyncio.run(session())


def test_a_tool_and_whether_it_is_granted(root: Path) -> None:
    text = "---\nname: reviewer\ndescription: Reviews\ntools: Read, AskUserQuestion, mcp__github__search, shell\n---\nB\n"

    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, text)
            granted = await one.hover(REVIEWER, 3, 8) or ""
            assert granted.startswith("**`Read`** · a tool of Claude Code")
            assert "**Granted.**" in granted
            kept = await one.hover(REVIEWER, 3, 15) or ""
            assert "**Not granted.**" in kept and "- " in kept
            assert "MCP server `github`" in (await one.hover(REVIEWER, 3, 35) or "")
            assert "not of Claude Code" in (await one.hover(REVIEWER, 3, 53) or "")

    asyncio.run(session())


def test_a_mention_shows_the_agent_that_is_meant(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD)
            for line, character in ((3, 20), (5, 7)):  # in `Agent(reviewer, …)`, and `@reviewer` in the body
                text = await one.hover(LEAD, line, character) or ""
                assert text.startswith("**`reviewer`**")
                assert "**2 effective tools:**" in text
            assert await one.hover(LEAD, 5, 0) is None

    asyncio.run(session())


def test_what_a_file_says_is_shown_and_not_rendered(root: Path) -> None:
    path = ".claude/agents/evil.md"
    text = "---\nname: '![x](https://example.org/x.png)'\ndescription: D\ntools: 'Read, `![y](https://example.org/y.png)'\n---\nB\n"

    async def session() -> None:
        from markdown_it import MarkdownIt

        async with editor(root) as one:
            one.open(path, text)
            for line, character in ((1, 10), (3, 2), (3, 16)):
                shown = await one.hover(path, line, character)
                assert shown
                tokens = [token for block in MarkdownIt().parse(shown) for token in (block.children or [block])]
                assert not {token.type for token in tokens} & {"image", "link_open", "html_inline", "html_block"}

    asyncio.run(session())


def test_a_lens_counts_the_tools(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            params = types.CodeLensParams(one.document(REVIEWER))
            (lens,) = await one.ask(one.client.text_document_code_lens_async(params))
            assert lens.command.title == "2 effective tools (2 declared)"
            assert lens.range.start.line == 1
            told = await one.ask(
                one.client.workspace_execute_command_async(
                    types.ExecuteCommandParams(lens.command.command, arguments=lens.command.arguments)
                )
            )
            assert "**2 effective tools:**" in told
            one.type(REVIEWER, ((3, 0, 4, 0), ""))
            (lens,) = await one.ask(one.client.text_document_code_lens_async(params))
            assert "effective tools (inherits)" in lens.command.title

    asyncio.run(session())


def test_lenses_and_hints_can_be_turned_off(root: Path) -> None:
    async def session() -> None:
        async with editor(root, options={"lens": False, "hints": False}) as one:
            one.open(REVIEWER)
            assert await one.ask(one.client.text_document_code_lens_async(types.CodeLensParams(one.document(REVIEWER)))) is None
            place = types.Range(types.Position(0, 0), types.Position(9, 0))
            params = types.InlayHintParams(one.document(REVIEWER), place)
            assert await one.ask(one.client.text_document_inlay_hint_async(params)) is None

    asyncio.run(session())


def test_a_hint_stands_behind_the_list(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD)
            place = types.Range(types.Position(0, 0), types.Position(9, 0))
            (hint,) = await one.ask(one.client.text_document_inlay_hint_async(types.InlayHintParams(one.document(LEAD), place)))
            assert (hint.label, hint.position) == ("→ 2 tools", types.Position(3, len("tools: Read, Agent(reviewer, fixer)")))

    asyncio.run(session())


def test_fields_and_headings_are_the_outline(root: Path) -> None:
    body = "# Task\n\n## First\n\n```sh\n# no heading\n```\n\n## Second\n\n# End\n"
    text = f"---\nname: reviewer\ndescription: Reviews\nhooks:\n  Stop: []\n---\n{body}"

    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, text)
            params = types.DocumentSymbolParams(one.document(REVIEWER))
            found = await one.ask(one.client.text_document_document_symbol_async(params))
            assert [each.name for each in found] == ["name", "description", "hooks", "Task", "End"]
            assert [each.name for each in found[2].children] == ["Stop"]
            assert [each.name for each in found[3].children] == ["First", "Second"]
            assert found[0].detail == "reviewer"

    asyncio.run(session())


def test_agents_of_the_workspace_are_found_by_letters(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            found = await one.ask(one.client.workspace_symbol_async(types.WorkspaceSymbolParams("rvw")))
            assert [each.name for each in found] == ["reviewer"]
            assert found[0].location.uri == one.uri(REVIEWER)
            found = await one.ask(one.client.workspace_symbol_async(types.WorkspaceSymbolParams("")))
            assert sorted(each.name for each in found) == ["fixer", "lead", "reviewer"]

    asyncio.run(session())
