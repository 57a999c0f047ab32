"""A transcript: what happened in a run, one line of JSON for each event, appended. Secrets were masked before anything is told."""

from __future__ import annotations

import json
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]


class Transcript:
    """The transcript in a file that only its owner can read. Raises `OSError` where it cannot be written."""

    def __init__(self, path: str) -> None:
        self.path = path
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        self._file = os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8", errors="backslashreplace")

    def write(self, event: Json) -> None:
        """Appends an event with the time (UTC) before it."""
        moment = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) + f".{int(moment * 1000) % 1000:03}Z"
        self._file.write(json.dumps({"time": stamp, **event}, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()
