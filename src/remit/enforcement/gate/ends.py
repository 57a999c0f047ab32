"""Servers, as the gate reaches them: as a child process over its standard streams, or over HTTP, by the transports of the `mcp` library."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import asynccontextmanager, suppress

import anyio
import httpx2
from mcp.client.stdio import StdioServerParameters, get_default_environment, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.shared._httpx_utils import create_mcp_http_client

from .standard import CHUNK, Messages, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from anyio.abc import Process
    from mcp.client._transport import TransportStreams
    from mcp.shared.message import SessionMessage

    from ..secrets.leases import Leases
    from ..secrets.masking import Masker

GRACE = 2.0
"""Seconds that a server has to go by itself, and then again once it was told to."""


@asynccontextmanager
async def child(words: Sequence[str], passed: Sequence[str], leases: Leases) -> AsyncIterator[TransportStreams]:
    """A server that is a child of the gate. Its environment is the few variables that any program needs, those that are passed on by name, and the
    secrets that are lent to it. With its end its own children are ended too, those as well that it left behind."""
    environment = leases.environment({name: os.environ[name] for name in passed if name in os.environ})
    with _Complaints(leases.masker) as complaints:
        if sys.platform == "win32":
            parameters = StdioServerParameters(command=words[0], args=list(words[1:]), env=environment)
            async with stdio_client(parameters, errlog=complaints.end) as streams:
                yield streams
            return
        process = await anyio.open_process(
            list(words),
            env={**get_default_environment(), **environment},
            stderr=complaints.end,
            start_new_session=True,
        )
        environment.clear()
        complaints.close()
        assert process.stdout is not None
        stdout = process.stdout

        async def receive() -> bytes:
            try:
                data: bytes = await stdout.receive(CHUNK)
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
                data = b""
            return data

        try:
            yield Messages(receive), _Told(process)  # type: ignore[misc, unused-ignore]
        finally:
            with anyio.CancelScope(shield=True):
                await _end(process)


class _Told:
    """What a child is told. Once it is gone, nothing is: its answers end as well, and that ends the relay."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        self._stdin = process.stdin

    async def send(self, item: SessionMessage) -> None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self._stdin.send(written(item))


async def _end(process: Process) -> None:
    """Ends a child as the protocol wants it: its input ends, and it may go by itself; then it is told to, with all that it started, and in the
    end made to."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, anyio.BrokenResourceError):
        await process.stdin.aclose()
    with anyio.move_on_after(GRACE):
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            while process.returncode is None:
                await process.stdout.receive()  # what is still to come must not keep it from going
        await process.wait()
    await terminate_posix_process_tree(process, GRACE)
    with suppress(OSError, anyio.BrokenResourceError):
        await process.stdout.aclose()
    await process.wait()


@asynccontextmanager
async def remote(url: str, bearer: str | None, leases: Leases) -> AsyncIterator[TransportStreams]:
    """A server that is elsewhere. `bearer` is the key of the secret that it knows the gate by."""
    headers = {}
    if bearer is not None:
        headers["Authorization"] = f"Bearer {leases.value(bearer)}"
    patience = httpx2.Timeout(30, read=None)  # an answer may take as long as it takes
    async with create_mcp_http_client(headers, patience) as client, streamable_http_client(url, http_client=client) as streams:
        yield streams


class _Complaints:
    """What a child writes to standard error, passed on line by line as it comes, without the secrets that were lent to it."""

    def __init__(self, masker: Masker) -> None:
        self._stream = masker.stream()
        reading, writing = os.pipe()
        self._reading = os.fdopen(reading, encoding="utf-8", errors="replace", newline="\n")
        self.end = os.fdopen(writing, "w", encoding="utf-8")
        self._thread = threading.Thread(target=self._pass_on, daemon=True)

    def __enter__(self) -> _Complaints:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        # Who holds the pipe longer than the server lived is no longer listened to.
        self._thread.join(timeout=1)

    def close(self) -> None:
        """Lets go of the child's end, which the child has now."""
        if not self.end.closed:
            self.end.close()

    def _pass_on(self) -> None:
        with self._reading:
            while line := self._reading.readline(65536):
                _say(self._stream.feed(line))
        _say(self._stream.close())


def _say(text: str) -> None:
    from ...reports._visible import visible

    if text:
        sys.stderr.write("\n".join(visible(line) for line in text.split("\n")))
        sys.stderr.flush()
