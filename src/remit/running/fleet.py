"""Kept runs and their queue, from outside: putting a run into a store, looking, cancelling, going on with one.

An entry of the queue is a workflow of its worker (`worker`); the run itself is another one, in a process of its own (`durable`).
"""

from __future__ import annotations

import json
import os
import sys
import time
import uuid
from contextlib import contextmanager

from ..credentials import discloses
from ..errors import UsageError
from .outcome import CANCELLED, ERROR, EXIT_CODES, Result
from .plan import Plan

try:
    import psycopg
    from dbos import DBOS, DBOSClient, DBOSPortableJSONSerializer
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError
except ImportError as missing:
    raise UsageError(f"runs that are kept need DBOS ({missing})", "install `remit[fleet]`") from None

from .claims import Claim
from .durable import APPLICATION, ELSEWHERE, RUN, SUFFIX, VERSION, alone, executor_of
from .process import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dbos import WorkflowStatus

    Json = dict[str, object]

QUEUE = "remit"
ENTRY = "remit.job"
WAITING = "waiting"
RUNNING = "running"
INTERRUPTED = "interrupted"
LOOK = 1.0
"""Seconds between two looks at the store."""
_WAITING = ("ENQUEUED", "DELAYED")
_ENDED = ("SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")


_KEPT = "which would be kept in the store"
_INSTEAD = "write `${NAME}`, and name it among the agent's `secrets`"


def order_of(plan: Plan, task: str, passed: list[str], secrets: list[str], lent: list[str], *, background: bool) -> Json:
    """What a store holds of a run: names only. Raises `UsageError` where the plan itself has what may be a secret."""
    for agent in plan.agents.values():
        for name, entry in agent.servers.items():
            for field in ("env", "headers"):
                values = entry.get(field)
                for key, value in values.items() if isinstance(values, dict) else ():
                    if "${" not in str(value):
                        raise UsageError(f"`{field}` of the MCP server `{name}` has a value for `{key}`, {_KEPT}", _INSTEAD)
            if discloses(json.dumps(entry, ensure_ascii=False)):
                raise UsageError(f"the MCP server `{name}` is started with a credential, {_KEPT}", _INSTEAD)
    return {
        "plan": plan.to_json(), "task": task, "passed": passed, "secrets": secrets, "lent": lent, "background": background,
    }  # fmt: skip


def identity() -> str:
    return uuid.uuid4().hex[:12]


def url_of(text: str) -> str:
    """The URL of a store. Raises `UsageError`, which does not repeat it: it may hold a password."""
    hint = "for example --durable sqlite:///runs.db, or postgresql://HOST/DATABASE"
    if sys.platform == "win32":
        raise UsageError("runs are not kept on Windows")
    path = text.removeprefix("sqlite:///")
    if path != text:
        if not path or path.startswith(":") or "?" in path:
            raise UsageError("the store is no file of SQLite's", hint)
        return "sqlite:///" + os.path.abspath(os.path.expanduser(path))
    if not text.startswith(("postgresql://", "postgresql+psycopg://", "postgres://")):
        raise UsageError("the store is no URL of SQLite or Postgres", hint)
    try:
        url = make_url(text.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError):
        raise UsageError("the store is no URL of Postgres", hint) from None
    if not url.database:
        raise UsageError("the URL of the store names no database", hint)
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def go(url: str, name: str, order: Mapping[str, object], *, waits: bool = False, **options: object) -> Result:
    """Runs a kept run to its end, from where it was. Where another process is at work at it, it `waits` for that one to be done."""
    passed, secrets, lent = order["passed"], order["secrets"], order["lent"]
    assert isinstance(passed, list)
    assert isinstance(secrets, list)
    assert isinstance(lent, list)
    return run(
        Plan.from_json(order["plan"]),  # type: ignore[arg-type]
        str(order["task"]),
        passed=passed,
        secrets=secrets,
        lent=lent,
        background=order["background"] is True,
        kept={"url": url, "id": name, "input": dict(order), "waits": waits},
        **options,  # type: ignore[arg-type]
    )


@contextmanager
def _asked() -> Iterator[None]:
    """Says what is wrong with a store, without what the library says: that may quote the URL, or the rows."""
    try:
        yield
    except (SQLAlchemyError, psycopg.Error) as fault:
        inner = getattr(fault, "orig", fault)
        said = str(inner).splitlines()[0] if inner is not None and str(inner) else type(fault).__name__
        raise UsageError(f"the store cannot be used: {said[:200]}", "`remit run --durable URL` makes one") from None


def made(url: str) -> None:
    """Makes the store where there is none yet, for its owner alone. Raises `UsageError`."""
    path = url.removeprefix("sqlite:///")
    if path != url and not os.path.exists(path):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError as problem:
            raise UsageError(f"the store cannot be made: {(problem.strerror or str(problem)).lower()}") from None
    with _asked():
        DBOS.migrate(url)


