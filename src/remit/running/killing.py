"""Ending a process with everything it has started, also what has left its group or its session.

On Linux a run adopts what its children leave behind (it is their *subreaper*), so that the whole family hangs below it and can be found; it is
stopped first, so that nobody starts anybody while the others are ended. Elsewhere the group and the tree of parents are ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_ROUNDS = 50


def adopt_orphans() -> None:
    """Makes this process the one that orphans below it fall to; without effect where the system has no such thing."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def become(words: list[str]) -> None:
    """Becomes another program, to which the orphans below it fall."""
    adopt_orphans()
    os.execv(words[0], words)  # noqa: S606


def end(process: int) -> None:
    """Ends a process and all below it."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process)], capture_output=True, check=False)  # noqa: S603, S607
        return
    _signal(process, signal.SIGSTOP)
    end_below(process)
    _signal(process, signal.SIGKILL)
    try:
        os.killpg(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def end_below(process: int) -> None:
    """Ends all below a process. What was started meanwhile is found in the next round."""
    for _ in range(_ROUNDS):
        found = descendants(process)
        if not found:
            return
        for one in found:
            _signal(one, signal.SIGKILL)


def _signal(process: int, number: int) -> None:
    try:
        os.kill(process, number)
    except (ProcessLookupError, PermissionError):
        return


def descendants(process: int) -> list[int]:
    """The living processes below one, whoever started them."""
    children: dict[int, list[int]] = {}
    for child, parent in processes():
        children.setdefault(parent, []).append(child)
    found: list[int] = []
    waiting = [process]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            found.append(child)
            waiting.append(child)
    return found


def processes() -> Iterable[tuple[int, int]]:
    """All living processes with their parents."""
    if os.path.isdir("/proc/self"):
        for name in os.listdir("/proc"):
            if not name.isdecimal():
                continue
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    state, parent, *_ = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            if state not in (b"Z", b"X"):
                yield int(name), int(parent)
        return
    out = subprocess.run(["/bin/ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=False).stdout
    for line in out.splitlines():
        one, above, how = line.split()[:3]
        if not how.startswith("Z"):
            yield int(one), int(above)
