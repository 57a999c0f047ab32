"""A run that is kept in a store, so that it goes on where it was after its process was killed: one workflow of DBOS, whose steps are the run's.

The process of a run is an executor of its own, named after the run, so that whoever starts the run again, wherever, takes up that run and no
other; a claim keeps it from being at work twice. The store holds plain JSON, and no pickle in it is read. pydantic-ai's own capability for DBOS
is not used: it makes steps of models and servers only and not of a toolset like remit's, and needs the store's pickles.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import threading
import time
from contextlib import contextmanager
from hashlib import blake2b
from urllib.parse import unquote, urlsplit

import psycopg
from dbos import DBOS, DBOSPortableJSONSerializer, SetWorkflowID, _serialization, error
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from ..credentials import names_a_credential
from . import outcome
from .claims import Claim
from .killing import end_below
from .outcome import Result
from .plan import AgentPlan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping
    from typing import Any, NoReturn

    Json = dict[str, object]

APPLICATION = "remit"
VERSION = "1-" + blake2b(" ".join(AgentPlan.__slots__).encode(), digest_size=4).hexdigest()
"""That of what the steps of a run are, and its plan; a run is taken up by a version that knows them."""
RUN = "remit.run"
SUFFIX = ".run"
"""What the workflow of a run has behind the run's identity, which is the workflow of a queue's entry."""
ELSEWHERE = "another process is at work at this run"
_PATIENCE = 5.0
"""Seconds that a process which was killed just now may take to end."""


def _no_pickle(self: object, text: str) -> NoReturn:
    raise TypeError("a pickle could execute anything, so none is read")


logging.getLogger("dbos").setLevel(logging.CRITICAL)  # what is wrong remit says, without what rows and addresses hold

# Each row of a store says itself how it is to be read, whatever its reader writes with: who can write to it would execute code in whoever looks.
_serialization.DefaultSerializer.deserialize = _no_pickle  # type: ignore[assignment, method-assign]


@event.listens_for(Engine, "connect")
def _with_milliseconds(connection: object, record: object) -> None:
    """From Python 3.12 on DBOS takes for granted that SQLite knows `unixepoch('subsec')`, which one older than 3.42 does not."""
    if isinstance(connection, sqlite3.Connection) and sqlite3.sqlite_version_info < (3, 42):
        connection.create_function("unixepoch", 1, lambda how: round(time.time(), 3))


def opened(url: str, executor: str, queue: str | None = None) -> None:
    """Prepares DBOS for a store, for a worker at a queue or for one process alone. It talks to nobody but the store.

    What is taken up goes through a queue of DBOS's own, at which every process of the same version listens: so a process that works at no queue
    has a version of its own, and gets its own run back and no other.
    """
    DBOS(
        config={
            "name": APPLICATION,
            "system_database_url": url,
            "executor_id": executor,
            "application_version": VERSION if queue is not None else alone(executor),
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "CRITICAL",
            "enable_otlp": False,
        }
    )
    DBOS.listen_queues([queue or "none"])


def alone(executor: str) -> str:
    """The version of a process that works at no queue."""
    return f"{VERSION}-{executor}"


def executor_of(run: str) -> str:
    """The executor that the process of a run is."""
    return f"remit-{run}{SUFFIX}"


class Elsewhere(Exception):
    """Another process is at work at the run."""


class Kept:
    """The store of one run, opened in the run's own process. `gone` is set when whoever started it is gone. Raises `Elsewhere`."""

    def __init__(self, kept: Mapping[str, object], gone: threading.Event) -> None:
        name, url = str(kept["id"]), str(kept["url"])
        self._id = name + SUFFIX
        password = unquote(urlsplit(url).password or "")
        self.hidden = [password, *(value for name, value in os.environ.items() if names_a_credential(name))]
        """Values that no agent is to see, and no store: that of its own password, and the keys of models."""
        self._input = kept["input"]
        self._gone = gone
        self._file = url.startswith("sqlite:")
        self._main: Callable[[], Coroutine[Any, Any, Result]] | None = None
        self._ready = threading.Event()
        self._claim = Claim(url, f"run {name}")
        with self._surviving():
            if not self._claim.take(None if kept.get("waits") is True else _PATIENCE):
                raise Elsewhere(ELSEWHERE)
        opened(url, executor_of(name))

        @DBOS.workflow(name=RUN)
        async def kept_run(order: Json) -> Json:
            await asyncio.to_thread(self._ready.wait)
            assert self._main is not None
            return (await self._main()).to_json()

        self._workflow = kept_run
        with self._surviving():
            DBOS.launch()

    async def once(self, name: str, work: Callable[[], Coroutine[Any, Any, Json]]) -> Json:
        """What a step gives, or gave when it was done."""

        async def step() -> Json:
            self._only_while_wanted()
            if not self._claim.keep():  # somebody else is at the run by now
                _end()
            found = await work()
            self._only_while_wanted()
            return storable(found)

        with self._surviving():
            return await DBOS.run_step_async({"name": name}, step)

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        """Where the store is away and DBOS does not wait for it itself: the process ends once it is there again, and the run is taken up."""
        try:
            yield
        except (SQLAlchemyError, psycopg.Error):
            if self._file:
                raise
            self._claim.keep()
            _end()

    def _only_while_wanted(self) -> None:
        """Lets nothing begin and nothing be written down once whoever started the run is gone: the tools are being ended, and what they give
        then is no outcome. The process ends while it waits here."""
        if self._gone.is_set():
            threading.Event().wait()

    def result(self, main: Callable[[], Coroutine[Any, Any, Result]]) -> Json:
        """Runs it to its end, from where it was. One that had ended gives what it gave."""
        self._main = main
        self._ready.set()
        try:
            with self._surviving():
                if DBOS.get_workflow_status(self._id) is None:
                    found = asyncio.run(self._begin())
                else:
                    found = DBOS.retrieve_workflow(self._id).get_result()
        except (Exception, error.DBOSBaseException) as fault:
            status = DBOS.get_workflow_status(self._id)
            if status is not None and status.status == "CANCELLED":
                return Result(outcome.CANCELLED, reason="it was cancelled").to_json()
            return Result(outcome.ERROR, reason=f"the store: {type(fault).__name__}").to_json()
        assert isinstance(found, dict)
        return found

    async def _begin(self) -> object:
        with SetWorkflowID(self._id):
            handle = await DBOS.start_workflow_async(self._workflow, self._input)  # type: ignore[arg-type]
        return await handle.get_result()


def _end() -> NoReturn:
    """Ends this process and all that it has started; whoever started it sees that it died."""
    end_below(os.getpid())
    os._exit(1)


def storable(value: Json) -> Json:
    """Plain data with a `?` for every half of a character, which no store takes."""
    found: Json = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return found
