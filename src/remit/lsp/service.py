"""The service: one method for each thing that a client says or asks."""

from __future__ import annotations

import hashlib
import os

from lsprotocol import types

from ..source import Source, Unreadable, read_bytes
from . import actions as action_room
from . import navigation, outline, watching
from .abilities import Abilities
from .buffers import path_of
from .completion import complete
from .desk import Desk
from .explaining import agent as explain_agent
from .hover import hover
from .keeping import Keeper
from .options import Options
from .renaming import Rename, prepare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .buffers import Buffer
    from .client import Client
    from .projects import Agent, Project


class Service:
    """All that one client is answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.desk = Desk()
        self.keeper = Keeper(self.desk, client)
        self._given: object = None
        self.ended = False

    @property
    def abilities(self) -> Abilities:
        return self.keeper.abilities

    # The session

    def initialize(self, params: types.InitializeParams, encoding: str) -> None:
        self.keeper.abilities = Abilities(params.capabilities)
        self.desk.encoding = encoding
        folders = [path_of(folder.uri) for folder in params.workspace_folders or ()]
        if params.workspace_folders is None:
            folders = [path_of(params.root_uri) if params.root_uri else params.root_path]
        self.desk.set_folders([folder for folder in folders if folder and os.path.isabs(folder)])
        self._given = _section(params.initialization_options)
        self._configure(self._given)

    async def initialized(self, params: types.InitializedParams) -> None:
        registrations = []
        if self.abilities.watches:
            globs = watching.watchers(self.desk.options, self.abilities.watches_anywhere)
            registrations.append(
                types.Registration(
                    id="remit.files",
                    method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                    register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=globs),
                )
            )
        if self.abilities.told_of_settings:
            registrations.append(
                types.Registration(
                    id="remit.settings",
                    method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                    register_options=types.DidChangeConfigurationRegistrationOptions(section="remit"),
                )
            )
        if self.abilities.settings:
            await self._ask_settings()
        self._open_projects()
        if registrations:
            await self.client.register(registrations)

    async def _ask_settings(self) -> None:
        given = await self.client.settings(None)
        if isinstance(given, dict) and given:
            start = self._given if isinstance(self._given, dict) else {}
            self._configure({**start, **given})

    def _configure(self, given: object) -> None:
        options = Options(given)
        if options == self.desk.options:
            return
        for problem in options.problems:
            self.client.show(problem, wrong=True)
        self.desk.configure(options)

    def _open_projects(self) -> None:
        """Has every folder of the workspace discovered, and the projects of what is open."""
        for folder in self.desk.folders:
            self.keeper.load(self.desk.project(folder))
        for buffer in self.desk.buffers.values():
            self.keeper.changed(buffer, at_once=True)

    async def configuration_changed(self, params: types.DidChangeConfigurationParams) -> None:
        given = _section(params.settings)
        if isinstance(given, dict) and given:
            self._configure(given)
        elif self.abilities.settings:
            await self._ask_settings()
        self._open_projects()

    async def folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        added = [path for folder in params.event.added if (path := path_of(folder.uri)) is not None]
        self.desk.set_folders([*(one for one in self.desk.folders if one not in gone), *added])
        self._open_projects()

    async def files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        open_paths = {buffer.path for buffer in self.desk.buffers.values()}
        paths = {
            path
            for change in params.changes
            if (path := path_of(change.uri)) is not None
            and not (change.type is types.FileChangeType.Changed and path in open_paths)
        }
        if not paths:
            return
        for project in list(self.desk.projects.values()):
            if project.root and any(self._counts(project, path) for path in paths):
                self.keeper.load(project)

    def _counts(self, project: Project, path: str) -> bool:
        home = self.desk.options.home
        return any(path.startswith(os.path.join(root, "")) for root in (project.root, home) if root)

    def shutdown(self) -> None:
        self.ended = True
        self.keeper.stop()

    # Documents

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        self.keeper.changed(self.desk.open(one.uri, one.text, one.version), at_once=True)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        buffer = self.desk.buffers.get(params.text_document.uri)
        if buffer is not None:
            buffer.change(params.content_changes, params.text_document.version)
            self.keeper.changed(buffer)

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """A saved file of settings counts from now on, also where the client watches nothing."""
        buffer = self.desk.buffers.get(params.text_document.uri)
        if buffer is None or buffer.path is None:
            return
        buffer.look_for_mark()
        project = self.desk.project_of(buffer)
        if not self.abilities.watches and project.root and watching.concerns(buffer.path):
            self.keeper.load(project)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """What stands on the disk counts again."""
        uri = params.text_document.uri
        buffer = self.desk.buffers.pop(uri, None)
        self.keeper.closed(uri)
        if buffer is None or buffer.path is None:
            return
        project = self.desk.project_of(buffer)
        try:
            data = read_bytes(buffer.path)
        except Unreadable:
            data = None
        if data != buffer.source.data:
            if data is None:
                self.keeper.load(project)
            else:
                project.update(Source(data, buffer.path))
                for other in self.desk.buffers_of(project)[:1]:
                    self.keeper.changed(other)

    # Questions

    async def _at(self, uri: str, *, fresh: bool = False) -> tuple[Buffer, Project, list[Agent]] | None:
        """A buffer, its project and its agents. `fresh` waits for changes of other files that are still being read."""
        while (buffer := self.desk.buffers.get(uri)) is not None:
            project = self.desk.project_of(buffer)
            await (self.keeper.fresh(project) if fresh else self.keeper.ready(project))
            if self.desk.project_of(buffer) is project:  # else the options have changed meanwhile
                return buffer, project, project.agents(buffer.source)
        return None

    async def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        found = await self._at(params.text_document.uri)
        if found is None:
            return None
        buffer, project, agents = found
        items = complete(project, agents, buffer.view, params.position)
        return types.CompletionList(is_incomplete=False, items=items)

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        found = await self._at(params.text_document.uri)
        return hover(found[1], found[2], found[0].view, params.position) if found is not None else None

    async def definition(self, params: types.DefinitionParams) -> list[types.Location] | None:
        found = await self._at(params.text_document.uri, fresh=True)
        if found is None:
            return None
        buffer, project, agents = found
        return navigation.definition(self.desk, project, agents, buffer.view.offset(params.position))

    async def references(self, params: types.ReferenceParams) -> list[types.Location] | None:
        found = await self._at(params.text_document.uri, fresh=True)
        if found is None:
            return None
        buffer, project, agents = found
        offset = buffer.view.offset(params.position)
        with_definition = params.context.include_declaration
        return navigation.references(self.desk, project, agents, offset, with_definition=with_definition)

    async def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        found = await self._at(params.text_document.uri)
        if found is None:
            return None
        buffer, project, agents = found
        return prepare(project, agents, buffer.view, buffer.view.offset(params.position))

    async def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        """Raises `Refused`."""
        found = await self._at(params.text_document.uri, fresh=True)
        if found is None:
            return None
        buffer, project, agents = found
        offset = buffer.view.offset(params.position)
        edit = Rename(self.desk, project, agents, offset, params.new_name).edit(moves=self.abilities.moves)
        return edit if self.abilities.versioned else _unversioned(edit)

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        found = await self._at(params.text_document.uri)
        if found is None or not self.abilities.action_literals:
            return None
        buffer, project, agents = found
        if not agents:
            return []
        view = buffer.view
        kinds = [str(getattr(kind, "value", kind)) for kind in params.context.only] if params.context.only is not None else None
        request = action_room.Request(
            buffer,
            view.offset(params.range.start),
            view.offset(params.range.end),
            kinds,
            list(params.context.diagnostics),
            self.abilities.versioned,
            params.context.trigger_kind is types.CodeActionTriggerKind.Automatic,
        )
        return action_room.actions(request, project, project.findings(buffer.source), agents[0].reading.document)

    async def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens] | None:
        found = await self._at(params.text_document.uri)
        if found is None or not self.desk.options.lens:
            return None
        return outline.lenses(found[2], found[0])

    async def hints(self, params: types.InlayHintParams) -> list[types.InlayHint] | None:
        found = await self._at(params.text_document.uri)
        if found is None or not self.desk.options.hints:
            return None
        view = found[0].view
        return outline.hints(found[2], view, view.offset(params.range.start), view.offset(params.range.end))

    async def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        found = await self._at(params.text_document.uri)
        return outline.symbols(found[2], found[0].view) if found is not None else None

    async def workspace_symbols(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        for folder in self.desk.folders:
            self.desk.project(folder)
        projects = [project for project in list(self.desk.projects.values()) if project.root]
        for project in projects:
            await self.keeper.fresh(project)
        return outline.workspace_symbols(self.desk, projects, params.query[:200])

    async def diagnostics(self, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        found = await self._at(params.text_document.uri)
        items = self.keeper.findings(found[0]) if found is not None else []
        mark = hashlib.sha256(repr(items).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        if params.previous_result_id == mark:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=mark)
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=mark)

    async def explain(self, argument: object) -> str | None:
        """The command behind a lens: an agent in Markdown."""
        if not isinstance(argument, dict):
            return None
        found = await self._at(str(argument.get("uri")))
        agents = found[2] if found is not None else []
        agent = next((one for one in agents if one.identity == argument.get("name")), None)
        return explain_agent(agent.remit) if agent is not None else None


def _section(given: object) -> object:
    """The settings of remit: those under `remit` where a client sends all it has."""
    if isinstance(given, dict) and isinstance(given.get("remit"), dict):
        return given["remit"]
    return given


def _unversioned(edit: types.WorkspaceEdit) -> types.WorkspaceEdit:
    """The same edit for clients that know no versions of documents."""
    changes: dict[str, list[types.TextEdit]] = {}
    for one in edit.document_changes or ():
        if isinstance(one, types.TextDocumentEdit):
            changes.setdefault(one.text_document.uri, []).extend(
                change for change in one.edits if isinstance(change, types.TextEdit)
            )
    return types.WorkspaceEdit(changes=changes)
