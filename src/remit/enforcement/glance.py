"""A policy of which only what is asked for is taken apart: a hook asks for one agent, and there may be hundreds.

It looks for the lines that `compiling.text_of` writes; a line's beginning with its indentation cannot stand within a text of JSON. Only for
a file that was read as a whole before and has not changed since. What is not found so is looked for in all of it.
"""

from __future__ import annotations

from .json_text import dumps, loads, value_at
from .policy import Held, Policy


class Glance(Policy):
    """A policy by its text."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self._text = text
        self._all: Policy | None = None
        self._held: dict[tuple[str, str | None], Held] = {}

    def agents(self, host: str) -> list[str]:
        return self._whole().agents(host)

    def agent(self, host: str, name: str) -> Held | None:
        start, end = self._inside(host, "agents")
        data = self._value(f"\n    {dumps(name)}: ", start, end) if name.isascii() else None
        return self._whole().agent(host, name) if data is None else self._one(host, name, data)

    def session(self, host: str) -> Held:
        start, end = self._host_at(host)
        ruling = self._value('\n   "session": ', start, end)
        return self._whole().session(host) if ruling is None else self._one(host, None, {"ruling": ruling})

    def _whole(self) -> Policy:
        if self._all is None:
            self._all = Policy(loads(self._text), self.path)
        return self._all

    def _host_at(self, host: str) -> tuple[int, int]:
        """Where a host's part begins and ends, nothing for one that is not found."""
        start = self._text.find('\n "hosts": {\n')
        start = self._text.find(f"\n  {dumps(host)}: {{\n", start) if start >= 0 else -1
        return (start, self._text.find("\n  }", start)) if start >= 0 else (0, 0)

    def _inside(self, host: str, part: str) -> tuple[int, int]:
        start, end = self._host_at(host)
        start = self._text.find(f"\n   {dumps(part)}: {{\n", start, end)
        return (start, self._text.find("\n   }", start, end)) if start >= 0 else (0, 0)

    def _value(self, line: str, start: int, end: int) -> object:
        at = self._text.find(line, start, end)
        return None if at < 0 else value_at(self._text, at + len(line))
