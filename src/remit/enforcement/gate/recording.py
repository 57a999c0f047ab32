"""What the gate writes down: one line for each decision and one for each answer, in the journal of the guard, so that `remit log` tells of both.
No line holds what a tool was called with, so no secret."""

from __future__ import annotations

import os

from ..event import AFTER, BEFORE
from ..journal import Journal, JournalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...policy import Decision


class Record:
    """The lines of one gate about one agent. `folder` is the journal's; `None` writes nothing."""

    __slots__ = ("_journal", "_line")

    def __init__(self, folder: str | None, host: str, agent: str) -> None:
        self._journal = None if folder is None else Journal(folder)
        self._line = {"host": host, "type": agent, "session": f"gate-{os.getpid()}", "by": "gate"}

    def decided(self, tool: str, decision: Decision) -> str | None:
        """Writes down a decision about a call. Why it cannot be written, and then the call is not to be made."""
        more = {"effect": "deny", "reason": decision.reason} if decision.effect == "deny" else {"effect": "pass"}
        return self._write({"event": BEFORE, "tool": tool, **more})

    def answered(self, tool: str) -> None:
        """Writes down that a call was made. It was, whether that can be written or not."""
        self._write({"event": AFTER, "tool": tool, "effect": "pass"})

    def _write(self, line: dict[str, object]) -> str | None:
        if self._journal is None:
            return None
        try:
            self._journal.write({**self._line, **line})
        except JournalError as problem:
            return f"the journal cannot be written: {problem.reason}"
        return None


NOWHERE = Record(None, "", "")
