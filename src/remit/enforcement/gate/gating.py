"""What passes the gate: a decision about every message of the Model Context Protocol, in either direction.

A message is passed on as it was understood, never as it was written, so that no two readers can take it differently. What is not known is
not passed.

* A tool that the agent has not is unknown to it: not listed, and a call of it is the protocol's error for an unknown tool (-32602). A call
  that the agent may not make of a tool that it has is a result with `isError`, which the protocol wants shown to the model, so that it can
  go on.
* Resources, prompts and completions are what a server gives beside its tools. An agent has them if it has the whole server or the gate was told so
  (`also`); else the server does not seem to have them: its capabilities do not tell of them, and asking is an unknown method (-32601).
* What a server asks of the client (sampling, elicitation, roots) is no tool either: to use its model, to ask its user, to know its folders. It
  passes where the gate was told so; else the server does not hear that the client takes it, and is refused.
* Progress, cancellation, logging, tasks and notifications pass. Batches, which later versions of the protocol do not have, are refused.
"""

from __future__ import annotations

from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PROTOCOL_VERSION_META_KEY,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from ...policy import DENY, Decision
from .recording import NOWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..secrets.masking import Masker, Results
    from .calls import Tools
    from .recording import Record

CALL = "tools/call"
LIST = "tools/list"
FROM_CLIENT = frozenset((
    "initialize", "ping", "logging/setLevel", "server/discover", "subscriptions/listen", LIST, CALL, "tasks/get", "tasks/result", "tasks/list",
    "tasks/cancel",
))  # fmt: skip
TOLD_BY_CLIENT = frozenset((
    "notifications/initialized", "notifications/cancelled", "notifications/progress", "notifications/tasks/status",
))  # fmt: skip
ROOTS_CHANGED = "notifications/roots/list_changed"
FROM_SERVER = frozenset(("ping", "tasks/get", "tasks/result", "tasks/list", "tasks/cancel"))
ASKING = {"sampling/createMessage": "sampling", "elicitation/create": "elicitation", "roots/list": "roots"}
"""What a server may ask of the client, and the client's capability for it."""
BESIDE = {
    "resources/": "resources",
    "prompts/": "prompts",
    "completion/": "completions",
    "notifications/resources/": "resources",
    "notifications/prompts/": "prompts",
}
"""How methods begin that are about what a server has beside its tools, and the capability that each belongs to."""
WAITING = 10_000
"""Requests that may wait for their answers at one time."""


