"""A clock that nobody can set: seconds since the machine started, the same for every process."""

from __future__ import annotations

import time

_BOOT = getattr(time, "CLOCK_BOOTTIME", None)


_BOOT_ID = "/proc/sys/kernel/random/boot_id"


def start_of_machine() -> str:
    """What tells one start of the machine from another, where the system says so: times of two of them cannot be compared."""
    from .system import read_file

    try:
        return (read_file(_BOOT_ID, 100) or b"").decode("ascii", "replace").strip()
    except OSError:
        return ""


def now() -> float:
    """Seconds since the machine started, with the time that it slept where the system tells it."""
    return time.clock_gettime(_BOOT) if _BOOT is not None else time.monotonic()
