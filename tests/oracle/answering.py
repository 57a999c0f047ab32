"""A model that makes the calls it is told to, for clients that speak OpenAI's forms (`/responses` and `/chat/completions`), on this machine alone."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Json = dict[str, object]
Call = tuple[str, object]
"""A tool, `namespace.tool` where it is in one, and its input: a map, a text for a tool that takes one, or what makes it from the results so far."""
MARK = re.compile(r"ORACLE-SUB::([\w-]+)")


class Model:
    """A loopback server. `script` has for each key the turns of whoever was prompted with `ORACLE-SUB::KEY`; the results of its calls, `KEY_TURN_AT`,
    stand in `results`, the tools that each was offered in `tools`."""

    def __init__(self, script: dict[str, Sequence[Sequence[Call]]]) -> None:
        self.script = script
        self.results: dict[str, str] = {}
        self.tools: dict[str, list[str]] = {}
        self._turns: dict[str, int] = {}
        self._lock = threading.Lock()
        model = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                self._send(b'{"object": "list", "data": [], "models": []}', "application/json")

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
                made = list(model.turn(body))
                if self.path.endswith("/responses"):
                    self._send(_responses(made), "text/event-stream")
                elif body.get("stream"):
                    self._send(_chunks(made), "text/event-stream")
                else:
                    self._send(json.dumps(_completion(made)).encode(), "application/json")

            def _send(self, data: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Model:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def turn(self, body: Json) -> Iterator[tuple[str, str, object]]:
        """The calls of the next turn, each with its identity."""
        items = body.get("input") or body.get("messages") or []
        assert isinstance(items, list)
        with self._lock:
            key = None
            for item in items:
                if isinstance(item, dict):
                    self._take(item)
                    if key is None and item.get("role") == "user":
                        found = MARK.search(json.dumps(item))
                        key = found[1] if found else None
            if key is None:
                return
            self.tools.setdefault(key, list(_names(body.get("tools"))))
            number = self._turns.get(key, 0)
            self._turns[key] = number + 1
            turns = self.script.get(key, ())
            for at, (tool, value) in enumerate(turns[number] if number < len(turns) else ()):
                yield f"{key}_{number}_{at}", tool, value(self.results) if isinstance(value, Callable) else value  # type: ignore[arg-type]

    def _take(self, item: Json) -> None:
        identity = item.get("call_id") or item.get("tool_call_id")
        said = item.get("output", item.get("content"))
        if isinstance(identity, str) and (item.get("role") == "tool" or str(item.get("type")).endswith("_output")):
            self.results[identity] = said if isinstance(said, str) else json.dumps(said)


def _names(tools: object) -> Iterator[str]:
    for tool in tools if isinstance(tools, list) else ():
        if tool.get("type") == "namespace":
            yield from (f"{tool['name']}.{name}" for name in _names(tool["tools"]))
        else:
            yield tool.get("name") or tool.get("function", {}).get("name") or tool.get("custom", {}).get("name") or tool["type"]


def _responses(made: list[tuple[str, str, object]]) -> bytes:
    events: list[Json] = [{"type": "response.created", "response": {"id": "r"}}]
    for identity, tool, value in made:
        space, _, name = tool.rpartition(".")
        item: Json = {"id": f"i{identity}", "call_id": identity, "name": name}
        if isinstance(value, str):
            item |= {"type": "custom_tool_call", "input": value}
        else:
            item |= {"type": "function_call", "arguments": json.dumps(value), **({"namespace": space} if space else {})}
        events.append({"type": "response.output_item.done", "item": item})
    if not made:
        text = {"type": "output_text", "text": "done"}
        events.append(
            {
                "type": "response.output_item.done",
                "item": {"type": "message", "role": "assistant", "id": "m", "content": [text]},
            }
        )
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    events.append({"type": "response.completed", "response": {"id": "r", "usage": usage}})
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events).encode()


USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def _message(made: list[tuple[str, str, object]]) -> tuple[Json, str]:
    if not made:
        return {"role": "assistant", "content": "done"}, "stop"
    calls = [
        {"index": at, "id": identity, "type": "function", "function": {"name": tool, "arguments": json.dumps(value)}}
        for at, (identity, tool, value) in enumerate(made)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls"


def _completion(made: list[tuple[str, str, object]]) -> Json:
    message, why = _message(made)
    choice = {"index": 0, "message": message, "finish_reason": why}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "fake", "choices": [choice], "usage": USAGE}


def _chunks(made: list[tuple[str, str, object]]) -> bytes:
    message, why = _message(made)
    base = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "fake"}
    rows: list[Json] = [
        {**base, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
        {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": why}], "usage": USAGE},
    ]
    return "".join(f"data: {json.dumps(row)}\n\n" for row in rows).encode() + b"data: [DONE]\n\n"