class Gate:
    """The gate of one connection between a client and a server."""

    __slots__ = ("_also", "_answered", "_asked", "_masker", "_record", "_results", "_tools", "_waiting", "ready")

    def __init__(self, tools: Tools, masker: Masker, also: frozenset[str] = frozenset(), record: Record = NOWHERE) -> None:
        self._tools = tools
        self._masker = masker
        self._results: Results = masker.results()
        self._also = also
        self._record = record
        self._answered: list[str] = []
        self.ready = False
        """Whether the client has asked for anything, so that it may be told of changes."""
        self._waiting: dict[RequestId, JSONRPCRequest] = {}
        self._asked: set[RequestId] = set()

    @property
    def newest(self) -> RequestId | None:
        """The request that the client made last and that is not answered."""
        return next(reversed(self._waiting), None)

    def from_client(self, message: JSONRPCMessage) -> tuple[JSONRPCMessage | None, JSONRPCMessage | None]:
        """What goes on to the server, and what goes back to the client at once."""
        if isinstance(message, JSONRPCRequest):
            answer = self._request(message)
            if answer is not None:
                return None, answer
            self._waiting[message.id] = message
            self.ready = self.ready or message.method in (LIST, CALL)
            return self._able(message), None
        if isinstance(message, JSONRPCNotification):
            passed = message.method in TOLD_BY_CLIENT or (message.method == ROOTS_CHANGED and "roots" in self._also)
            return (message if passed else None), None
        if message.id in self._asked:
            assert message.id is not None
            self._asked.discard(message.id)
            return message, None
        return None, None

    def _request(self, message: JSONRPCRequest) -> JSONRPCMessage | None:
        """What a request is refused with, or `None`."""
        if message.id in self._waiting:
            return error(message.id, INVALID_REQUEST, "a request with this id is still waiting for its answer")
        if len(self._waiting) >= WAITING:
            return error(message.id, INVALID_REQUEST, "too many requests are waiting for their answers")
        closed = self._tools.refusal()
        if message.method == CALL:
            return self._call(message, closed)
        if message.method == LIST and closed is not None:
            return error(message.id, INTERNAL_ERROR, closed)
        if message.method in FROM_CLIENT or self._beside(message.method):
            return None
        return error(message.id, METHOD_NOT_FOUND, f"`{message.method[:100]}` is not granted to this agent, or not known")

    def _call(self, message: JSONRPCRequest, closed: str | None) -> JSONRPCMessage | None:
        params = message.params or {}
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str) or not isinstance(arguments, dict | None):
            return error(message.id, INVALID_PARAMS, "a call has a `name`, a text, and may have `arguments`, an object")
        if closed is not None:
            self._record.decided(self._tools.known_as(name[:200]), Decision(DENY, closed))
            return failed(message, closed)
        known = self._tools.has(name)
        decision = self._tools.decide(name, arguments or {}) if known else Decision(DENY, "the agent has no such tool")
        unwritten = self._record.decided(self._tools.known_as(name[:200]), decision)
        if not known:
            return error(message.id, INVALID_PARAMS, f"Unknown tool: {name[:200]}")
        if decision.effect == DENY:
            return failed(message, f"`{name}` was not called: {decision.reason}")
        return None if unwritten is None else failed(message, f"`{name}` was not called: {unwritten}")

    def _able(self, message: JSONRPCRequest) -> JSONRPCRequest:
        """A request that tells of no capability of the client that the server is not to use."""
        params = message.params or {}
        meta = params.get("_meta")
        if message.method == "initialize" and isinstance(params.get("capabilities"), dict):
            params = {**params, "capabilities": self._usable(params["capabilities"])}
        if isinstance(meta, dict) and isinstance(meta.get(CLIENT_CAPABILITIES_META_KEY), dict):
            meta = {**meta, CLIENT_CAPABILITIES_META_KEY: self._usable(meta[CLIENT_CAPABILITIES_META_KEY])}
            params = {**params, "_meta": meta}
        return message if params is message.params else message.model_copy(update={"params": params or None})

    def _usable(self, capabilities: dict[str, object]) -> dict[str, object]:
        return {name: value for name, value in capabilities.items() if name not in ASKING.values() or name in self._also}

    def _beside(self, method: str) -> bool:
        """Whether a method is about something beside the tools, and this agent has that."""
        capability = next((name for start, name in BESIDE.items() if method.startswith(start)), None)
        return capability is not None and self._has_beside(capability)

    def _has_beside(self, capability: str) -> bool:
        if capability == "completions":
            return self._has_beside("resources") or self._has_beside("prompts")
        return self._tools.whole or (capability in self._also and self._tools.open)

    def from_server(self, message: JSONRPCMessage) -> tuple[JSONRPCMessage | None, JSONRPCMessage | None]:
        """What goes on to the client, and what goes back to the server at once."""
        if isinstance(message, JSONRPCRequest):
            if message.method not in FROM_SERVER and ASKING.get(message.method) not in self._also:
                return None, error(message.id, METHOD_NOT_FOUND, "the gate does not pass this on")
            if len(self._asked) >= WAITING:
                return None, error(message.id, INVALID_REQUEST, "too many requests are waiting")
            self._asked.add(message.id)
            return self._without_secrets(message), None
        if isinstance(message, JSONRPCNotification):
            return (self._without_secrets(message) if self._told(message.method) else None), None
        if message.id is None:
            return (self._without_secrets(message) if isinstance(message, JSONRPCError) else None), None
        asked = self._waiting.pop(message.id, None)
        if asked is None:
            return None, None
        if isinstance(message, JSONRPCResponse):
            if asked.method == CALL:
                self._answered.append(self._tools.known_as(str((asked.params or {}).get("name"))[:200]))
            message = self._shown(asked, message)
        return self._without_secrets(message), None

    def write_down(self) -> None:
        """Writes down which calls were answered: once the client has the answers, so that none waits for it."""
        while self._answered:
            self._record.answered(self._answered.pop(0))

    def _told(self, method: str) -> bool:
        if not method.startswith(("notifications/resources/", "notifications/prompts/")):
            return True
        return self._tools.refusal() is None and self._beside(method)

    def _shown(self, asked: JSONRPCRequest, answer: JSONRPCResponse) -> JSONRPCResponse | JSONRPCError:
        """An answer without what the agent has not."""
        result = answer.result
        if asked.method == LIST:
            closed = self._tools.refusal()
            if closed is not None:
                return error(asked.id, INTERNAL_ERROR, closed)
            tools = result.get("tools")
            listed = [tool for tool in tools if self._lists(tool)] if isinstance(tools, list) else []
            return answer.model_copy(update={"result": {**result, "tools": listed}})
        capabilities = result.get("capabilities")
        if asked.method in ("initialize", "server/discover") and isinstance(capabilities, dict):
            self._tools.refusal()
            hidden = [name for name in ("resources", "prompts", "completions") if not self._has_beside(name)]
            shown = {name: value for name, value in capabilities.items() if name not in hidden}
            if isinstance(shown.get("tools"), dict):
                shown["tools"] = {**shown["tools"], "listChanged": True}  # the gate tells of it, whatever the server does
            return answer.model_copy(update={"result": {**result, "capabilities": shown}})
        wanted = result.get("inputRequests")
        if wanted is not None and not self._answerable(wanted):
            return failed(asked, "the server asks the client for something that is not granted to it")
        return answer

    def _answerable(self, wanted: object) -> bool:
        """Whether all that an answer asks of the client is granted."""
        return isinstance(wanted, dict) and all(
            isinstance(one, dict) and ASKING.get(str(one.get("method"))) in self._also for one in wanted.values()
        )

    def _lists(self, tool: object) -> bool:
        name = tool.get("name") if isinstance(tool, dict) else None
        return isinstance(name, str) and self._tools.has(name)

    def _without_secrets(self, message: JSONRPCMessage) -> JSONRPCMessage:
        if not self._masker:
            return message
        if isinstance(message, JSONRPCResponse):
            return message.model_copy(update={"result": masked(message.result, self._results.mask)})
        if isinstance(message, JSONRPCError):
            data = ErrorData(
                code=message.error.code,
                message=self._results.mask(message.error.message),
                data=masked(message.error.data, self._results.mask),
            )
            return message.model_copy(update={"error": data})
        return message.model_copy(update={"params": masked(message.params, self._results.mask)})

    def answers(self, reason: str) -> list[JSONRPCMessage]:
        """The answers to everything that waits for one, now that the server is no more."""
        waiting, self._waiting = self._waiting, {}
        return [
            failed(request, reason) if request.method == CALL else error(request.id, INTERNAL_ERROR, reason)
            for request in waiting.values()
        ]


def masked(value: object, mask: Callable[[str], str]) -> object:
    """A value with every text in it masked, names of fields too."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {mask(name): masked(one, mask) for name, one in value.items()}
    if isinstance(value, list):
        return [masked(one, mask) for one in value]
    return value


def error(request: RequestId | None, code: int, reason: str) -> JSONRPCError:
    """An error of the protocol."""
    return JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=code, message=reason))


def failed(request: JSONRPCRequest, reason: str) -> JSONRPCResponse:
    """The result of a call that failed, in a form that the model is shown."""
    result: dict[str, object] = {"content": [{"type": "text", "text": reason}], "isError": True}
    meta = (request.params or {}).get("_meta")
    if isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta:
        result["resultType"] = "complete"  # the versions of the protocol that have no handshake tell kinds of results apart
    return JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result)
