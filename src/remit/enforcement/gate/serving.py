"""A gate at work: over its own standard streams for one client, or as a server of streamable HTTP on this machine, where every session has a
relay and a server of its own."""

from __future__ import annotations

import json
import signal
import socket
from contextlib import suppress
from uuid import uuid4

import anyio
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, StreamableHTTPServerTransport
from mcp.server.transport_security import RequestBodyLimitMiddleware, TransportSecuritySettings
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from mcp_types import INVALID_REQUEST, UNSUPPORTED_PROTOCOL_VERSION, ErrorData, JSONRPCError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.requests import Request
from starlette.responses import Response

from .gating import Gate
from .knowing import Knowing
from .recording import NOWHERE
from .relaying import Relay, log
from .standard import standard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from anyio.abc import TaskGroup, TaskStatus
    from starlette.types import Receive, Scope, Send

    from ..secrets.masking import Masker
    from .calls import Tools
    from .recording import Record
    from .relaying import Connect

PATH = "/mcp"
BODY = 4 << 20
"""Bytes that a client may send at once over HTTP: 4 MiB."""
SESSIONS = 100
"""Sessions that may be open at one time; each has a server."""
IDLE = 30 * 60.0
"""Seconds after which a session ends that nobody uses."""

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Gates:
    """What is needed for the gate of any connection: all of them have the same tools, and the same end."""

    __slots__ = ("_also", "_connect", "_masker", "_record", "_tools")

    def __init__(
        self, tools: Tools, masker: Masker, connect: Connect, also: frozenset[str] = frozenset(), record: Record = NOWHERE
    ) -> None:
        self._tools = tools
        self._masker = masker
        self._connect = connect
        self._also = also
        self._record = record

    def relay(self, client: object) -> Relay:
        return Relay(Gate(self._tools, self._masker, self._also, self._record), self._tools, client, self._connect)  # type: ignore[arg-type, unused-ignore]


async def over_streams(gates: Gates) -> int:
    """Serves the client at the standard streams until it goes: 0, or until a signal says to end: its number."""
    ended: list[int] = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_until_signal, tasks.cancel_scope, ended)
        async with standard() as client:
            await gates.relay(client).run()
        tasks.cancel_scope.cancel()
    return ended[0] if ended else 0


async def _until_signal(scope: anyio.CancelScope, ended: list[int]) -> None:
    with anyio.open_signal_receiver(*SIGNALS) as signals:
        async for number in signals:
            ended.append(number)
            scope.cancel()
            return


async def over_http(gates: Gates, host: str, port: int, token: str | None) -> int:
    """Serves clients at `http://HOST:PORT/mcp` that know the token, where there is one, until a signal says to end: its number. Raises `OSError`
    where it cannot listen there."""
    import uvicorn

    ended: list[int] = []
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
        name = f"[{host}]" if ":" in host else host
        port = listening.getsockname()[1]
        async with anyio.create_task_group() as tasks:
            sessions = Sessions(gates, tasks, f"{name}:{port}", port)
            application = RequestBodyLimitMiddleware(sessions, BODY)
            config = uvicorn.Config(
                application if token is None else Knowing(application, token),
                lifespan="off",
                log_config=None,
                timeout_graceful_shutdown=1,
            )
            log(f"listening at http://{name}:{port}{PATH}")
            # Signals are heard here too: the library raises them again once it has ended, and nobody else would end the servers then.
            await tasks.start(_heard, ended)
            await uvicorn.Server(config).serve(sockets=[listening])
            tasks.cancel_scope.cancel()
    return ended[0] if ended else 0


async def _heard(ended: list[int], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
    with anyio.open_signal_receiver(*SIGNALS) as signals:
        task_status.started()
        async for number in signals:
            ended.append(number)


class Sessions:
    """The open sessions, an application of ASGI. Only who names this machine as the host is heard, so that no page in a browser is."""

    def __init__(self, gates: Gates, tasks: TaskGroup, address: str, port: int) -> None:
        self._gates = gates
        self._tasks = tasks
        hosts = [address, f"localhost:{port}"]
        self._security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[f"http://{one}" for one in hosts])
        self._open: dict[str, StreamableHTTPServerTransport] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        if request.url.path != PATH:
            await Response(status_code=404)(scope, receive, send)
            return
        version = request.headers.get(MCP_PROTOCOL_VERSION_HEADER)
        if version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS:
            await (await _other_version(request, version))(scope, receive, send)
            return
        identity = request.headers.get(MCP_SESSION_ID_HEADER)
        if identity is None:
            await self._opened(scope, receive, send)
        elif identity in self._open:
            await self._open[identity].handle_request(scope, receive, send)
        else:
            await _refused(INVALID_REQUEST, "there is no such session", 404)(scope, receive, send)

    async def _opened(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request without a session opens one, if it is what sessions begin with and there is room."""
        if len(self._open) >= SESSIONS:
            await _refused(INVALID_REQUEST, "too many sessions are open", 503)(scope, receive, send)
            return
        identity = uuid4().hex
        transport = StreamableHTTPServerTransport(identity, security_settings=self._security, idle_timeout=IDLE)
        status = 0

        async def watched(message: object) -> None:
            nonlocal status
            if isinstance(message, dict) and message.get("type") == "http.response.start":
                status = message["status"]
            await send(message)  # type: ignore[arg-type, unused-ignore]

        self._open[identity] = transport
        try:
            await self._tasks.start(self._session, identity, transport)
            await transport.handle_request(scope, receive, watched)
        finally:
            if not 200 <= status < 300:
                with anyio.CancelScope(shield=True):
                    await transport.terminate()

    async def _session(
        self,
        identity: str,
        transport: StreamableHTTPServerTransport,
        *,
        task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
    ) -> None:
        try:
            async with transport.connect() as streams:
                task_status.started()
                with transport.idle_scope or anyio.CancelScope():
                    await self._gates.relay(streams).run()
        except Exception as fault:  # one session that fails must not end the others
            log(f"a session ended: {type(_innermost(fault)).__name__}")
        finally:
            self._open.pop(identity, None)
            with anyio.CancelScope(shield=True), suppress(anyio.ClosedResourceError):
                await transport.terminate()


def _innermost(fault: Exception) -> Exception:
    while isinstance(fault, ExceptionGroup):
        fault = fault.exceptions[0]
    return fault


async def _other_version(request: Request, version: str) -> Response:
    """The protocol's answer to a version that has no sessions, by which clients know to begin with a handshake."""
    identity: object = None
    with suppress(ValueError, RecursionError):
        body = json.loads(await request.body())
        identity = body.get("id") if isinstance(body, dict) else None
    supported = {"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": version}
    known = identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None
    return _refused(UNSUPPORTED_PROTOCOL_VERSION, "the gate speaks versions that begin with a handshake", 400, known, supported)


def _refused(code: int, reason: str, status: int, identity: str | int | None = None, data: object = None) -> Response:
    body = JSONRPCError(jsonrpc="2.0", id=identity, error=ErrorData(code=code, message=reason, data=data))
    return Response(body.model_dump_json(by_alias=True, exclude_unset=True), status, media_type="application/json")
