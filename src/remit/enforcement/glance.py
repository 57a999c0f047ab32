"""A policy of which only what is asked for is taken apart: a hook asks for one agent, and there may be hundreds.

It looks for the lines that `compiling.text_of` writes; a line's beginning with its indentation cannot stand within a text of JSON. Only for
a file that was read as a whole before and has not changed since. What is not found so is looked for in all of it.
"""

from __future__ import annotations

from .json_text import dumps, loads, value_at
from .policy import Held, Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def hosts_in(text: str, hosts: Iterable[str]) -> dict[str, list[int]]:
    """Where the parts of hosts begin and end in a policy's text, for those that are found."""
    found: dict[str, list[int]] = {}
    top = text.find('\n "hosts": {\n')
    for host in hosts if top >= 0 else ():
        start = text.find(f"\n  {dumps(host)}: {{\n", top)
        if start >= 0:
            found[host] = [start, text.find("\n  }", start)]
    return found


class Glance(Policy):
    """A policy by its text, and where the parts of hosts are in it."""

    def __init__(self, text: str, path: str, hosts: Mapping[str, Sequence[int]]) -> None:
        self.path = path
        self._text = text
        self._parts = hosts
        self._all: Policy | None = None
        self._held: dict[tuple[str, str | None], Held] = {}

    def agents(self, host: str) -> list[str]:
        return self._whole().agents(host)

    def agent(self, host: str, name: str) -> Held | None:
        start, end = self._parts.get(host, (0, 0))
        start = self._text.find('\n   "agents": {\n', start, end)
        data = self._value(f"\n    {dumps(name)}: ", start, end) if name.isascii() and start >= 0 else None
        return self._whole().agent(host, name) if data is None else self._one(host, name, data)

    def session(self, host: str) -> Held:
        start, end = self._parts.get(host, (0, 0))
        ruling = self._value('\n   "session": ', start, end)
        return self._whole().session(host) if ruling is None else self._one(host, None, {"ruling": ruling})

    def _common(self, host: str) -> object:
        start, end = self._parts.get(host, (0, 0))
        common = self._value('\n   "common": ', start, end)
        return self._whole()._common(host) if common is None else common

    def _whole(self) -> Policy:
        if self._all is None:
            self._all = Policy(loads(self._text), self.path)
        return self._all

    def _value(self, line: str, start: int, end: int) -> object:
        at = self._text.find(line, start, end)
        return None if at < 0 else value_at(self._text, at + len(line))
