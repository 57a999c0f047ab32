"""A policy whose sources were looked at, and what was seen then: a file that has the same size, times and number as before is the same.

Reading all files of a catalog at every call would cost more than the decision. What was seen is kept in the state folder; a file that changed
within the last two seconds before it was looked at is read again the next time, as a second change could leave its times the same.
"""

from __future__ import annotations

import time

from .digests import same
from .json_text import dumps, loads
from .policy import Policy, PolicyError
from .policy import load as read_policy
from .system import O_CREAT, O_EXCL, O_WRONLY, SAFE, close, getpid, make_folder, open_file, read_file, replace, stat, write

_RECENT = 2.0
LIMIT = 32 << 20


def load(path: str, folder: str) -> Policy:
    """The policy in a file, with its sources verified. Raises `PolicyError`."""
    policy = read_policy(path, fresh=False)
    marks_path = f"{folder}/verified.json"
    key, known = _known(marks_path, path)
    marks: dict[str, str] = {}
    moment = time.time()
    for source, wanted in policy.sources.items():
        mark, changed = _mark(source)
        if known.get(source) == mark:
            marks[source] = mark
            continue
        if not same(source, wanted):
            raise PolicyError(f"{source} has changed since the policy was compiled")
        if moment - changed >= _RECENT:
            marks[source] = mark
    if marks != known:
        _keep(marks_path, {"policy": key, "marks": marks}, folder)
    return policy


def _mark(path: str) -> tuple[str, float]:
    """What tells one state of a file from another without reading it, and when it last changed."""
    try:
        found = stat(path)
    except OSError:
        return "none", 0.0
    return f"{found.st_ino} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}", max(found.st_mtime, found.st_ctime)


def _known(path: str, policy: str) -> tuple[str, dict[str, str]]:
    key = f"{policy} {_mark(policy)[0]}"
    try:
        value = loads(read_file(path, LIMIT, own=True) or b"")
    except (OSError, ValueError):
        return key, {}
    marks = value.get("marks") if isinstance(value, dict) and value.get("policy") == key else None
    return key, marks if isinstance(marks, dict) else {}


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
