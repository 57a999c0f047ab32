"""Renaming an agent: its name, its file where the host takes the name from there, and all that name it.

The edit is proved before it is proposed: the definition is read with its new name as its host would read it.
"""

from __future__ import annotations

import os

from lsprotocol import types

from ..source import Source, encode
from .navigation import definitions, named, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .desk import Desk
    from .mentions import Mention
    from .positions import Text
    from .projects import Agent, Project

_FORBIDDEN = frozenset(" \t\r\n,()[]{}\"'`\\/:#&*!|>%@?<")


class Refused(Exception):
    """A rename that would not give what was asked for; says why, for people."""


def prepare(project: Project, agents: list[Agent], view: Text, offset: int) -> types.Range | None:
    """The name that would be changed, `None` where there is none to change."""
    found = subject(project, agents, offset)
    if found is None or not definitions(project, found[0].host, found[1].name):
        return None
    return view.range(found[1].start, found[1].end)


class Rename:
    """One rename: which agent, and what becomes of each file."""

    def __init__(self, desk: Desk, project: Project, agents: list[Agent], offset: int, name: str) -> None:
        found = subject(project, agents, offset)
        if found is None:
            raise Refused("there is no agent's name here")
        agent, mention = found
        self.desk = desk
        self.project = project
        self.host = agent.host
        self.old = mention.name
        self.name = name
        defined = definitions(project, self.host, self.old)
        if not defined:
            raise Refused(f"`{self.old}` is not defined in this project")
        self.entry = defined[0]
        self._check()

    def _check(self) -> None:
        if not self.name or _FORBIDDEN & set(self.name) or not self.name.isprintable() or self.name[0] in "-.~":
            raise Refused(f"`{self.name}` cannot be an agent's name: write letters, digits, `-` and `_`")
        if ":" in self.old:
            raise Refused(f"`{self.old}` belongs to a plugin, which gives it the first part of its name")
        if self.name != self.old and (self.name in self.project.names(self.host) or self.name in self.host.builtin_names):
            raise Refused(f"{self.host.title} has an agent `{self.name}` already")

    def edit(self, *, moves: bool) -> types.WorkspaceEdit:
        """The edit. `moves` says whether the client can rename files. Raises `Refused`."""
        move = self._move()
        if move is not None and not moves:
            raise Refused(f"{self.host.title} takes the name from the file's, and this editor lets nobody else rename files")
        changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
        for source, ones in named(self.project, self.host, self.old):
            if source.path == self.entry.path:
                self._prove(ones, move)
            text = self.desk.text_of(source)
            edits = [types.TextEdit(range=text.range(one.start, one.end), new_text=self.name) for one in ones]
            uri = self.desk.uri_of(source.path or "")
            buffer = self.desk.buffers.get(uri)
            identifier = types.OptionalVersionedTextDocumentIdentifier(uri, buffer.version if buffer is not None else None)
            changes.append(types.TextDocumentEdit(text_document=identifier, edits=list(edits)))
        if move is not None:
            changes.append(
                types.RenameFile(
                    old_uri=self.desk.uri_of(self.entry.path),
                    new_uri=self.desk.uri_of(move),
                    options=types.RenameFileOptions(overwrite=False, ignore_if_exists=False),
                )
            )
        if not changes:
            raise Refused(f"nothing names `{self.old}` in a way that can be changed")
        return types.WorkspaceEdit(document_changes=changes)

    def _move(self) -> str | None:
        """The file's new path, where the host calls the agent by its file."""
        reading = self.entry.reading
        assert reading is not None
        folder, base = os.path.split(self.entry.path)
        ending = next((end for end in sorted(self.entry.place.suffixes, key=len, reverse=True) if base.endswith(end)), None)
        if ending is None or self.host.format_of(self.entry.path.replace(os.sep, "/")) is not None:
            return None
        if base[: -len(ending)] != self.old.rpartition("/")[2]:
            return None
        path = os.path.join(folder, self.name + ending)
        probe = Source(reading.source.data, path)
        moved = self.host.read(probe, reading.version, reading.scope, stem=self._beside(self.name))
        return path if moved.loaded and moved.name != self.old else None

    def _beside(self, name: str) -> str:
        """The stem of a file of another name beside this one; a place's folders stand before it."""
        above = self.old.rpartition("/")[0]
        return f"{above}/{name}" if above else name

    def _prove(self, ones: list[Mention], move: str | None) -> None:
        entry = self.entry
        reading = entry.reading
        assert reading is not None
        text = reading.source.text
        for one in sorted(ones, key=lambda one: -one.start):
            text = text[: one.start] + self.name + text[one.end :]
        stem = self._beside(self.name) if move is not None else reading.stem
        again = self.host.read(
            Source(encode(text), move or entry.path),
            reading.version,
            reading.scope,
            stem=stem or os.path.splitext(entry.path)[0],
        )
        if self.host.format_of(entry.path.replace(os.sep, "/")) is None and (not again.loaded or again.name != self.name):
            why = again.why or f"it would be called `{again.name}`"
            raise Refused(f"{self.host.title} would not take `{self.name}`: {why}")
