"""Definitions that lie in no host's place: a download, a marketplace, an example. A tree may hold a hundred thousand of them.

Reading one is a pure function of its path, so many are read by several processes; what comes back is small (names, statuses, findings), and a
reading is made again where somebody asks for it.
"""

from __future__ import annotations

import os

from .diagnostic import ERROR, Diagnostic
from .hosts import by_ending, tell
from .hosts import host as host_of
from .hosts.base import LOOSE, Reading
from .source import Source, Unreadable, read_bytes
from .syntax.nodes import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .hosts.base import Host, Version

    Packed = tuple[str, str, str, str, str | None, str | None, list[tuple[object, ...]]]

ACTIVE = "active"
SHADOWED = "shadowed"
BROKEN = "broken"
SKIPPED = "skipped"
"""Looked at, and no definition: notes, wrong endings, folders called like files."""

MANY = 4_000
"""Files from which on several processes are worth their start."""
_CHUNK = 256


class Look:
    """What became of one loose file: `status` with `reason`, the name the host knows it by, and its reading or, from another process, its
    findings alone."""

    __slots__ = ("findings", "host", "identity", "path", "reading", "reason", "status", "version")

    def __init__(self, path: str, host: Host, version: Version, reading: Reading | None) -> None:
        self.path = path
        self.host = host
        self.version = version
        self.reading = reading
        self.status = ACTIVE
        self.identity: str | None = None
        self.reason: str | None = None
        self.findings: list[Diagnostic] | tuple[()] = ()


Task = tuple[str, str, bool]
"""A file to look at: its folder with the separator at the end, its name, and whether the folder is one for agents."""


def look(task: Task, host: Host, version: Version, named: bool) -> Look:
    """Looks at one file. `named` says that somebody said which host to read it as."""
    folder, name, in_agents = task
    path = folder + name
    try:
        data = read_bytes(path)
    except Unreadable as problem:
        found = Look(path, host, version, None)
        found.status, found.reason = BROKEN if in_agents else SKIPPED, problem.reason
        if not in_agents:
            return found
        words: dict[str, object] = {"reason": problem.reason, "kind": problem.kind, "host": host.title}
        found.findings = [Diagnostic("unreadable", Source(b"", path), 0, 0, words, ERROR)]
        return found
    if not in_agents and not data.startswith((b"---", b"+++", b"\xef\xbb\xbf")):
        found = Look(path, host, version, None)
        found.status, found.reason = SKIPPED, "no front matter"
        return found
    source = Source(data, path)
    stem = name[:-3]
    if not named and (owner := by_ending(name)) is not None:
        host, version, named = owner, owner.version(None), True
    reading = host.read(source, version, LOOSE, stem=stem)
    if not named and (not reading.loaded or any(finding.rule == "foreign-key" for finding in reading.findings)):
        other = tell(path, reading.document)
        if other is not host:
            host, version = other, other.version(None)
            reading = host.read(source, version, LOOSE, stem=stem)
    found = Look(path, host, version, reading)
    if reading.loaded:
        found.identity = reading.name
    elif not in_agents and not (reading.document.has_front_matter and meant(reading, 2)):
        found.reading = None
        found.status, found.reason = SKIPPED, "its front matter is not an agent's"
    else:
        found.status = SKIPPED if reading.silent and not meant(reading) else BROKEN
        found.reason = reading.why
        found.identity = written_name(reading)
    reading.forget()
    return found


def look_at(
    tasks: list[Task], host: Host, version: Version, named: bool, jobs: int, step: Callable[[int], None]
) -> Iterator[Look]:
    """Looks at every file, in order; with several processes where there are many. `step` is told how many files are done."""
    if jobs < 2 or len(tasks) < MANY:
        for done, task in enumerate(tasks, 1):
            yield look(task, host, version, named)
            if not done & 255:
                step(256)
        return
    from multiprocessing import get_context

    # A forked child has everything in memory already; where forking is not to be had, a fresh one imports it.
    method = "fork" if hasattr(os, "fork") else "spawn"
    chunks = [(tasks[at : at + _CHUNK], host.name, version.text, named) for at in range(0, len(tasks), _CHUNK)]
    with get_context(method).Pool(jobs) as pool:
        for chunk, packed in zip(chunks, pool.imap(_work, chunks), strict=True):
            yield from map(_unpacked, packed)
            step(len(chunk[0]))


def _work(chunk: tuple[list[Task], str, str, bool]) -> list[Packed]:
    """One process's share."""
    import gc

    gc.disable()
    tasks, name, version, named = chunk
    host = host_of(name)
    at = host.version(version)
    packed: list[Packed] = []
    for task in tasks:
        found = look(task, host, at, named)
        own = found.reading.diagnostics if found.reading is not None else found.findings
        findings: list[tuple[object, ...]] = [
            (
                one.rule,
                one.start,
                one.end,
                one.data,
                one._severity,
                one.refuses,
                [(label.message, label.start, label.end) for label in one.related],
            )
            for one in own
        ]
        packed.append((found.path, found.host.name, found.version.text, found.status, found.identity, found.reason, findings))
    gc.enable()
    return packed


def _unpacked(packed: Packed) -> Look:
    path, name, version, status, identity, reason, findings = packed
    host = host_of(name)
    found = Look(path, host, host.version(version), None)
    found.status, found.identity, found.reason = status, identity, reason
    if findings:
        source = Source(b"", path)
        source.release()
        restored = []
        for rule, start, end, data, severity, refuses, related in findings:
            one = Diagnostic(rule, source, start, end, data, severity, refuses)  # type: ignore[arg-type]
            for message, first, last in related:  # type: ignore[attr-defined]
                one.relate(message, source, first, last)
            restored.append(one)
        found.findings = restored
    return found


def written_name(reading: Reading) -> str | None:
    """The name that stands in a file, whatever the host makes of it."""
    if reading.name is not None:
        return reading.name
    root = reading.document.root if reading.document.has_front_matter else None
    node = root.get("name") if root is not None else None
    return node.text if isinstance(node, Scalar) and node.text else None


def meant(reading: Reading, least: int = 1) -> bool:
    """Whether a file that the host passes over was plainly meant as a definition: it has fields, or a fence that is not closed."""
    document = reading.document
    if document.kind in ("unclosed", "foreign"):
        return True
    if document.kind == "json":
        return False  # a settings file: silence about agents means that it has none
    root = document.root if document.has_front_matter else None
    if root is None:
        return document.has_front_matter and least == 1
    known = reading.host.fields
    return sum(key in known for key in root.keys()) >= least  # noqa: SIM118
