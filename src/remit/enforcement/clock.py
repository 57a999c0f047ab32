"""A clock that nobody can set: seconds since the machine started, the same for every process."""

from __future__ import annotations

import time

_BOOT = getattr(time, "CLOCK_BOOTTIME", None)


def now() -> float:
    """Seconds since the machine started, with the time that it slept where the system tells it."""
    return time.clock_gettime(_BOOT) if _BOOT is not None else time.monotonic()
