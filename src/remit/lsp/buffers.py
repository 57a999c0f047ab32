"""Buffers: the documents that the client has open, as they stand there now."""

from __future__ import annotations

import os
from urllib.parse import quote, unquote, urlsplit

from lsprotocol import types

from ..source import BOM, Source, Unreadable, Unsaved, read_bytes
from .positions import UTF16, Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Buffer:
    """One open document. `text` is the client's; `path` is `None` where it is no file.

    `marked` says that the file on the disk begins with a byte order mark, which the editor keeps and writes again but does not count: the
    host reads it, so it stands in `source`.
    """

    __slots__ = ("_source", "encoding", "marked", "path", "text", "uri", "version")

    def __init__(self, uri: str, text: str, version: int, encoding: str = UTF16) -> None:
        self.uri = uri
        self.path = path_of(uri)
        self.text = _whole(text)
        self.version = version
        self.encoding = encoding
        self._source: Source | None = None
        self.marked = False
        self.look_for_mark()

    def look_for_mark(self) -> None:
        """Looks again whether the file on the disk begins with a byte order mark."""
        self.marked = self.path is not None and not self.text.startswith("\ufeff") and _begins_with_mark(self.path)
        self._source = None

    def change(self, changes: Sequence[types.TextDocumentContentChangeEvent], version: int) -> None:
        """Takes over what the client changed, in order. Lines end as the protocol says, not as Python splits them."""
        text = self.text
        for one in changes:
            place = getattr(one, "range", None)
            if place is None:
                text = _whole(one.text)
                continue
            before = Text(Source.of(text), self.encoding, skipped=0)
            start, end = before.offset(place.start), before.offset(place.end)
            text = text[:start] + _whole(one.text) + text[max(start, end) :]
        self.text = text
        self.version = version
        self._source = None

    @property
    def source(self) -> Source:
        """The bytes that the file would have if it were saved now."""
        if self._source is None:
            self._source = Unsaved((BOM if self.marked else b"") + self.text.encode(), self.path)
        return self._source

    @property
    def view(self) -> Text:
        return Text(self.source, self.encoding, skipped=int(self.marked))


def _whole(text: str) -> str:
    """Text that is Unicode: half of a surrogate pair, which JSON lets through, is the sign for what cannot be read."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _begins_with_mark(path: str) -> bool:
    try:
        return read_bytes(path).startswith(BOM)
    except Unreadable:
        return False


def path_of(uri: str) -> str | None:
    """The path of a `file` URI, `None` for any other."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or "\0" in (path := unquote(parts.path)):
        return None
    if os.name == "nt":
        host = f"//{parts.netloc}" if parts.netloc else ""
        path = host + (path[1:] if path[2:3] == ":" else path)
        return os.path.normpath(path[:1].upper() + path[1:])
    return os.path.normpath(path) if path.startswith("/") else None


def uri_of(path: str) -> str:
    """The URI of an absolute path."""
    slashed = path.replace(os.sep, "/")
    if os.name == "nt":
        if slashed.startswith("//"):
            return "file:" + quote(slashed)
        slashed = "/" + slashed
    return "file://" + quote(slashed, safe="/:@!$&'()*+,;=~-._")
