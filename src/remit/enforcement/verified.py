"""A policy whose sources were looked at, and what was seen then: a file that has the same size, times and number as before is the same.

Reading all files of a catalog at every call would cost more than the decision. What was seen is kept in the state folder; a file that
changed within the last two seconds before it was looked at is read again the next time, as a second change could leave its times the same.
A policy that was read as a whole, with all its sources the same since, is only glanced at.
"""

from __future__ import annotations

import time

from .json_text import dumps, loads
from .policy import LIMIT as POLICY_LIMIT
from .policy import OutOfDate, Policy, PolicyError
from .policy import load as read_policy
from .system import O_CREAT, O_EXCL, O_WRONLY, SAFE, close, getpid, make_folder, mark_of, open_file, read_file, replace, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .system import Mark

_RECENT = 2.0
LIMIT = 32 << 20


def load(path: str, folder: str) -> Policy:
    """The policy in a file, with its sources verified. Raises `PolicyError`."""
    marks_path = f"{folder}/verified.json"
    moment = time.time()
    mark = mark_of(path)
    key = f"{path} {mark}"
    known, hosts = _known(marks_path, key)
    if hosts is not None and all(mark_of(source) == seen for source, seen in known.items()):
        from .glance import glance

        policy: Policy | None = glance(path, mark, hosts)
        if policy is not None:
            return policy
    from .digests import same

    policy = read_policy(path, fresh=False)
    marks: dict[str, Mark] = {}
    settled = _settled(mark, moment)
    for source, wanted in policy.sources.items():
        mark = mark_of(source)
        if source in known and known[source] == mark:
            marks[source] = mark
            continue
        if not same(source, wanted):
            raise OutOfDate(source, path)
        if _settled(mark, moment):
            marks[source] = mark
    settled = settled and len(marks) == len(policy.sources)
    if marks != known or settled != (hosts is not None):
        _keep(marks_path, {"policy": key, "hosts": _places(path, policy) if settled else None, "marks": marks}, folder)
    return policy


def _places(path: str, policy: Policy) -> dict[str, list[int]] | None:
    from .glance import places_in

    try:
        return places_in(read_file(path, POLICY_LIMIT) or b"", policy)
    except (OSError, PolicyError):
        return None


def _settled(mark: Mark, moment: float) -> bool:
    """Whether what has this mark changed so long ago that a further change would show."""
    return mark is None or moment - max(mark[2:]) / 1e9 >= _RECENT


def _known(path: str, key: str) -> tuple[dict[str, Mark], dict[str, list[int]] | None]:
    """What was seen of the sources of a policy in this state. Where that was all of them, and the policy could be read as a whole, also where
    the parts of hosts are in it."""
    try:
        value = loads(read_file(path, LIMIT, own=True) or b"")
    except (OSError, ValueError):
        return {}, None
    if not isinstance(value, dict) or value.get("policy") != key or not isinstance(value.get("marks"), dict):
        return {}, None
    hosts = value.get("hosts")
    return value["marks"], hosts if isinstance(hosts, dict) else None


def _keep(path: str, value: dict[str, object], folder: str) -> None:
    """Keeps what was seen, for the next time. Where that fails everything is read again."""
    beside = f"{path}.{getpid()}"
    try:
        make_folder(folder)
        file = open_file(beside, O_WRONLY | O_CREAT | O_EXCL | SAFE, 0o600)
        try:
            write(file, dumps(value).encode())
        finally:
            close(file)
        replace(beside, path)
    except OSError:
        return
