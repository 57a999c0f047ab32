"""The server: the protocol, as `pygls` speaks it. The only module that knows it.

Nothing that a client or a file says ends the server: a fault of remit is written into the client's log, without what the file says, and the
question is answered with nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from .._version import __version__
from .actions import KINDS
from .outline import COMMAND
from .renaming import Refused
from .service import Service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

REQUEST_FAILED = -32803
"""The protocol's code for a request that was understood and cannot be met."""


class Server:
    """One server for one client."""

    def __init__(self) -> None:
        # pygls logs what it was sent, and the traces of faults; neither is anybody's to read.
        logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
        self.pygls = LanguageServer("remit", __version__)
        self.service = Service(self)
        self._register()

    def run(self, port: int | None = None) -> None:
        """Serves over standard input and output, or the one connection to a port of this machine."""
        if port is None:
            self.pygls.start_io()
        else:
            self.pygls.start_tcp("127.0.0.1", port)

    # What the server says first: `client.Client`

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        self.pygls.text_document_publish_diagnostics(params)

    def log(self, text: str, *, wrong: bool = False) -> None:
        kind = types.MessageType.Error if wrong else types.MessageType.Info
        self.pygls.window_log_message(types.LogMessageParams(type=kind, message=f"remit: {text}"))

    def show(self, text: str, *, wrong: bool = False) -> None:
        kind = types.MessageType.Warning if wrong else types.MessageType.Info
        self.pygls.window_show_message(types.ShowMessageParams(type=kind, message=text))

    async def settings(self, uri: str | None) -> object:
        item = types.ConfigurationItem(section="remit", scope_uri=uri)
        found = await self.pygls.workspace_configuration_async(types.ConfigurationParams(items=[item]))
        return found[0] if found else None

    async def register(self, registrations: list[types.Registration]) -> None:
        await self.pygls.client_register_capability_async(types.RegistrationParams(registrations=registrations))

    async def refresh(self, *, lenses: bool, hints: bool, diagnostics: bool) -> None:
        asked: list[Awaitable[None]] = []
        if lenses:
            asked.append(self.pygls.workspace_code_lens_refresh_async(None))
        if hints:
            asked.append(self.pygls.workspace_inlay_hint_refresh_async(None))
        if diagnostics:
            asked.append(self.pygls.workspace_diagnostic_refresh_async(None))
        await asyncio.gather(*asked, return_exceptions=True)

    # What the client says

    def _register(self) -> None:
        service = self.service
        # pygls keeps texts of its own, whose lines end where Python's do: at a form feed, for one. Ours end where the protocol's do.
        for name in (
            types.TEXT_DOCUMENT_DID_OPEN,
            types.TEXT_DOCUMENT_DID_CHANGE,
            types.TEXT_DOCUMENT_DID_CLOSE,
        ):
            self.pygls.protocol.fm.builtin_features.pop(name)
        self._tell(types.INITIALIZE, self._initialize)
        self._tell(types.TEXT_DOCUMENT_DID_OPEN, service.opened)
        self._tell(types.TEXT_DOCUMENT_DID_CHANGE, service.changed)
        self._tell(types.TEXT_DOCUMENT_DID_CLOSE, service.closed)
        self._tell(types.TEXT_DOCUMENT_DID_SAVE, service.saved)
        self._tell(types.SHUTDOWN, lambda _: service.shutdown())
        self._ask(types.INITIALIZED, service.initialized)
        self._ask(types.WORKSPACE_DID_CHANGE_CONFIGURATION, service.configuration_changed)
        self._ask(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, service.folders_changed)
        self._ask(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, service.files_changed)
        triggers = types.CompletionOptions(trigger_characters=["(", ",", "[", '"', "'", " ", "-", "@"])
        self._ask(types.TEXT_DOCUMENT_COMPLETION, service.completion, triggers)
        self._ask(types.TEXT_DOCUMENT_HOVER, service.hover)
        self._ask(types.TEXT_DOCUMENT_DEFINITION, service.definition)
        self._ask(types.TEXT_DOCUMENT_REFERENCES, service.references)
        self._ask(types.TEXT_DOCUMENT_PREPARE_RENAME, service.prepare_rename)
        self._ask(types.TEXT_DOCUMENT_RENAME, service.rename, types.RenameOptions(prepare_provider=True))
        self._ask(types.TEXT_DOCUMENT_CODE_ACTION, service.actions, types.CodeActionOptions(code_action_kinds=list(KINDS)))
        self._ask(types.TEXT_DOCUMENT_CODE_LENS, service.lenses)
        self._ask(types.TEXT_DOCUMENT_INLAY_HINT, service.hints)
        self._ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, service.symbols)
        self._ask(types.WORKSPACE_SYMBOL, service.workspace_symbols)
        self.pygls.command(COMMAND)(self._guarded(self._explain))

    def _initialize(self, params: types.InitializeParams) -> None:
        encoding = ServerCapabilitiesBuilder.choose_position_encoding(params.capabilities)
        self.service.initialize(params, str(getattr(encoding, "value", encoding)))
        if self.service.abilities.pulls:
            options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="remit")
            self._ask(types.TEXT_DOCUMENT_DIAGNOSTIC, self.service.diagnostics, options)

    async def _explain(self, *arguments: object) -> str | None:
        return await self.service.explain(arguments[0] if arguments else None)

    def _tell(self, name: str, handler: Callable[..., None]) -> None:
        """Registers what is done at once, in the order in which the client says it."""

        def handle(ls: object, params: object) -> None:
            try:
                handler(params)
            except Exception as fault:
                self._fault(name, fault)

        self.pygls.feature(name)(handle)

    def _ask(self, name: str, handler: Callable[..., Awaitable[object]], options: object = None) -> None:
        """Registers what may have to wait, and can be cancelled while it does."""
        self.pygls.feature(name, options)(self._guarded(handler))

    def _guarded(self, handler: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        async def handle(ls: object, *params: object) -> object:
            try:
                return await handler(*params)
            except Refused as refusal:
                raise JsonRpcException(str(refusal), REQUEST_FAILED) from None
            except Exception as fault:
                self._fault(getattr(handler, "__name__", "request"), fault)
                return None

        return handle

    def _fault(self, asked: str, fault: Exception) -> None:
        """Writes a fault of remit into the client's log: its kind and its line, and nothing that a file says."""
        place = fault.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f" in {os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}" if place is not None else ""
        self.log(f"a fault of remit itself at {asked}: {type(fault).__name__}{where}; please report it", wrong=True)
