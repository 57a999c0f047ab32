"""The calls of the public API that take a text or a path: `parse`, `load`, `load_all`, `read`."""

from __future__ import annotations

import os

from .diagnostic import Diagnostic
from .document import Document
from .errors import DefinitionError, InvalidDefinition, ParseError
from .hosts import DEFAULT, select, tell
from .hosts import host as host_of
from .hosts.base import LOOSE, PROJECT, Reading
from .source import MAX_BYTES, Source, Unreadable, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .definition import Definition
    from .hosts.base import Host, Version


def reading_of(source: Source, host: str | None = None, scope: str = LOOSE) -> Reading:
    """What a host makes of a source; the host is told from the path and the fences where none is named. Never raises `DefinitionError`."""
    found, version = _host(source, host)
    stem = os.path.splitext(os.path.basename(source.path))[0] if source.path else None
    return found.read(source, version, scope, stem=stem)


def _host(source: Source, name: str | None) -> tuple[Host, Version]:
    chosen = select(name)
    if chosen is not None:
        return chosen
    found = tell(source.path, Document(source))
    return found, found.version(None)


def read(text: str | bytes, path: str | os.PathLike[str] | None = None, host: str | None = None) -> Document:
    """A document: the text as written, lossless, with its syntax and the host's findings in `diagnostics`. Never raises for what the text
    says."""
    name = os.fspath(path) if path is not None else None
    source = Source(text, name) if isinstance(text, bytes) else Source.of(text, name)
    reading = reading_of(source, host)
    document = reading.document
    document.diagnostics = reading.diagnostics
    return document


def parse(text: str | bytes, host: str | None = None, path: str | os.PathLike[str] | None = None) -> Definition:
    """The definition in a text.

    `host` is `NAME[@VERSION]`; without it the fences tell: `+++` is Zeph's, `---` Claude Code's unless the path or the fields say
    otherwise. Raises `ParseError` or `InvalidDefinition`.
    """
    name = os.fspath(path) if path is not None else None
    source = Source(text, name) if isinstance(text, bytes) else Source.of(text, name)
    return definition_of(reading_of(source, host))


def load(path: str | os.PathLike[str], host: str | None = None) -> Definition:
    """The definition in a file. Raises `ParseError` (also where the file cannot be read) or `InvalidDefinition`."""
    name = os.fspath(path)
    try:
        data = read_bytes(name, _limit(host))
    except Unreadable as problem:
        raise ParseError(problem.reason, path=name) from None
    return definition_of(reading_of(Source(data, name), host))


def _limit(host: str | None) -> int:
    chosen = select(host)
    return (chosen[0].size_limit(chosen[1]) if chosen else None) or MAX_BYTES


def definition_of(reading: Reading) -> Definition:
    """The definition of a reading. Raises the error of the first finding that refuses it."""
    for finding in [*reading.document.diagnostics, *reading.findings]:
        if finding.refuses:
            raise error_of(finding)
    if reading.definition is None:
        raise ParseError(f"{reading.host.title} does not load it: {reading.why}", path=reading.path)
    return reading.definition


def error_of(finding: Diagnostic) -> DefinitionError:
    """The exception that a refusing finding stands for."""
    (line, column), _ = finding.span
    kind = InvalidDefinition if finding.data.get("class") == "invalid" else ParseError
    return kind(finding.message, path=finding.path, line=line, column=column)


def load_all(
    directories: Iterable[str | os.PathLike[str]],
    host: str | None = None,
    *,
    strict: bool | None = None,
    on_error: object = None,
) -> list[Definition]:
    """The definitions of several directories in order; of a name that stands twice the earlier directory's counts.

    A bad file is left out and reported to `on_error(error)` if that is given (the rest loads). With `strict` the first bad file raises; by
    default a host that loads strictly does (Zeph before 0.22). Directories that are missing hold nothing.
    """
    from .discovery import files_of

    found, version = select(host) or (host_of(DEFAULT), host_of(DEFAULT).version(None))
    if strict is None:
        strict = found.strict_loading(version)
    definitions: list[Definition] = []
    names: set[str] = set()
    for directory in directories:
        place = found.given_place(os.fspath(directory), version)
        for item in files_of(place):
            if item.skipped is not None and not (strict and item.path.endswith(place.suffixes)):
                continue
            try:
                data = read_bytes(item.path, found.size_limit(version) or MAX_BYTES)
                reading = _read_as(found, version, Source(data, item.path), host)
                if reading.silent and not strict:
                    continue
                definition = definition_of(reading)
            except (Unreadable, DefinitionError) as problem:
                error = problem if isinstance(problem, DefinitionError) else ParseError(problem.reason, path=item.path)
                if strict:
                    raise error from None
                if callable(on_error):
                    on_error(error)
                continue
            if definition.name not in names:
                names.add(definition.name)
                definitions.append(definition)
    return definitions


def _read_as(found: Host, version: Version, source: Source, named: str | None) -> Reading:
    if named is None:
        return reading_of(source, None, PROJECT)
    stem = os.path.splitext(os.path.basename(source.path or ""))[0]
    return found.read(source, version, PROJECT, stem=stem)
