"""What holds for every mended file, looked at from outside: with the public reading and resolving alone."""

from __future__ import annotations

from remit.api import reading_of
from remit.document import Document
from remit.fixing import Changed, fix
from remit.hosts.base import Reading
from remit.resolving import Remit, resolve
from remit.rules import PERSONAS
from remit.source import Source

PERSONAS_ALL = tuple(PERSONAS)


def mended(data: bytes, host: str | None, path: str | None = None, *, unsafe: bool = False, widen: bool = False) -> Changed:
    return fix(Document(Source(data, path)), host, unsafe=unsafe, widen=widen, personas=PERSONAS_ALL)


def remit_of(data: bytes, host: str | None, path: str | None) -> tuple[Reading, Remit]:
    reading = reading_of(Source(data, path), host)
    return reading, resolve(reading.subject())


def never_grows(before: bytes, after: bytes, host: str | None, path: str | None) -> None:
    """No tool that the agent had not; of one that was not there, none that the file does not ask for."""
    _, old = remit_of(before, host, path)
    reading, new = remit_of(after, host, path)
    if old.effective is not None:
        assert set(new.effective or ()) <= set(old.effective)
        assert set(new.reachable or ()) <= set(old.reachable or ())
    elif new.effective is not None:
        added = () if new.definition.memory or new.definition.mcp_servers else new.resolution.added
        assert set(new.effective) <= {*(new.enforced or ()), *added}
    assert reading.definition is not None or reading_of(Source(before, path), host).definition is None


def nothing_else_changed(before: bytes, after: bytes) -> None:
    """A byte order mark, the way lines end, and the body are as they were."""
    if before.startswith(b"\xef\xbb\xbf"):
        assert after.startswith(b"\xef\xbb\xbf")
    assert before.count(b"\r") - before.count(b"\r\n") == after.count(b"\r") - after.count(b"\r\n")
    if b"\r\n" in before and before.count(b"\n") == before.count(b"\r\n"):
        assert after.count(b"\n") == after.count(b"\r\n")
    if b"\r" not in before:
        assert b"\r" not in after
    old, new = Document(Source(before)), Document(Source(after))
    if old.has_front_matter and new.has_front_matter:
        assert new.body == old.body


def once(changed: Changed, host: str | None, path: str | None, *, unsafe: bool, widen: bool = False) -> None:
    """A second run does nothing."""
    again = mended(changed.after, host, path, unsafe=unsafe, widen=widen)
    assert [(finding.rule, proposal.title) for finding, proposal in again.made] == []
    assert again.after == changed.after
