"""Findings in an editor, from a real server over its standard streams."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types

from lsp.editor import editor, pulling
from remit.checking import check

AGENT = ".claude/agents/reviewer.md"
FAULTY = "---\nname: reviewer\ndescription: Reviews code with care\ntools: Read, Frobnicate\n---\nBody\n"


def test_findings_come_while_typing(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(AGENT)
            assert await one.findings(AGENT) == []
            version = one.type(AGENT, ((3, 7, 3, 11), "Frobnicate"))
            (found,) = await one.findings(AGENT, version)
            assert found.code == "unknown-tool"
            assert found.source == "remit"
            assert found.severity is types.DiagnosticSeverity.Warning
            assert found.range == types.Range(types.Position(3, 7), types.Position(3, 17))
            assert found.code_description is not None
            page = found.code_description.href.removeprefix("file://")
            assert "agent names a tool" in Path(page).read_text().lower() or "unknown" in Path(page).name
            assert found.data == {"rule": "unknown-tool", "start": 62, "end": 72}

    asyncio.run(session())


def test_of_several_keys_the_last_text_is_told(root: Path) -> None:
    async def session() -> None:
        async with editor(root, options={"delay": 20}) as one:
            one.open(AGENT)
            await one.findings(AGENT)
            for letter in "Xyz":
                version = one.type(AGENT, ((3, 7, 3, 7), letter))
            found = await one.findings(AGENT, version)
            assert [each.code for each in found] == ["unknown-tool"]
            assert [each.version for each in one.published[one.uri(AGENT)]] == [1, version]

    asyncio.run(session())


def test_the_findings_are_those_of_the_command(root: Path) -> None:
    (root / ".claude/agents/twin.md").write_text("---\nname: reviewer\ndescription: Too\ntools: [Read\n---\n")
    (root / ".claude/agents/other.md").write_text("---\nname: Reviewer\ndescription: Again\ncolour: red\n---\nBody\n")
    told = {}
    for finding in check(root, home=str(root.parent / "nobody")):
        told.setdefault(finding.path, []).append((finding.rule, finding.span[0]))

    async def session() -> None:
        async with editor(root) as one:
            for name in ("reviewer", "fixer", "twin", "other"):
                path = f".claude/agents/{name}.md"
                one.open(path)
                found = await one.findings(path)
                shown = [(each.code, (each.range.start.line + 1, each.range.start.character + 1)) for each in found]
                assert shown == told.get(str(root / path), [])

    asyncio.run(session())


def test_places_are_counted_as_the_protocol_says(root: Path) -> None:
    text = '---\r\nname: a\r\ndescription: "𝒳 and \u2028 more"\r\ntools: Read, "𝒳𝒳", Frob\r\n---\r\n'
    (root / AGENT).write_bytes(b"\xef\xbb\xbf" + text.encode())

    async def session() -> None:
        async with editor(root) as one:
            one.open(AGENT)
            found = await one.findings(AGENT)
            place = next(each.range for each in found if each.message.startswith("`Frob`") or "Frob" in each.message)
            assert (place.start.line, place.start.character) == (3, 21)
            assert place.end.character == 25
            # A key is typed after the astral characters: the server's text stays the client's.
            version = one.type(AGENT, ((3, 25, 3, 25), "nicate"), ((2, 16, 2, 17), ""))
            found = await one.findings(AGENT, version)
            place = next(each.range for each in found if "Frobnicate" in each.message)
            assert (place.start.character, place.end.character) == (21, 31)

    asyncio.run(session())


def test_a_mark_that_the_editor_hides_is_there_for_the_host(root: Path) -> None:
    path = ".zeph/agents/z.md"
    file = root / path
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\xef\xbb\xbf+++\nname = 'z'\ndescription = 'Does things'\n+++\nBody\n")

    async def session() -> None:
        async with editor(root) as one:
            one.open(path)
            (found,) = [each for each in await one.findings(path) if each.code == "byte-order-mark"]
            assert found.range == types.Range(types.Position(0, 0), types.Position(0, 0))

    asyncio.run(session())


def test_a_name_that_stands_twice_points_to_the_other(root: Path) -> None:
    (root / ".claude/agents/z.md").write_text("---\nname: reviewer\ndescription: Too\ntools: Read\n---\nB\n")

    async def session() -> None:
        async with editor(root) as one:
            one.open(AGENT)
            (found,) = [each for each in await one.findings(AGENT) if each.code == "duplicate-name"]
            assert found.related_information is not None
            (other,) = found.related_information
            assert other.location.uri == one.uri(".claude/agents/z.md")
            assert other.location.range.start == types.Position(1, 6)

    asyncio.run(session())


def test_what_is_idle_is_pale_and_what_is_retired_crossed_out(root: Path) -> None:
    text = "---\nname: a\ndescription: Does things\ntools: Read, LS, Read\n---\nBody\n"

    async def session() -> None:
        async with editor(root, options={"persona": "strict"}) as one:
            one.open(AGENT, text)
            tags = {each.code: each.tags for each in await one.findings(AGENT)}
            assert tags["retired-tool"] == (types.DiagnosticTag.Deprecated,)
            assert tags["duplicate-entry"] == (types.DiagnosticTag.Unnecessary,)

    asyncio.run(session())


def test_unsaved_text_of_one_file_counts_for_another(root: Path) -> None:
    fixer = ".claude/agents/fixer.md"

    async def session() -> None:
        async with editor(root) as one:
            one.open(AGENT)
            one.open(fixer)
            assert "near-duplicate-name" not in await one.rules(AGENT)
            one.type(fixer, ((1, 6, 1, 11), "Reviewer"))
            await one.shows(AGENT, "near-duplicate-name")
            # Closed unsaved: what stands on the disk counts again.
            one.close(fixer)
            await one.shows(AGENT, "near-duplicate-name", shown=False)
            assert one.published[one.uri(fixer)][-1].diagnostics == ()

    asyncio.run(session())


def test_findings_are_asked_for(root: Path) -> None:
    async def session() -> None:
        async with editor(root, pulling()) as one:
            one.open(AGENT, FAULTY)

            async def asked(previous: str | None = None):
                params = types.DocumentDiagnosticParams(one.document(AGENT), previous_result_id=previous)
                return await one.ask(one.client.text_document_diagnostic_async(params))

            report = await asked()
            assert [each.code for each in report.items] == ["unknown-tool"]
            assert (await asked(report.result_id)).kind == "unchanged"
            one.type(AGENT, ((3, 13, 3, 23), "Grep"))
            assert (await asked(report.result_id)).items == ()
            one.changed(".mcp.json")
            await one.until(lambda: types.WORKSPACE_DIAGNOSTIC_REFRESH in one.refreshed)
            assert not one.published

    asyncio.run(session())


def test_files_that_are_nobodys_are_passed_over(root: Path) -> None:
    notes = {
        "README.md": "# Shop\n",
        "post.md": "---\ntitle: A post\ndate: 2026-01-01\n---\nText\n",
        ".claude/commands/x.md": "---\ndescription: A command\nmodel: sonnet\n---\n",
        ".claude/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies up\n---\n",
        ".claude/settings.json": "{",
        "Cargo.toml": "[package]\nname = 'x'\n",
    }

    async def session() -> None:
        async with editor(root) as one:
            for path, text in notes.items():
                one.open(path, text)
                assert await one.findings(path) == [], path
                assert await one.complete(path, 1, 0) == [], path
                assert await one.hover(path, 1, 1) is None, path
            one.open("agents/loose.md", FAULTY)
            assert await one.rules("agents/loose.md") == ["unknown-tool"]
            one.open(".zeph/agents/z.md", "+++\nname = 'z'\n+++\n")
            assert "missing-description" in await one.rules(".zeph/agents/z.md")
            one.open("opencode.json", '{"agent": {"x": {"mode": "sub"}}}')
            assert len(await one.rules("opencode.json")) == 1

    asyncio.run(session())