class Store:
    """A store, looked at from outside. Raises `UsageError` where it cannot be used."""

    def __init__(self, url: str) -> None:
        path = url.removeprefix("sqlite:///")
        if path != url and not os.path.exists(path):
            raise UsageError("there is no such store", "`remit run --durable URL` makes one")
        self.url = url
        with _asked():
            self._client = DBOSClient(
                system_database_url=url, serializer=DBOSPortableJSONSerializer(), application_name=APPLICATION,
                retry_connection_errors=False,
            )  # fmt: skip

    def submit(self, name: str, order: Json) -> None:
        with _asked():
            self._client.enqueue(
                {"workflow_name": ENTRY, "queue_name": QUEUE, "workflow_id": name, "app_version": VERSION}, order
            )

    def limited(self, at_once: int) -> None:
        """Says how many runs of the queue each worker takes at once."""
        with _asked():
            self._client.register_queue(QUEUE, worker_concurrency=at_once, polling_interval_sec=LOOK)

    def all(self) -> list[KeptRun]:
        """Every run, the newest first."""
        found: dict[str, list[WorkflowStatus]] = {}
        with _asked():
            for one in self._client.list_workflows(name=[ENTRY, RUN]):
                found.setdefault(one.workflow_id.removesuffix(SUFFIX), []).append(one)
        runs = [KeptRun(self.url, name, ones) for name, ones in found.items()]
        return sorted(runs, key=lambda run: (run.created, run.id), reverse=True)

    def find(self, name: str) -> KeptRun:
        """A run, by the beginning of its identity. Raises `UsageError`."""
        found = [run for run in self.all() if run.id.startswith(name)]
        if not found or not name:
            raise UsageError(f"no run `{name}` in the store", "`remit jobs list --durable URL` shows those there are")
        if len(found) > 1:
            raise UsageError(f"`{name}` could be " + " or ".join(run.id for run in found), "give more of its identity")
        return found[0]

    def cancelled(self, name: str) -> bool:
        """Whether somebody has cancelled a run."""
        with _asked():
            return any(one.status == "CANCELLED" for one in self._client.list_workflows(workflow_ids=[name, name + SUFFIX]))

    def cancel(self, run: KeptRun) -> None:
        with _asked():
            for one in run.workflows:
                if one.status not in _ENDED:
                    self._client.cancel_workflow(one.workflow_id)


class KeptRun:
    """A run as its store tells it: its entry in the queue, if it has one, and the run's own workflow, once it has begun."""

    __slots__ = ("_url", "id", "workflows")

    def __init__(self, url: str, name: str, workflows: list[WorkflowStatus]) -> None:
        self._url = url
        self.id = name
        self.workflows = workflows

    @property
    def created(self) -> int:
        return min(one.created_at or 0 for one in self.workflows)

    @property
    def order(self) -> Json:
        """What it was started with. Raises `UsageError` where that is none of remit's."""
        given = self.workflows[0].input
        order = given["args"][0] if isinstance(given, dict) and given["args"] else None
        plan = order.get("plan") if isinstance(order, dict) else None
        if not isinstance(plan, dict) or not isinstance(order, dict) or not isinstance(order.get("task"), str):
            raise UsageError(f"the run {self.id} was not put into the store by remit, or cannot be read")
        return order

    @property
    def result(self) -> Result | None:
        """What came of it; `None` while it has not ended."""
        for one in self.workflows:
            if one.status == "SUCCESS" and isinstance(one.output, dict) and one.output.get("outcome") in EXIT_CODES:
                return Result.from_json(one.output)
        if any(one.status == "CANCELLED" for one in self.workflows):
            return Result(CANCELLED, reason="it was cancelled")
        if any(one.status in _ENDED for one in self.workflows):
            return Result(ERROR, reason="the run could not be taken up")
        return None

    @property
    def worker(self) -> str | None:
        """The worker that took it from the queue, by name."""
        return next((one.executor_id for one in self.workflows if one.name == ENTRY and one.status not in _WAITING), None)

    @property
    def status(self) -> str:
        """`waiting`, `running`, `interrupted` where no process is at it any more, or how it ended."""
        found = self.result
        if found is not None:
            return found.outcome
        if all(one.status in _WAITING for one in self.workflows):
            return WAITING
        about = [f"run {self.id}", *([] if self.worker is None else [f"worker {self.worker}"])]
        with _asked():
            return INTERRUPTED if all(Claim(self._url, one).free() for one in about) else RUNNING

    def check(self) -> None:
        """Raises `UsageError` where this version of remit cannot go on with it, or somebody else is at work at it."""
        for one in self.workflows:
            if one.app_version not in (VERSION, alone(executor_of(self.id))):
                raise UsageError(f"the run {self.id} was begun by another version of remit", "go on with it by that version")
        with _asked():
            free = Claim(self._url, f"run {self.id}").free()
        if not free:
            raise UsageError(
                f"{ELSEWHERE}: {self.id}", "`remit jobs result ID --durable URL --wait` waits for what comes of it"
            )

    def to_json(self) -> Json:
        """The job as `remit jobs` tells it."""
        order, result = self.order, self.result
        plan = order["plan"]
        assert isinstance(plan, dict)
        began = [one.dequeued_at if one.name == ENTRY else one.created_at for one in self.workflows]
        started = min((at for at in began if at is not None), default=None)
        return {
            "id": self.id,
            "agent": plan["main"],
            "task": order["task"],
            "cwd": plan["cwd"],
            "started": None if started is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started / 1000)),
            "status": self.status,
            "result": None if result is None else result.to_json(),
            "worker": self.worker,
        }


class Looks:
    """Whether somebody has cancelled a run; the store is asked now and then, from outside, so that no look is a step."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._looked = time.monotonic()
        self._found = False

    def is_set(self) -> bool:
        if not self._found and time.monotonic() - self._looked >= LOOK:
            self._looked = time.monotonic()
            try:
                self._found = self._store.cancelled(self._name)
            except UsageError:  # it cannot be asked just now
                return False
        return self._found
