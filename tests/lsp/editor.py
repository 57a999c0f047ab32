"""An editor for the tests: a real client that starts `remit lsp` as a process and speaks with it over its standard streams."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 60
"""Seconds after which a test fails that waits for something."""


def everything() -> types.ClientCapabilities:
    """A client that can do all that remit asks about, and is pushed its findings."""
    return types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(
                document_changes=True, resource_operations=[types.ResourceOperationKind.Rename]
            ),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=True, relative_pattern_support=True
            ),
            did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True),
            configuration=True,
            workspace_folders=True,
            code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
        ),
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True, version_support=True),
            rename=types.RenameClientCapabilities(prepare_support=True),
            code_action=types.CodeActionClientCapabilities(
                code_action_literal_support=types.ClientCodeActionLiteralOptions(
                    code_action_kind=types.ClientCodeActionKindOptions(value_set=["quickfix", "source"])
                )
            ),
        ),
    )


def pulling() -> types.ClientCapabilities:
    """The same, but it asks for findings itself."""
    found = everything()
    assert found.text_document is not None and found.workspace is not None
    found.text_document.diagnostic = types.DiagnosticClientCapabilities()
    found.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    return found


class Editor:
    """One client with its server. What the server says first is kept in the order in which it came."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.client = LanguageClient("tests", "1")
        self.published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.said: list[str] = []
        self.registrations: list[types.Registration] = []
        self.refreshed: list[str] = []
        self.settings: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self._news = asyncio.Condition()
        self.exited = asyncio.Event()
        self._listen()

    def _listen(self) -> None:
        feature = self.client.feature

        @feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def _published(params: types.PublishDiagnosticsParams) -> None:
            self.published.setdefault(params.uri, []).append(params)
            await self._tell()

        @feature(types.WINDOW_LOG_MESSAGE)
        @feature(types.WINDOW_SHOW_MESSAGE)
        async def _said(params: Any) -> None:
            self.said.append(params.message)
            await self._tell()

        @feature(types.CLIENT_REGISTER_CAPABILITY)
        async def _registered(params: types.RegistrationParams) -> None:
            self.registrations += params.registrations
            await self._tell()

        @feature(types.WORKSPACE_CONFIGURATION)
        async def _configured(params: types.ConfigurationParams) -> list[Any]:
            return [self.settings for _ in params.items]

        for name in (types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_INLAY_HINT_REFRESH, types.WORKSPACE_DIAGNOSTIC_REFRESH):

            async def _refreshed(_: Any, name: str = name) -> None:
                self.refreshed.append(name)
                await self._tell()

            feature(name)(_refreshed)

        async def _exit(_: Any) -> None:
            self.exited.set()
            await self._tell()

        self.client.server_exit = _exit  # type: ignore[method-assign]

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def until(self, done: Callable[[], object]) -> None:
        """Waits until something that the server said makes it so."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(done)

    async def start(
        self, capabilities: types.ClientCapabilities | None = None, options: Any = None, folders: list[Path] | None = None
    ) -> types.InitializeResult:
        environment = {**os.environ, "HOME": str(self.root.parent / "nobody")}
        await self.client.start_io(sys.executable, "-m", "remit", "lsp", env=environment)
        roots = [self.root] if folders is None else folders
        result = await self.ask(
            self.client.initialize_async(
                types.InitializeParams(
                    capabilities=capabilities or everything(),
                    process_id=os.getpid(),
                    workspace_folders=[types.WorkspaceFolder(uri=root.as_uri(), name=root.name) for root in roots],
                    initialization_options={"delay": 0, **(options or {})},
                )
            )
        )
        self.client.initialized(types.InitializedParams())
        return result

    async def ask(self, answer: Awaitable[Any]) -> Any:
        async with asyncio.timeout(PATIENCE):
            return await answer

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def document(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(path))

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def open(self, path: str, text: str | None = None) -> None:
        """Opens a file, with a text of the editor's own or with what stands on the disk."""
        shown = (self.root / path).read_bytes().decode() if text is None else text
        self.versions[self.uri(path)] = 1
        item = types.TextDocumentItem(self.uri(path), types.LanguageKind.Markdown, 1, shown.removeprefix("\ufeff"))
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, path: str, *changes: tuple[tuple[int, int, int, int], str] | str) -> int:
        """Changes an open document: a whole text, or places (line, character, line, character) with what comes there."""
        uri = self.uri(path)
        version = self.versions[uri] = self.versions[uri] + 1
        events: list[Any] = []
        for change in changes:
            if isinstance(change, str):
                events.append(types.TextDocumentContentChangeWholeDocument(change))
            else:
                a, b, c, d = change[0]
                place = types.Range(types.Position(a, b), types.Position(c, d))
                events.append(types.TextDocumentContentChangePartial(range=place, text=change[1]))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), events)
        )
        return version

    def close(self, path: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document(path)))

    def changed(self, path: str, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
        """Tells of a file that changed on the disk."""
        event = types.FileEvent(self.uri(path), kind)
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    async def findings(self, path: str, version: int = 1, count: int = 1) -> list[types.Diagnostic]:
        """The last findings that were shown for a version of a document, once there are `count` reports of it."""
        uri = self.uri(path)

        def reports() -> list[types.PublishDiagnosticsParams]:
            return [one for one in self.published.get(uri, []) if one.version == version]

        await self.until(lambda: len(reports()) >= count)
        return list(reports()[-1].diagnostics)

    async def shows(self, path: str, rule: str, shown: bool = True) -> None:
        """Waits until the last findings of a document have one of a rule, or none."""
        uri = self.uri(path)

        def last() -> bool:
            reports = self.published.get(uri)
            return bool(reports) and any(one.code == rule for one in reports[-1].diagnostics) is shown

        await self.until(last)

    async def rules(self, path: str, version: int = 1) -> list[Any]:
        return [one.code for one in await self.findings(path, version)]

    async def complete(self, path: str, line: int, character: int) -> list[types.CompletionItem]:
        params = types.CompletionParams(self.document(path), types.Position(line, character))
        found = await self.ask(self.client.text_document_completion_async(params))
        return list(found.items) if found is not None else []

    async def hover(self, path: str, line: int, character: int) -> str | None:
        params = types.HoverParams(self.document(path), types.Position(line, character))
        found = await self.ask(self.client.text_document_hover_async(params))
        return found.contents.value if found is not None else None

    async def stop(self) -> int | None:
        """Ends the session as the protocol says; the exit code of the server."""
        await self.ask(self.client.shutdown_async(None))
        self.client.exit(None)
        await self.until(self.exited.is_set)
        assert self.client._server is not None
        return self.client._server.returncode


@asynccontextmanager
async def editor(root: Path, *args: Any, **options: Any):
    """An editor on a folder, with its server; ended with the block."""
    one = Editor(root)
    try:
        await one.start(*args, **options)
        yield one
        assert await one.stop() == 0
        assert not [line for line in one.said if "fault of remit" in line], one.said
    finally:
        server = one.client._server
        if server is not None and server.returncode is None:
            server.kill()
        await one.client.stop()
