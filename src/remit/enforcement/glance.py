"""A policy of which only what is asked for is read: a hook asks for one agent, and there may be thousands.

It looks for the lines that `compiling.text_of` writes; a line's beginning with its indentation cannot stand within a text of JSON. Agents are in
the order of their names, so that one is found by halves. Only for a file that was read as a whole before and has not changed since. Where a
policy is not laid out like that, all of it is read.
"""

from __future__ import annotations

from .json_text import dumps, loads, scan
from .policy import Held, Policy, PolicyError
from .system import close, fstat, mark_of, open_to_read, read_piece, reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .system import Mark

STEP = 4096
"""How many bytes are read at once where nobody knows how long a thing is."""
_MISSING = object()
_AGENT, _END = b'\n    "', b"\n    }"


def places_in(data: bytes, policy: Policy) -> dict[str, list[int]]:
    """Where in a policy's bytes the part of each host begins, where its agents do, and where it ends; for those whose agents can be found there,
    each on a line of its own and in order, so that one that is not found is none."""
    found: dict[str, list[int]] = {}
    top = data.find(b'\n "hosts": {\n')
    for host in policy.hosts if top >= 0 else ():
        start = data.find(f"\n  {dumps(host)}: {{\n".encode(), top)
        end = data.find(b"\n  }", start)
        agents = data.find(b'\n   "agents": {\n', start, end)
        if start < 0 or end < 0 or agents < 0:
            continue
        names = policy.agents(host)
        if names == sorted(names) and len(names) == data.count(_AGENT, agents, end):
            found[host] = [start, agents, end]
    return found


def glance(path: str, mark: Mark, places: Mapping[str, Sequence[int]]) -> Glance | None:
    """The policy in a file, `None` where that has not the mark that it had when the places were found."""
    try:
        file = open_to_read(path)
    except OSError:
        return None
    found = Glance(path, file, places)
    return found if mark_of(file) == mark else None


class Glance(Policy):
    """A policy in an open file, and where the parts of hosts are in it. Another file that takes its place changes nothing for this one."""

    def __init__(self, path: str, file: int, places: Mapping[str, Sequence[int]]) -> None:
        self.path: str = path
        self._file = file
        self._state = fstat(file)
        self._places = places
        self._all: Policy | None = None
        self._heads: dict[str, str] = {}
        self._held: dict[tuple[str, str | None], Held] = {}

    def settings(self) -> list[str]:
        return self._whole().settings()

    def agents(self, host: str) -> list[str]:
        return self._whole().agents(host)

    def agent(self, host: str, name: str) -> Held | None:
        if host not in self._places:
            return self._whole().agent(host, name)
        data = self._found(host, name)
        return None if data is _MISSING else self._one(host, name, data)

    def session(self, host: str) -> Held:
        ruling = self._above_agents(host, "session")
        return self._whole().session(host) if ruling is None else self._one(host, None, {"ruling": ruling})

    def _common(self, host: str) -> object:
        common = self._above_agents(host, "common")
        return self._whole()._common(host) if common is None else common

    def _whole(self) -> Policy:
        if self._all is None:
            self._all = Policy(loads(self._piece(0, self._state.st_size)), self.path)
        return self._all

    def _above_agents(self, host: str, name: str) -> object:
        """The value of that name in the part of a host, before its agents; `None` where it is not found."""
        if host not in self._places:
            return None
        text = self._heads.get(host)
        if text is None:
            start, agents, _ = self._places[host]
            text = self._heads[host] = self._piece(start, agents).decode()
        line = f'\n   "{name}": '
        at = text.find(line)
        return None if at < 0 else scan(text, at + len(line))[0]

    def _found(self, host: str, name: str) -> object:
        """What the policy says of an agent, `_MISSING` where that is nothing."""
        _, low, end = self._places[host]
        high = end
        while low < high:
            middle = (low + high) // 2
            data = self._until(_AGENT, middle, min(high + len(_AGENT) - 1, end))
            place = middle + data.find(_AGENT)
            if place < middle:
                high = middle
                continue
            key, _ = scan(self._until(b"\n", place + 1, end).decode(), len(_AGENT) - 2)
            if key == name:
                text = self._until(_END, place + 1, end).decode()
                return scan(text, scan(text, len(_AGENT) - 2)[1] + len(": "))[0]
            if isinstance(key, str) and key < name:
                low = place + 1
            else:
                high = middle
        return _MISSING

    def _until(self, wanted: bytes, start: int, end: int) -> bytes:
        """The bytes from a place on up to something, with that, or to the end."""
        size = STEP
        while True:
            data = self._piece(start, min(start + size, end))
            found = data.find(wanted)
            if found >= 0:
                return data[: found + len(wanted)]
            if start + size >= end:
                return data
            size *= 4

    def _piece(self, start: int, end: int) -> bytes:
        """Some bytes of the file. Raises `PolicyError` where somebody has written into it."""
        try:
            data, state = read_piece(self._file, start, end), fstat(self._file)
        except OSError as problem:
            raise PolicyError(f"{self.path}: {reason_of(problem)}", path=self.path) from None
        if (state.st_mtime_ns, state.st_size) != (self._state.st_mtime_ns, self._state.st_size):
            raise PolicyError(f"{self.path} was changed while it was read", "call again")
        return data

    def __del__(self) -> None:
        close(self._file)
