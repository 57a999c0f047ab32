"""Asking a person at the terminal whether an agent is lent a secret: yes only for a clear yes in time, no for everything else."""

from __future__ import annotations

import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

PATIENCE = 60.0
"""Seconds within which a person has to agree."""


def at_terminal(
    agent: str,
    *,
    ask: TextIO | None = None,
    answer: TextIO | None = None,
    patience: float = PATIENCE,
) -> Callable[[str], bool]:
    """What asks the person at the terminal. `ask` and `answer` are the terminal's two streams; where they are none, the answer is no."""

    def approve(key: str) -> bool:
        from ...reports._visible import visible

        out, reader = ask or sys.stderr, answer or sys.stdin
        if not (out.isatty() and reader.isatty()):
            return False
        _forget_typed(reader)
        out.write(f"{visible(agent)} asks for the secret `{visible(key)}`. Lend it? [y/N] ")
        out.flush()
        return _line(reader, patience).strip().lower() in ("y", "yes")

    return approve


def _line(reader: TextIO, patience: float) -> str:
    """One line, typed within the time; empty for none."""
    deadline = time.monotonic() + patience
    while (left := deadline - time.monotonic()) > 0:
        try:
            ready, _, _ = select.select([reader], [], [], left)
        except (OSError, ValueError):  # no file, or a system on which only sockets can be waited for
            return ""
        if ready:
            return reader.readline()
    return ""


def _forget_typed(reader: TextIO) -> None:
    """What was typed before the question is no answer to it."""
    try:
        import termios

        termios.tcflush(reader.fileno(), termios.TCIFLUSH)
    except (ImportError, OSError, ValueError, AttributeError):
        return
    except Exception as fault:  # termios has an error of its own, which is no OSError
        if type(fault).__name__ != "error":
            raise
