"""A session from its start to its end: settings, folders, files that change, cancelling, wrong input, and coming back."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.editor import Editor, editor

REVIEWER = ".claude/agents/reviewer.md"
LEAD = ".claude/agents/lead.md"
STAR = "---\nname: a\ndescription: D\ntools: Read, *\n---\nBody\n"


def test_it_says_what_it_can(root: Path) -> None:
    async def session() -> None:
        one = Editor(root)
        can = (await one.start()).capabilities
        assert can.completion_provider and can.hover_provider and can.definition_provider and can.references_provider
        assert can.rename_provider.prepare_provider
        assert "source.fixAll.remit" in can.code_action_provider.code_action_kinds
        assert can.code_lens_provider and can.inlay_hint_provider
        assert can.document_symbol_provider and can.workspace_symbol_provider
        assert can.text_document_sync.change is types.TextDocumentSyncKind.Incremental
        assert can.text_document_sync.open_close
        assert can.diagnostic_provider is None
        assert await one.stop() == 0
        await one.client.stop()

    asyncio.run(session())


def test_files_are_watched(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            await one.until(lambda: len(one.registrations) == 2)
            watched = next(each for each in one.registrations if each.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
            globs = [each["globPattern"] for each in watched.register_options["watchers"]]
            for glob in ("**/.claude/**", "**/.zeph/**", "**/remit.toml", "**/.mcp.json", "**/opencode.json"):
                assert glob in globs

    asyncio.run(session())


def test_a_definition_that_comes_and_goes_on_the_disk(root: Path) -> None:
    twin = ".claude/agents/twin.md"

    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            assert await one.findings(REVIEWER) == []
            one.write(twin, "---\nname: Reviewer\ndescription: Too\ntools: Read\n---\nB\n")
            one.changed(twin, types.FileChangeType.Created)
            await one.shows(REVIEWER, "near-duplicate-name")
            (root / twin).unlink()
            one.changed(twin, types.FileChangeType.Deleted)
            await one.shows(REVIEWER, "near-duplicate-name", shown=False)

    asyncio.run(session())


def test_settings_of_the_host_are_read_again(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(LEAD)
            assert "`Agent`" in (await one.hover(LEAD, 1, 7) or "").split("Declared")[0]
            one.write(".claude/settings.json", '{"permissions": {"deny": ["Agent"]}}')
            before = len(one.refreshed)
            one.changed(".claude/settings.json", types.FileChangeType.Created)
            await one.until(lambda: len(one.refreshed) > before)
            assert "`Agent`" not in (await one.hover(LEAD, 1, 7) or "").split("Declared")[0]

    asyncio.run(session())


def test_the_projects_configuration_counts(root: Path) -> None:
    faulty = "---\nname: reviewer\ndescription: D\ntools: Read, Frobnicate\n---\nB\n"

    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, faulty)
            assert await one.rules(REVIEWER) == ["unknown-tool"]
            one.write("remit.toml", 'ignore = ["unknown-tool"]\n')
            one.changed("remit.toml", types.FileChangeType.Created)
            await one.shows(REVIEWER, "unknown-tool", shown=False)
            one.write("remit.toml", 'ignore = ["unknown-tool"]\nfrobnicate = 1\n')
            one.changed("remit.toml")
            await one.until(lambda: one.published.get(one.uri("remit.toml")))
            (mistake,) = one.published[one.uri("remit.toml")][-1].diagnostics
            assert mistake.range.start.line == 1
            one.write("remit.toml", "")
            one.changed("remit.toml")
            await one.until(lambda: len(one.published[one.uri("remit.toml")]) == 2)
            assert one.published[one.uri("remit.toml")][-1].diagnostics == ()

    asyncio.run(session())


def test_a_host_that_the_configuration_names_for_a_path(root: Path) -> None:
    one_word = "---\nname: x\ndescription: Does things\nmode: subagent\n---\nBody\n"
    (root / "agents").mkdir()
    (root / "agents/x.md").write_text(one_word)
    (root / "remit.toml").write_text('[per-path."agents/**"]\nhost = "gemini"\n')

    async def session() -> None:
        async with editor(root) as one:
            one.open("agents/x.md")
            assert "Gemini CLI" in (await one.hover("agents/x.md", 1, 1) or "")
            assert "kind" in [item.label for item in await one.complete("agents/x.md", 3, 0)]

    asyncio.run(session())


def test_settings_of_the_editor(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER, STAR)
            assert "entries-beside-star" not in await one.rules(REVIEWER)
            one.settings = {"persona": "strict"}
            one.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
            await one.shows(REVIEWER, "entries-beside-star")
            # Some clients send them along.
            one.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(settings={"remit": {"persona": "regular", "delay": 0}})
            )
            await one.shows(REVIEWER, "entries-beside-star", shown=False)

    asyncio.run(session())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"persona": "wrong"}, "remit.persona"),
        ({"host": "nobody"}, "remit.host"),
        ({"delay": -1}, "remit.delay"),
        ({"lens": 1, "mode": []}, "remit.mode"),
    ],
)
def test_a_wrong_setting_is_told_and_its_default_holds(root: Path, options: dict[str, object], told: str) -> None:
    async def session() -> None:
        async with editor(root, options=options) as one:
            await one.until(lambda: any(line.startswith(told) for line in one.said))
            one.open(REVIEWER, STAR.replace("Read, *", "Frob"))
            assert "unknown-tool" in await one.rules(REVIEWER)

    asyncio.run(session())


def test_several_folders_are_projects_of_their_own(root: Path) -> None:
    other = root.parent / "other"
    (other / ".claude/agents").mkdir(parents=True)
    (other / ".claude/agents/reviewer.md").write_text("---\nname: reviewer\ndescription: D\ntools: Agent(helper)\n---\nB\n")

    async def session() -> None:
        async with editor(root, folders=[root, other]) as one:
            path = "../other/.claude/agents/reviewer.md"
            uri = (other / ".claude/agents/reviewer.md").as_uri()
            one.client.text_document_did_open(
                types.DidOpenTextDocumentParams(
                    types.TextDocumentItem(uri, types.LanguageKind.Markdown, 1, (root / path).read_text())
                )
            )
            found = await one.ask(one.client.workspace_symbol_async(types.WorkspaceSymbolParams("")))
            assert sorted(each.name for each in found) == ["fixer", "lead", "reviewer", "reviewer"]
            context = types.ReferenceContext(include_declaration=True)
            params = types.ReferenceParams(context, types.TextDocumentIdentifier(uri), types.Position(1, 7))
            found = await one.ask(one.client.text_document_references_async(params))
            assert [each.uri for each in found] == [uri]
            gone = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(other.as_uri(), "other")])
            one.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(gone))
            found = await one.ask(one.client.workspace_symbol_async(types.WorkspaceSymbolParams("reviewer")))
            assert root.as_uri() in found[0].location.uri

    asyncio.run(session())


def test_a_file_outside_every_folder(root: Path) -> None:
    async def session() -> None:
        async with editor(root, folders=[]) as one:
            one.open(LEAD)
            assert await one.findings(LEAD) is not None
            assert (await one.hover(LEAD, 3, 20) or "").startswith("**`reviewer`**")
            one.client.text_document_did_open(
                types.DidOpenTextDocumentParams(
                    types.TextDocumentItem(
                        "untitled:Untitled-1", types.LanguageKind.Markdown, 1, STAR.replace("Read, *", "Frob")
                    )
                )
            )
            await one.until(lambda: one.published.get("untitled:Untitled-1"))
            assert "unknown-tool" in [each.code for each in one.published["untitled:Untitled-1"][-1].diagnostics]

    asyncio.run(session())


def test_a_cancelled_request_ends_and_the_next_is_answered(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            one.open(REVIEWER)
            params = types.ReferenceParams(types.ReferenceContext(True), one.document(REVIEWER), types.Position(1, 8))
            asked = asyncio.ensure_future(one.client.protocol.send_request_async(types.TEXT_DOCUMENT_REFERENCES, params, "7"))
            await asyncio.sleep(0)  # gives the loop its turn, so that the request is written
            one.client.protocol.notify("$/cancelRequest", types.CancelParams("7"))
            try:
                assert await one.ask(asked)
            except JsonRpcException as cancelled:
                assert cancelled.code == -32800
            assert await one.hover(REVIEWER, 1, 8)

    asyncio.run(session())


STRANGE = [
    "",
    "---",
    "---\n",
    "---\n---",
    "\ufeff---\nname: a\n---\n",
    "---\nname: \x00\x07\u202e\n---\n",
    "---\n" + "a: {" * 300 + "\n---\n",
    "---\ntools: [" + "[" * 3000 + "\n---\n",
    "---\n&a [*a, *a]: *a\n---\n",
    "---\nname: a\r\rdescription: b\n---\r",
    "+++\n[[[[\n+++\n",
    "---\ntools: Agent(((((Agent(\n---\n" + "@" * 5000,
    "---\nname: '" + "x" * 200_000 + "'\n---\n",
    "\ud800---\nname: \udfff\n---\n",
    "---\ntools: " + "a" * 50_000 + "," + " " * 50_000 + "\n---\n",
    "---\na" + " # " * 20_000 + "'\n---\n",
    "+++\nallow = [\n" + "x\n" * 25_000,
    "---\ntools: {" + "]}" * 25_000 + "\n---\n",
    "---\nname: a\n---\n" + "𝒳@a " * 50_000,
    "x" * (5 << 20),
]
"""Texts that somebody means badly, or has not written to their end."""


def test_nothing_that_a_file_says_ends_the_server(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            for number, text in enumerate(STRANGE):
                for folder in (".claude/agents", ".opencode/agents", ".zeph/agents"):
                    path = f"{folder}/strange{number}.md"
                    one.open(path, text)
                    await one.findings(path)
                    for line, character in ((0, 0), (1, 7), (1, 10**6), (10**6, 3)):
                        await one.complete(path, line, character)
                        await one.hover(path, line, character)
                    document = one.document(path)
                    place = types.Range(types.Position(0, 0), types.Position(9, 9))
                    ask, client = one.ask, one.client
                    await ask(client.text_document_document_symbol_async(types.DocumentSymbolParams(document)))
                    await ask(client.text_document_code_lens_async(types.CodeLensParams(document)))
                    await ask(client.text_document_inlay_hint_async(types.InlayHintParams(document, place)))
                    context = types.CodeActionContext([])
                    await ask(client.text_document_code_action_async(types.CodeActionParams(document, place, context)))
                    version = one.type(path, ((0, 0, 10**6, 10**6), "x"), ((5, 5, 1, 1), "y"))
                    await one.findings(path, version)
                    one.close(path)

    asyncio.run(session())


def test_wrong_requests_are_answered_and_change_nothing(root: Path) -> None:
    async def session() -> None:
        async with editor(root) as one:
            assert await one.complete("never/opened.md", 0, 0) == []
            one.close("never/opened.md")
            with pytest.raises(JsonRpcException):
                await one.ask(one.client.protocol.send_request_async("remit/unknown", {}))
            one.client.protocol.notify("remit/unknown", {})
            with pytest.raises(JsonRpcException):
                await one.ask(one.client.workspace_execute_command_async(types.ExecuteCommandParams("rm -rf", arguments=[])))
            for arguments in (None, [], [7], [{"uri": 3}], [{"uri": one.uri("gone.md"), "name": None}]):
                params = types.ExecuteCommandParams("remit.explain", arguments=arguments)
                assert await one.ask(one.client.workspace_execute_command_async(params)) is None
            one.open(REVIEWER)
            assert await one.findings(REVIEWER) == []

    asyncio.run(session())


def test_without_goodbye_it_ends_with_another_code_and_starts_again(root: Path) -> None:
    async def session() -> None:
        one = Editor(root)
        await one.start()
        one.client.exit(None)
        await one.until(one.exited.is_set)
        assert one.client._server is not None and one.client._server.returncode == 1
        await one.client.stop()
        async with editor(root) as again:
            again.open(REVIEWER)
            assert await again.findings(REVIEWER) == []

    asyncio.run(session())


def lsp(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "remit", "lsp", *words], input=given, capture_output=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
def test_an_interrupt_ends_it_at_once_and_quietly() -> None:
    words = [sys.executable, "-m", "remit", "lsp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True) as server:
        assert server.stdin and server.stdout and server.stderr
        body = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}'
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=60) == -signal.SIGINT
        assert server.stderr.read() == b""


def test_an_input_that_ends_ends_the_server() -> None:
    done = lsp()
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_noise_on_the_input_is_no_traceback() -> None:
    done = lsp(given=b'Content-Length: 9\r\n\r\n{"a": }}}Content-Length: 5\r\n\r\n[[[[[garbage\r\n')
    assert b"Traceback" not in done.stderr


def test_over_a_port(root: Path) -> None:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "remit", "lsp", "--tcp", str(port)])
    try:

        async def session() -> None:
            one = Editor(root)
            async with asyncio.timeout(60):
                while True:
                    try:
                        await one.client.start_tcp("127.0.0.1", port)
                        break
                    except ConnectionRefusedError:
                        await asyncio.sleep(0)  # it is still starting
            folder = types.WorkspaceFolder(root.as_uri(), "shop")
            await one.ask(
                one.client.initialize_async(types.InitializeParams(types.ClientCapabilities(), workspace_folders=[folder]))
            )
            one.open(REVIEWER)
            assert await one.hover(REVIEWER, 1, 1)
            await one.ask(one.client.shutdown_async(None))

        asyncio.run(session())
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("words", [("--tcp", "0"), ("--tcp", "99999"), ("--tcp", "x"), ("--stdio", "--tcp", "4000")])
def test_wrong_use(words: tuple[str, ...]) -> None:
    done = lsp(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(b"remit: ")


def test_without_the_extra_it_says_how_to_get_it() -> None:
    code = (
        "import sys\nimport importlib.util as util\nfound = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'pygls' else found(name, *more)\n"
        "from remit.__main__ import main\nsys.exit(main(['lsp']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'remit[lsp]'" in done.stderr
