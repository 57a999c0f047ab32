"""Jobs: runs that go on after the command that started them. Each has a folder of its own among the user's state.

    job.json          what was started: agent, task, working folder, time
    transcript.jsonl  what happens
    result.json       what came of it
    lock              held by the process that watches the run, for as long as it lives
    cancel            is there once somebody cancels it

No process is known by its number, so none is ever mistaken for another.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import subprocess
import sys
import time

from ..source import replace_file
from .environment import plain
from .outcome import ERROR, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Json = dict[str, object]

RUNNING = "running"
_ID = re.compile(r"[0-9a-f]{8}")
_START = "import sys; sys.path.append(sys.argv[1]); from remit.running.watching import main; main(sys.argv[2])"
_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def folder_of(variables: Mapping[str, str], home: str) -> str:
    """Where the jobs of a user lie."""
    base = variables.get("XDG_STATE_HOME") or variables.get("LOCALAPPDATA") or os.path.join(home, ".local", "state")
    return os.path.join(base, "remit", "jobs")


class Job:
    """One job, as its folder tells it."""

    __slots__ = ("data", "folder", "id")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.id = os.path.basename(folder)
        self.data = _read(os.path.join(folder, "job.json"))

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    @property
    def result(self) -> Result | None:
        """What came of it; `None` while it runs. One whose process is gone and has left nothing has failed."""
        found = self._result()
        if found is not None or self.alive:
            return found
        # It may have ended just now.
        return self._result() or Result(ERROR, agent=str(self.data.get("agent")), reason="the process of the job died")

    def _result(self) -> Result | None:
        try:
            return Result.from_json(_read(self.path("result.json")))
        except ValueError:
            return None

    @property
    def alive(self) -> bool:
        """Whether somebody watches its run."""
        try:
            file = os.open(self.path("lock"), os.O_RDWR)
        except OSError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(file)
        return False

    @property
    def status(self) -> str:
        found = self.result
        return RUNNING if found is None else found.outcome

    def cancel(self) -> None:
        """Has the run ended, with everything it has started. One that has ended stays as it is."""
        if self.result is None:
            with open(self.path("cancel"), "w"):
                pass

    def wait(self) -> Result:
        """What came of it, once something has: waits for the lock that its watcher holds."""
        while (found := self.result) is None:
            with open(self.path("lock")) as file:
                fcntl.flock(file, fcntl.LOCK_EX)
        return found

    def to_json(self) -> Json:
        found = self.result
        return {"id": self.id, **self.data, "status": self.status, "result": None if found is None else found.to_json()}


def start(folder: str, order: Json, variables: Mapping[str, str]) -> Job:
    """Starts a job: `order` is what `process.run` takes, as plain data, and goes through a pipe, so that no secret is written down."""
    identity = secrets.token_hex(4)
    own = os.path.join(folder, identity)
    os.makedirs(own, mode=0o700)
    plan = order["plan"]
    assert isinstance(plan, dict)
    data = {
        "agent": plan["main"],
        "task": order["task"],
        "cwd": plan["cwd"],
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    replace_file(os.path.join(own, "job.json"), json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogateescape"))
    lock = os.open(os.path.join(own, "lock"), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        # The watcher inherits the lock, so that there is no moment at which nobody holds it.
        watcher = subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-c", _START, _PACKAGES, own],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=plain(variables, ("PYTHONPATH",)),
            pass_fds=(lock,),
            start_new_session=True,
        )
    finally:
        os.close(lock)
    assert watcher.stdin is not None
    watcher.stdin.write(json.dumps({**order, "lock": lock, "environment": dict(variables)}).encode())
    watcher.stdin.close()
    watcher.returncode = 0  # nobody here waits for it
    return Job(own)


def all_jobs(folder: str) -> Iterator[Job]:
    """The jobs of a user, the newest first."""
    try:
        names = [name for name in os.listdir(folder) if _ID.fullmatch(name)]
    except OSError:
        return
    jobs = [Job(os.path.join(folder, name)) for name in names]
    yield from sorted(jobs, key=lambda job: (str(job.data.get("started")), job.id), reverse=True)


def find(folder: str, identity: str) -> list[Job]:
    """The jobs whose identity begins so."""
    return [job for job in all_jobs(folder) if identity and job.id.startswith(identity)]


def _read(path: str) -> Json:
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read(16 << 20))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
