"""The relay: messages go from the client through the gate to the server and back, each as soon as it is there, until one of the two is gone."""

from __future__ import annotations

import sys

import anyio
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest

from .gating import error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from mcp.client._transport import TransportStreams
    from mcp_types import RequestId

    from .calls import Tools
    from .gating import Gate

    Connect = Callable[[], AbstractAsyncContextManager[TransportStreams]]

CHANGED = JSONRPCNotification(jsonrpc="2.0", method="notifications/tools/list_changed")
"""What the client is told when it has other tools, or none any more."""
LOOK = 0.5
"""Seconds between two looks at whether the agent still has what it had."""


class Relay:
    """One client, one server, and the gate between them. The client's side is open; the server's is opened with the relay, and ended with
    it, when the grant ends, or when the server goes away."""

    def __init__(self, gate: Gate, tools: Tools, client: TransportStreams, connect: Connect) -> None:
        self._gate = gate
        self._tools = tools
        self._from_client, self._to_client = client
        self._connect = connect
        self._progress: dict[object, RequestId] = {}

    async def run(self) -> None:
        """Returns once the client has gone."""
        async with self._from_client, self._to_client:
            try:
                ended = await self._served() if self._tools.left != 0 else self._tools.refusal()
                if ended is not None:
                    await self._after(ended)
            except* (anyio.ClosedResourceError, anyio.BrokenResourceError):
                pass  # the client has gone while it was told something

    async def _served(self) -> str | None:
        """Why the server was ended while the client was still there; `None` if the client went first."""
        ended: str | None = None
        async with self._connect() as (from_server, to_server):
            with anyio.move_on_after(self._tools.left) as limit:
                async with anyio.create_task_group() as tasks:

                    async def to() -> None:
                        nonlocal ended
                        await self._carry_to(to_server)
                        ended = None
                        tasks.cancel_scope.cancel()

                    async def fro() -> None:
                        nonlocal ended
                        await self._carry_fro(from_server, to_server)
                        ended = "the server has gone"
                        tasks.cancel_scope.cancel()

                    async def look() -> None:
                        nonlocal ended
                        ended = await self._look()
                        tasks.cancel_scope.cancel()

                    for task in (to, fro, look):
                        tasks.start_soon(task)
            if limit.cancelled_caught:
                ended = self._tools.refusal() or "the grant has expired"
            if ended is not None:
                for message in [*self._gate.answers(ended), CHANGED]:
                    await self._back(message)
        return ended

    async def _look(self) -> str:
        """Looks every now and then whether the agent still has what it had: tells the client of a change, and returns once the server is to go."""
        counted: object = None
        while True:
            over = self._tools.over()
            if over is not None:
                return over
            counted = counted or self._tools.counts
            if self._tools.counts is not counted and self._gate.ready:
                counted = self._tools.counts
                await self._back(CHANGED)
            await anyio.sleep(LOOK)

    async def _carry_to(self, to_server: object) -> None:
        async for item in self._from_client:
            if isinstance(item, Exception):
                await self._back(_malformed(item))
                continue
            on, back = self._gate.from_client(item.message)
            if back is not None:
                await self._back(back)
            if on is not None:
                self._remember(on)
                await to_server.send(SessionMessage(on))  # type: ignore[attr-defined, unused-ignore]

    async def _carry_fro(self, from_server: object, to_server: object) -> None:
        async for item in from_server:  # type: ignore[attr-defined, unused-ignore]
            if isinstance(item, Exception):
                log("the server said something that is no message of the protocol; it was not passed on")
                continue
            on, back = self._gate.from_server(item.message)
            if back is not None:
                await to_server.send(SessionMessage(back))  # type: ignore[attr-defined, unused-ignore]
            if on is not None:
                await self._back(on)
            self._gate.write_down()

    async def _after(self, reason: str) -> None:
        """Answers the client, whose server is no more, until it goes."""
        log(reason)
        async for item in self._from_client:
            if isinstance(item, Exception):
                await self._back(_malformed(item))
            else:
                _, back = self._gate.from_client(item.message)
                for message in [back] if back is not None else self._gate.answers(reason):
                    await self._back(message)

    def _remember(self, message: JSONRPCMessage) -> None:
        """Which request a progress token belongs to: over HTTP its progress goes where its answer will."""
        if not isinstance(message, JSONRPCRequest):
            return
        meta = (message.params or {}).get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        if isinstance(token, str | int):
            if len(self._progress) > 1000:
                self._progress.clear()
            self._progress[token] = message.id

    async def _back(self, message: JSONRPCMessage) -> None:
        await self._to_client.send(SessionMessage(message, ServerMessageMetadata(related_request_id=self._related(message))))

    def _related(self, message: JSONRPCMessage) -> RequestId | None:
        """The client's request that a message of the server is about, as far as it can be told: over HTTP it goes where the answer will."""
        if isinstance(message, JSONRPCRequest):
            return self._gate.newest
        if isinstance(message, JSONRPCNotification) and message.method == "notifications/progress":
            token = (message.params or {}).get("progressToken")
            return self._progress.get(token) if isinstance(token, str | int) else None
        return None


def _malformed(fault: Exception) -> JSONRPCMessage:
    """The answer to what is no message: bad JSON, or JSON of another form. Nothing of it is quoted."""
    kinds = {detail.get("type") for detail in fault.errors()} if hasattr(fault, "errors") else {"json_invalid"}
    if "json_invalid" in kinds:
        return error(None, PARSE_ERROR, "this is no JSON")
    return error(None, INVALID_REQUEST, "this is no single message of JSON-RPC 2.0")


def log(text: str) -> None:
    """A line for people, on standard error."""
    from ...reports._visible import visible

    sys.stderr.write(f"remit gate: {visible(text)}\n")
    sys.stderr.flush()
