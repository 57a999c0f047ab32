"""Definitions that lie in no host's place: a download, a marketplace, an example. A tree may hold a hundred thousand of them.

Reading one is a pure function of its path, so many are read by several processes; what comes back is small (names, statuses, findings), and a
reading is made again where somebody asks for it.
"""

from __future__ import annotations

import os
import re

from .diagnostic import ERROR, Diagnostic
from .hosts import by_ending, tell
from .hosts import host as host_of
from .hosts.base import LOOSE, Reading
from .source import Source, Unreadable, read_bytes
from .syntax.fences import late
from .syntax.nodes import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from .hosts.base import Host, Version

    Packed = tuple[str, str, str, str | None, str | None, bytes | None]

ACTIVE = "active"
SHADOWED = "shadowed"
BROKEN = "broken"
SKIPPED = "skipped"
"""Looked at, and no definition: notes, wrong endings, folders called like files."""

MANY = 4_000
"""Files from which on several processes are worth their start."""
_CHUNK = 256
_OWN_SHARE = 0.7
"""How many files the first process looks at while a helper looks at one."""


class Look:
    """What became of one loose file: `status` with `reason`, the name the host knows it by, and its reading or, from another process, its
    findings alone, as `restored` takes them."""

    __slots__ = ("findings", "host", "identity", "path", "reading", "reason", "status", "version")

    def __init__(self, path: str, host: Host, version: Version, reading: Reading | None) -> None:
        self.path = path
        self.host = host
        self.version = version
        self.reading = reading
        self.status = ACTIVE
        self.identity: str | None = None
        self.reason: str | None = None
        self.findings: list[Diagnostic] | tuple[()] | bytes = ()


Task = tuple[str, str, bool]
"""A file to look at: its folder with the separator at the end, its name, and whether the folder is one for agents."""

_AGENTS = re.compile(r"[/\\\\]agents?[/\\\\]").search


def in_agents_folder(prefix: str) -> bool:
    """Whether a folder, with the separator at its end, is called as one for agents or lies in one."""
    return _AGENTS(prefix) is not None


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
    return look_into(task, Source(data, path), host, version, named)


def look_again(found: Look, host: Host, version: Version, named: bool) -> Look:
    """Looks once more at a file among agents that was passed over: where it begins as a definition does, it is meant as one."""
    if found.status != SKIPPED or found.reading is not None:
        return found
    try:
        source = Source(read_bytes(found.path), found.path)
    except Unreadable:
        return found
    if not source.utf16 and late(source.text, 1 if source.bom else 0) is None and not source.data.startswith(_FENCES):
        return found
    folder, _, name = found.path.rpartition(os.sep)
    return look_into((folder + os.sep, name, True), source, host, version, named)


_FOREIGN = frozenset(("foreign-key", "list-of-wrong-type"))
"""Findings that a file has which is written for another host."""
_FENCES = (b"---", b"+++", b"\xef\xbb\xbf---", b"\xef\xbb\xbf+++")


def look_into(task: Task, source: Source, host: Host, version: Version, named: bool) -> Look:
    """Looks at one file whose text is at hand."""
    folder, name, in_agents = task
    path = folder + name
    if not in_agents and not source.data.startswith((b"---", b"+++", b"\xef\xbb\xbf")):
        found = Look(path, host, version, None)
        found.status, found.reason = SKIPPED, "no front matter"
        return found
    stem = name[:-3]
    if not named and (owner := by_ending(name)) is not None:
        host, version, named = owner, owner.version(None), True
    reading = host.read(source, version, LOOSE, stem=stem)
    if not named and (not reading.loaded or any(finding.rule in _FOREIGN for finding in reading.findings)):
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
    own = tasks
    helpers = []
    if jobs > 1 and len(tasks) >= MANY:
        # This process has more to do with each file than its helpers have, so it looks at fewer of them.
        share = int(len(tasks) / (jobs - 1 + _OWN_SHARE)) + 1
        first = len(tasks) - share * (jobs - 1)
        own = tasks[:first]
        helpers = [_Helper(tasks[at : at + share], host, version, named) for at in range(first, len(tasks), share)]
    try:
        for done, task in enumerate(own, 1):
            yield look(task, host, version, named)
            if not done & 255:
                step(256)
        for helper in helpers:
            yield from helper.answers(step)
    finally:
        for helper in helpers:
            helper.end()


class _Helper:
    """A process that looks at a share of the files, and what it has to say of them."""

    def __init__(self, tasks: list[Task], host: Host, version: Version, named: bool) -> None:
        import multiprocessing

        # A forked child has everything in memory already; where forking is not to be had, a fresh one imports it.
        context = multiprocessing.get_context("fork") if hasattr(os, "fork") else multiprocessing.get_context("spawn")
        self.tasks = tasks
        self.given = (host, version, named)
        self.receiving, sending = context.Pipe(duplex=False)
        self.process = context.Process(target=_work, args=(sending, tasks, host.name, version.text, named), daemon=True)
        self.process.start()
        sending.close()

    def answers(self, step: Callable[[int], None]) -> Iterator[Look]:
        """What became of each file, in order. Where the process ended early, this one looks itself."""
        from pickle import loads

        done = 0
        try:
            while done < len(self.tasks):
                packed: list[Packed] = loads(self.receiving.recv_bytes())  # noqa: S301 - from our own child
                for (folder, name, _), one in zip(self.tasks[done : done + len(packed)], packed, strict=True):
                    yield _unpacked(folder + name, one)
                done += len(packed)
                step(len(packed))
        except (EOFError, OSError):
            for task in self.tasks[done:]:
                yield look(task, *self.given)

    def end(self) -> None:
        self.receiving.close()
        self.process.terminate()
        self.process.join()


def _work(sending: Connection, tasks: list[Task], name: str, version: str, named: bool) -> None:
    """A helper's work. Answers wait here until they are asked for: its parent is busy with files of its own."""
    import gc
    from pickle import dumps

    gc.disable()
    host = host_of(name)
    at = host.version(version)
    waiting = []
    for begin in range(0, len(tasks), _CHUNK):
        waiting.append(dumps([_packed(look(task, host, at, named)) for task in tasks[begin : begin + _CHUNK]], -1))
    try:
        for part in waiting:
            sending.send_bytes(part)
    except OSError:
        pass  # nobody wants the rest


def _packed(found: Look) -> Packed:
    own = found.reading.diagnostics if found.reading is not None else found.findings
    assert not isinstance(own, bytes)
    findings = [
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
    written = None
    if findings:
        from pickle import dumps

        written = dumps(findings, -1)
    return found.host.name, found.version.text, found.status, found.identity, found.reason, written


def _unpacked(path: str, packed: Packed) -> Look:
    name, version, status, identity, reason, written = packed
    host = host_of(name)
    found = Look(path, host, _version(host, version), None)
    found.status, found.identity, found.reason = status, identity, reason
    if written is not None:
        found.findings = written
    return found


def _version(host: Host, text: str) -> Version:
    found = _VERSIONS.get((host.name, text))
    if found is None:
        found = _VERSIONS[host.name, text] = host.version(text)
    return found


_VERSIONS: dict[tuple[str, str], Version] = {}


def restored(written: bytes, path: str) -> list[Diagnostic]:
    """The findings that another process wrote down about a file."""
    from pickle import loads

    source = Source(b"", path)
    source.release()
    found = []
    for rule, start, end, data, severity, refuses, related in loads(written):  # noqa: S301 - from our own child
        one = Diagnostic(rule, source, start, end, data, severity, refuses)
        for message, first, last in related:
            one.relate(message, source, first, last)
        found.append(one)
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
