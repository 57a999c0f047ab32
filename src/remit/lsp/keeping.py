"""Keeping up: projects are discovered in the background, files are checked when somebody stops typing, and what changed is told."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from ..catalog import Catalog
from ..configuration import Configurations, InvalidConfiguration
from ..errors import UsageError
from ..hosts.base import Surroundings
from .abilities import Abilities
from .desk import Desk
from .diagnostics import mistakes, shown
from .projects import Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .buffers import Buffer
    from .client import Client
    from .projects import Project


class Keeper:
    """Keeps projects and the findings that the client shows up to date."""

    def __init__(self, desk: Desk, client: Client) -> None:
        self.desk = desk
        self.client = client
        self.abilities = Abilities(types.ClientCapabilities())
        self._loads: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._problems: dict[str, str] = {}
        self._wrong: dict[str, list[str]] = {}
        self._sent: dict[str, tuple[int, list[types.Diagnostic]]] = {}

    # Projects

    async def ready(self, project: Project) -> None:
        """Waits until a project is known; returns at once where it is, also where a newer state is on its way."""
        if project.root and project.catalog is None:
            await asyncio.shield(self.load(project))

    async def fresh(self, project: Project) -> None:
        """Waits until a project is known as it is now."""
        await self.ready(project)
        running = self._loads.get(project.root)
        if running is not None:
            await asyncio.shield(running)

    def load(self, project: Project) -> asyncio.Task[None]:
        """Has a project discovered; where that is under way, once more after it."""
        running = self._loads.get(project.root)
        if running is not None:
            self._again.add(project.root)
            return running
        task = self._loads[project.root] = asyncio.get_running_loop().create_task(self._load(project))
        return task

    async def _load(self, project: Project) -> None:
        root = project.root
        try:
            while True:
                self._again.discard(root)
                known = await asyncio.to_thread(self._discovered, project)
                if root not in self._again:
                    break
        finally:
            del self._loads[root]
        if self.desk.projects.get(root) is not project:
            current = self.desk.projects.get(root)
            if current is not None:
                await self.load(current)
            return
        project.adopt(known, self.desk.buffers_of(project))
        self._check(project)
        self._tell_problem(project)
        await self.client.refresh(
            lenses=self.abilities.refreshes_lenses,
            hints=self.abilities.refreshes_hints,
            diagnostics=self.abilities.refreshes_diagnostics and self.abilities.pulls,
        )

    def _discovered(self, project: Project) -> Known:
        try:
            return project.discover()
        except (OSError, UsageError) as problem:
            wrong = UsageError(f"{project.root}: {problem}")
            return Known(Catalog(Surroundings(project.root), []), Configurations(search=False), wrong)

    def _tell_problem(self, project: Project) -> None:
        """Tells what is wrong with a project's configuration: at its place where it has one, and once to people."""
        problem = project.problem
        told = self._problems.get(project.root)
        if problem is None or str(problem) == told:
            if problem is None and told is not None:
                self._problems.pop(project.root)
                for uri in self._wrong.pop(project.root, []):
                    self.client.publish(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))
            return
        self._problems[project.root] = str(problem)
        self.client.show(problem.reason, wrong=True)
        if isinstance(problem, InvalidConfiguration) and problem.source.path is not None:
            uri = self.desk.uri_of(problem.source.path)
            self._wrong[project.root] = [uri]
            found = mistakes(self.desk, problem)
            self.client.publish(types.PublishDiagnosticsParams(uri=uri, diagnostics=found))

    # Findings

    def changed(self, buffer: Buffer, *, at_once: bool = False) -> None:
        """A buffer says something else: it and the others of its project are checked once nobody has typed for a moment."""
        timer = self._timers.pop(buffer.uri, None)
        if timer is not None:
            timer.cancel()
        project = self.desk.project_of(buffer)
        if project.root and project.catalog is None:
            self.load(project)  # it is checked when that is done
            return
        if self.abilities.pulls:
            return
        delay = 0 if at_once else self.desk.options.delay
        self._timers[buffer.uri] = asyncio.get_running_loop().call_later(delay, self._due, buffer.uri)

    def _due(self, uri: str) -> None:
        self._timers.pop(uri, None)
        buffer = self.desk.buffers.get(uri)
        if buffer is not None:
            self._check(self.desk.project_of(buffer), first=buffer)

    def _check(self, project: Project, first: Buffer | None = None) -> None:
        if self.abilities.pulls or (project.root and project.catalog is None):
            return
        buffers = self.desk.buffers_of(project)
        for buffer in sorted(buffers, key=lambda one: one is not first):
            if buffer.uri in self._timers and buffer is not first:
                continue  # somebody types there; its own turn comes
            found = self.findings(buffer)
            sent = (buffer.version, found)
            if self._sent.get(buffer.uri) != sent:
                self._sent[buffer.uri] = sent
                self.client.publish(types.PublishDiagnosticsParams(uri=buffer.uri, version=buffer.version, diagnostics=found))

    def findings(self, buffer: Buffer) -> list[types.Diagnostic]:
        """The findings of a buffer as the client takes them."""
        project = self.desk.project_of(buffer)
        found = shown(self.desk, buffer.view, project.findings(buffer.source))
        if not self.abilities.relates:
            for one in found:
                one.related_information = None
        return found

    def closed(self, uri: str) -> None:
        """A document is no longer open: nothing is shown for it."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        if self._sent.pop(uri, None) is not None:
            self.client.publish(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
