"""The desk: the open buffers, the projects they belong to, and the options that hold for them."""

from __future__ import annotations

import os

from .buffers import Buffer, uri_of
from .options import Options
from .positions import UTF16, Text
from .projects import Project, home_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Source


class Desk:
    """All that one client has open."""

    def __init__(self) -> None:
        self.options = Options()
        self.encoding = UTF16
        self.buffers: dict[str, Buffer] = {}
        self.projects: dict[str, Project] = {}
        self.folders: list[str] = []

    def configure(self, options: Options) -> None:
        """Takes other options; what was known under the old ones is let go."""
        self.options = options
        self.projects.clear()

    def set_folders(self, folders: list[str]) -> None:
        """The folders of the workspace, as absolute paths."""
        self.folders = folders
        for root in [root for root, project in self.projects.items() if project.below and root not in folders]:
            del self.projects[root]

    def open(self, uri: str, text: str, version: int) -> Buffer:
        buffer = self.buffers[uri] = Buffer(uri, text, version, self.encoding)
        return buffer

    def project_of(self, buffer: Buffer) -> Project:
        """The project that a buffer belongs to: that of the innermost folder of the workspace around it, else of the folder that
        holds its host's place, else one of its own that knows no other file."""
        path = buffer.path
        root = self._folder(path) if path is not None else None
        below = root is not None
        if root is None and path is not None:
            root = home_of(path)
        return self.project(root or "", below=below)

    def project(self, root: str, *, below: bool = True) -> Project:
        """The project of a folder, made where it is not there yet."""
        found = self.projects.get(root)
        if found is None:
            found = self.projects[root] = Project(root, self.options, below=below)
        return found

    def _folder(self, path: str) -> str | None:
        inside = [folder for folder in self.folders if path.startswith(os.path.join(folder, ""))]
        return max(inside, key=len) if inside else None

    def buffers_of(self, project: Project) -> list[Buffer]:
        return [buffer for buffer in self.buffers.values() if self.project_of(buffer) is project]

    def text_of(self, source: Source) -> Text:
        """A source in the client's terms, also where it is not open."""
        for buffer in self.buffers.values():
            if buffer.path is not None and buffer.path == source.path:
                return buffer.view if buffer.source is source else Text(source, self.encoding)
        return Text(source, self.encoding)

    def uri_of(self, path: str) -> str:
        """The URI of a path, as the client writes it where the file is open."""
        for uri, buffer in self.buffers.items():
            if buffer.path == path:
                return uri
        return uri_of(path)
