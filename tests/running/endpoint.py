"""A model's service on the loopback that says what a test has written down, in the form of OpenAI or of Anthropic."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Step = str | tuple[str, dict] | list
"""One answer: words, a call as (tool, input), a list of both, or an error as [status, message]. The last one is said again and again."""


class Service:
    def __init__(self, steps: list[Step], answering: Callable[[dict], Step] | None = None) -> None:
        self.steps = steps
        self.answering = answering
        self.requests: list[dict] = []
        self.lock = threading.Lock()

    @property
    def offered(self) -> list[list[str]]:
        """The tools that each request offers."""
        return [
            sorted(tool.get("name") or tool["function"]["name"] for tool in request.get("tools") or [])
            for request in self.requests
        ]

    def next(self, request: dict) -> list:
        with self.lock:
            step = self.answering(request) if self.answering else self.steps[min(len(self.requests), len(self.steps) - 1)]
            self.requests.append(request)
        return step if isinstance(step, list) else [step]

    def variables(self) -> dict[str, str]:
        return {
            "OPENAI_BASE_URL": f"{self.url}/v1",
            "OPENAI_API_KEY": "none",
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "none",
        }

    url = ""


def _openai(parts: list) -> dict:
    calls = [
        {"id": f"call_{at}", "type": "function", "function": {"name": part[0], "arguments": json.dumps(part[1])}}
        for at, part in enumerate(parts)
        if not isinstance(part, str)
    ]
    message = {"role": "assistant", "content": "".join(part for part in parts if isinstance(part, str)) or None}
    if calls:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def _anthropic(parts: list) -> dict:
    content = [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {"type": "tool_use", "id": f"toolu_{at}", "name": part[0], "input": part[1]}
        for at, part in enumerate(parts)
    ]
    called = any(not isinstance(part, str) for part in parts)
    return {
        "id": "x", "type": "message", "role": "assistant", "model": "m", "content": content, "stop_sequence": None,
        "stop_reason": "tool_use" if called else "end_turn", "usage": {"input_tokens": 1, "output_tokens": 1},
    }  # fmt: skip


def _events(message: dict) -> Iterator[dict]:
    """An answer of Anthropic's form piece by piece, as clients that stream get it."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, part in enumerate(message["content"]):
        text = part["type"] == "text"
        begun = {"type": "text", "text": ""} if text else {**part, "input": {}}
        delta = {"type": "text_delta", "text": part["text"]} if text else None
        delta = delta or {"type": "input_json_delta", "partial_json": json.dumps(part["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": begun}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
        "usage": message["usage"],
    }
    yield {"type": "message_stop"}


@contextmanager
def service(*steps: Step, answering: Callable[[dict], Step] | None = None) -> Iterator[Service]:
    """The service while it runs. `answering` gives the answer to a request, where it is not the next of the steps."""
    found = Service(list(steps), answering)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            parts = found.next(request)
            if isinstance(parts[0], int):
                self.send_error(parts[0], parts[1])
                return
            kind = "application/json"
            if self.path.startswith("/v1/messages"):
                message = _anthropic(parts)
                body = json.dumps(message).encode()
                if request.get("stream"):
                    kind = "text/event-stream"
                    body = "".join(
                        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message)
                    ).encode()
            else:
                body = json.dumps(_openai(parts)).encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def send_error(self, code: int, message: str) -> None:  # type: ignore[override]
            body = json.dumps({"error": {"message": message, "type": "x", "code": "x"}}).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
