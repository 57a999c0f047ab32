"""The client at the gate's own standard streams: messages as they come, waited for without a thread, so that a call is not held up.

The transport of the `mcp` library does the same with two threads and a switch between them for each line; it is used where the system
cannot wait for these streams: for files, and on Windows.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections import deque
from contextlib import asynccontextmanager

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

CHUNK = 65536
AT_ONCE = 4096
"""Bytes that a pipe takes without making the writer wait, once it takes any."""
LONGEST = 64 << 20
"""Bytes of a line above which it is no message: 64 MiB."""


@asynccontextmanager
async def standard(reading: int = 0, writing: int = 1) -> AsyncIterator[tuple[object, object]]:
    """The client's two streams, of the form of the library's own."""
    if _can_wait(reading) and _can_wait(writing):

        async def receive() -> bytes:
            await anyio.wait_readable(reading)
            return os.read(reading, CHUNK)

        yield Messages(receive), _Writing(writing)
    else:
        async with stdio_server() as streams:
            yield streams


def _can_wait(file: int) -> bool:
    mode = os.fstat(file).st_mode
    return sys.platform != "win32" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(file))


class Messages:
    """The messages in bytes that are received until there are none, one a line; what is none comes as the fault it is. Whoever waits for one may be
    cancelled, and somebody else wait for it later."""

    def __init__(self, receive: Callable[[], Awaitable[bytes]]) -> None:
        self._receive = receive
        self._lines: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._size = 0

    def __aiter__(self) -> Messages:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while not self._lines:
            data = await self._receive()
            if not data:
                raise StopAsyncIteration
            self._take(data)
        try:
            return SessionMessage(jsonrpc_message_adapter.validate_json(self._lines.popleft(), by_name=False))
        except ValueError as fault:
            return fault

    def _take(self, data: bytes) -> None:
        *ends, rest = data.split(b"\n")
        for end in ends:
            line = b"".join((*self._parts, end))
            self._parts, self._size = [], 0
            if line.strip():
                self._lines.append(line)
        self._size += len(rest)
        self._parts = [*self._parts, rest] if self._size <= LONGEST else [b"too long"]

    async def __aenter__(self) -> Messages:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


class _Writing:
    """A line for each message, whole, never waiting where others could work."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._lock = anyio.Lock()

    async def send(self, item: SessionMessage) -> None:
        data = written(item)
        async with self._lock:
            try:
                for at in range(0, len(data), AT_ONCE):
                    await self._write(data[at : at + AT_ONCE])
            except OSError as problem:
                raise anyio.BrokenResourceError from problem

    async def _write(self, data: bytes) -> None:
        while data:
            if not select.select((), (self._file,), (), 0)[1]:
                await anyio.wait_writable(self._file)
            data = data[os.write(self._file, data) :]

    async def __aenter__(self) -> _Writing:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


def written(item: SessionMessage) -> bytes:
    """A message as a line."""
    text: str = item.message.model_dump_json(by_alias=True, exclude_unset=True)
    return text.encode() + b"\n"
