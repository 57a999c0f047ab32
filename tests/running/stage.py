"""A stage for runs that are kept: a model's service that goes by the conversation alone and can hold its answers back, and processes to kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread

from endpoint import _openai
from test_command import SRC, call

CALLS = 4
FIELDS = "tools: Bash\nmodel: openai-chat:m"
KEY = "key-of-the-model-0123456789"


class Service:
    """The service: `CALLS` answers as `step` says them, then words. It counts each request of each task, and holds the answers back from the
    request `hold_at` on."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, int]] = Counter()
        self.changed = Condition()
        self.hold_at: int | None = None
        self.told: list[str] = []
        self.offered: set[str] = set()
        self.step: Callable[[int, str], object] = lambda at, task: ("Bash", {"command": f"echo {at} >> done-$$.txt"})
        self.variables: dict[str, str] = {}

    def wait_for(self, count: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.seen.total() >= count, 60)

    def release(self) -> None:
        with self.changed:
            self.hold_at = None
            self.changed.notify_all()

    def answer(self, request: dict) -> list:
        messages = request["messages"]
        task = next(message["content"] for message in messages if message["role"] == "user")
        at = sum(message["role"] == "assistant" for message in messages)
        with self.changed:
            self.seen[str(task), at] += 1
            self.offered |= {tool["function"]["name"] for tool in request.get("tools") or []}
            self.told += [str(message["content"]) for message in messages if message["role"] == "tool"]
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.hold_at is None or self.seen.total() < self.hold_at, 60)
        return [self.step(at, str(task))] if at < CALLS else [f"done {task}"]

    @property
    def repeated(self) -> int:
        return self.seen.total() - len(self.seen)


@contextmanager
def service() -> Iterator[Service]:
    found = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.dumps(_openai(found.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))).encode()
            with suppress(OSError):  # who asked was killed
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found.variables = {"OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_address[1]}/v1", "OPENAI_API_KEY": KEY}
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield found
    finally:
        found.release()
        server.shutdown()
        server.server_close()


def start(root: Path, *words: str, **variables: str) -> subprocess.Popen[str]:
    """Starts a command, in a group of its own."""
    environment = {**os.environ, "PYTHONPATH": SRC, "HOME": str(root / "home"), **variables}
    return subprocess.Popen(
        [sys.executable, "-m", "remit", *words, "--home", str(root / "home")],
        env=environment, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def begin(root: Path, url: str, task: str, *words: str, agent: str = "helper", **variables: str) -> subprocess.Popen[str]:
    """Starts a run that is kept."""
    return start(root, "run", agent, task, "--durable", url, "--root", str(root), *words, **variables)


def kill(process: subprocess.Popen[str]) -> str:
    """Kills a process and its group at once, and waits until nothing that it has started is left to write to its pipes."""
    os.killpg(process.pid, signal.SIGKILL)
    return process.communicate(timeout=60)[1]


def identity_of(words: str) -> str:
    return words.partition("this run is ")[2].split()[0]


def jobs(root: Path, url: str, *words: str, **variables: str) -> list[dict]:
    return json.loads(call(root, "jobs", *(words or ("list",)), "--durable", url, "--format", "json", **variables).stdout)[
        "jobs"
    ]


def stored(root: Path) -> bytes:
    """The raw bytes of a store in a file, with what SQLite keeps beside it."""
    return b"".join(path.read_bytes() for path in root.glob("runs.db*"))
