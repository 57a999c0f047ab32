"""Completion in an editor, in texts that are half typed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from lsp.editor import Editor, editor

HERE = "‸"
"""Where the cursor stands in a text."""


async def offered(one: Editor, path: str, text: str) -> tuple[list[str], list[types.CompletionItem], str]:
    """The labels and items for a text with a cursor, and the text without it."""
    before, _, after = text.partition(HERE)
    line = before.count("\n")
    character = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
    if one.uri(path) in one.versions:
        one.type(path, before + after)
    else:
        one.open(path, before + after)
    items = await one.complete(path, line, character)
    return [item.label for item in items], items, before + after


def applied(text: str, item: types.CompletionItem) -> str:
    """The text after an item was taken."""
    edit = item.text_edit
    assert isinstance(edit, types.TextEdit)
    lines = text.split("\n")
    row = edit.range.start.line
    assert row == edit.range.end.line
    units = lines[row].encode("utf-16-le")
    start, end = edit.range.start.character * 2, edit.range.end.character * 2
    lines[row] = units[:start].decode("utf-16-le") + edit.new_text + units[end:].decode("utf-16-le")
    return "\n".join(lines)


CLAUDE = ".claude/agents/new.md"
CASES = {
    "keys of an empty front matter": (CLAUDE, "---\n‸", {"name", "tools", "model"}, set(), "name", "---\nname: "),
    "keys that are not there": (CLAUDE, "---\nname: a\n‸\n---\n", {"tools"}, {"name"}, "tools", "---\nname: a\ntools: \n---\n"),
    "a half-typed key": (CLAUDE, "---\nname: a\nto‸\n---\n", {"tools"}, {"name"}, "tools", "---\nname: a\ntools: \n---\n"),
    "a key with its colon": (CLAUDE, "---\nto‸: Read\n---\n", {"tools"}, set(), "tools", "---\ntools: Read\n---\n"),
    "keys in invalid yaml": (CLAUDE, "---\nname: a\ntools: [Read\nmo‸", {"model"}, set(), "model", None),
    "tools in a comma text": (CLAUDE, "---\ntools: Read, Gr‸, Bash\n---\n", {"Write"}, {"Read", "Bash"}, "Write", "---\ntools: Read, Write, Bash\n---\n"),
    "tools after an astral character": (CLAUDE, "---\ntools: 𝒳, Gr‸\n---\n", {"Write"}, set(), "Write", "---\ntools: 𝒳, Write\n---\n"),
    "tools in a flow list": (CLAUDE, "---\ntools: [Read, ‸]\n---\n", {"Write"}, {"Read"}, "Write", "---\ntools: [Read, Write]\n---\n"),
    "tools in quotes": (CLAUDE, '---\ntools: ["Re‸"]\n---\n', {"Read"}, set(), "Read", '---\ntools: ["Read"]\n---\n'),
    "tools in a list over lines": (CLAUDE, "---\ntools:\n  - Read\n  - ‸\n---\n", {"Write"}, {"Read"}, "Write", "---\ntools:\n  - Read\n  - Write\n---\n"),
    "tools of servers": (CLAUDE, "---\ntools: mcp‸\n---\n", {"mcp__github__*"}, set(), "mcp__github__*", None),
    "agents in brackets": (CLAUDE, "---\ntools: Agent(‸)\n---\n", {"reviewer", "fixer", "Explore"}, {"Read"}, "fixer", "---\ntools: Agent(fixer)\n---\n"),
    "the second agent in brackets": (CLAUDE, "---\ntools: Read, Agent(fixer, re‸\n---\n", {"reviewer"}, set(), "reviewer", "---\ntools: Read, Agent(fixer, reviewer\n---\n"),
    "models": (CLAUDE, "---\nmodel: so‸\n---\n", {"sonnet", "opus"}, set(), "sonnet", "---\nmodel: sonnet\n---\n"),
    "words": (CLAUDE, "---\npermissionMode: ‸\n---\n", {"plan", "acceptEdits"}, set(), "plan", "---\npermissionMode: plan\n---\n"),
    "truth": (CLAUDE, "---\nbackground: ‸\n---\n", {"true", "false"}, set(), "true", "---\nbackground: true\n---\n"),
    "skills": (CLAUDE, "---\nskills: ‸\n---\n", {"tidy"}, set(), "tidy", "---\nskills: tidy\n---\n"),
    "servers": (CLAUDE, "---\nmcpServers:\n  - ‸\n---\n", {"github"}, set(), "github", "---\nmcpServers:\n  - github\n---\n"),
    "nothing in a text": (CLAUDE, "---\ndescription: Read ‸\n---\n", set(), {"Read", "tools"}, None, None),
    "nothing in a block": (CLAUDE, "---\ndescription: |\n  to‸\n---\n", set(), {"tools"}, None, None),
    "nothing in the body": (CLAUDE, "---\nname: a\n---\nto‸\n", set(), {"tools"}, None, None),
    "a map of tools": (".opencode/agents/o.md", "---\ntools:\n  ba‸\n---\n", {"bash"}, set(), "bash", "---\ntools:\n  bash: \n---\n"),
    "what a tool of a map takes": (".opencode/agents/o.md", "---\npermission:\n  bash: ‸\n---\n", {"allow", "ask", "deny"}, set(), "ask", "---\npermission:\n  bash: ask\n---\n"),
    "a settings file": ("opencode.json", '{"agent": {"x": {"mo‸"}}}', {"mode", "model"}, set(), "mode", '{"agent": {"x": {"mode"}}}'),
    "words in a settings file": ("opencode.json", '{"agent": {"x": {"mode": ‸}}}', {"primary"}, set(), "primary", '{"agent": {"x": {"mode": "primary"}}}'),
    "toml": (".zeph/agents/z.md", '+++\nname = "a"\n‸\n+++\n', {"description"}, {"name", "allow"}, "model", '+++\nname = "a"\nmodel = \n+++\n'),
    "a table of toml": (".zeph/agents/z.md", '+++\nname = "a"\n[tools]\n‸\n+++\n', {"allow", "deny"}, {"name"}, "deny", '+++\nname = "a"\n[tools]\ndeny = \n+++\n'),
    "a table's name": (".zeph/agents/z.md", "+++\n[‸]\n+++\n", {"tools", "permissions"}, {"name"}, "tools", "+++\n[tools]\n+++\n"),
    "tools in toml": (".zeph/agents/z.md", "+++\n[tools]\nallow = [‸\n+++\n", {"bash"}, set(), "bash", '+++\n[tools]\nallow = ["bash"\n+++\n'),
    "a host's own way to name servers": (".github/agents/c.agent.md", "---\ntools: [‸]\n---\n", {"view"}, set(), None, None),
    "a file of toml": (".codex/agents/c.toml", 'name = "c"\nsandbox_mode = "‸"\n', {"read-only"}, set(), "read-only", 'name = "c"\nsandbox_mode = "read-only"\n'),
}  # fmt: skip


def test_what_could_stand_here(root: Path) -> None:
    """All cases with one server: each is a text of its own."""

    async def session() -> None:
        async with editor(root) as one:
            for name, (path, text, wanted, unwanted, taken, result) in CASES.items():
                labels, items, whole = await offered(one, path, text)
                assert wanted <= set(labels), (name, labels)
                assert not unwanted & set(labels), (name, labels)
                assert len(labels) == len(set(labels)), name
                if taken is not None and result is not None:
                    assert applied(whole, next(item for item in items if item.label == taken)) == result, name

    asyncio.run(session())


def test_a_key_brings_its_facts(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            _, items, _ = await offered(one, CLAUDE, "---\n‸\n---\n")
            item = next(item for item in items if item.label == "disallowedTools")
            assert isinstance(item.documentation, types.MarkupContent)
            assert "A bad value" in item.documentation.value
            assert "nothing is denied" in item.documentation.value
            assert [item.label for item in sorted(items, key=lambda item: item.sort_text or "")][:2] == ["name", "description"]

    asyncio.run(session())


@pytest.mark.parametrize("description", ["![x](https://example.org/x.png)", "<img src=x>", "[a](command:evil)", "`a` ``` # b"])
def test_a_description_is_shown_and_not_rendered(root: Path, description: str) -> None:
    (root / ".claude/agents/fixer.md").write_text(f"---\nname: fixer\ndescription: '{description}'\n---\nBody\n")

    async def session() -> None:
        async with editor(root) as one:
            _, items, _ = await offered(one, CLAUDE, "---\ntools: Agent(‸)\n---\n")
            shown = next(item for item in items if item.label == "fixer").documentation
            assert isinstance(shown, types.MarkupContent)
            from markdown_it import MarkdownIt

            tokens = [token for block in MarkdownIt().parse(shown.value) for token in (block.children or [block])]
            assert not {token.type for token in tokens} & {
                "image",
                "link_open",
                "html_inline",
                "html_block",
                "heading_open",
                "fence",
            }

    asyncio.run(session())
