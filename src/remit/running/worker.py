"""A worker: takes the runs that wait in a store and runs each in a process of its own.

An entry of the queue is a workflow of the worker, whose name is stable. One that was killed takes up its entries when it is started again under
its name, and each goes on where its run was.
"""

from __future__ import annotations

import os
import socket
import threading

from dbos import DBOS
from sqlalchemy.exc import SQLAlchemyError

from ..errors import UsageError
from .claims import Claim
from .durable import VERSION, opened
from .fleet import ENTRY, LOOK, QUEUE, Looks, Store, go, made
from .outcome import Result
from .process import DIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Json = dict[str, object]

ATTEMPTS = 3
"""How often a run is taken up whose own process died, one after the other, before that is what came of it."""


def work(url: str, name: str | None, at_once: int, *, drain: bool, tell: Callable[[str], None]) -> None:
    """Works at what waits in the store, `at_once` runs at a time; with `drain` until nothing waits and all that it took has ended. Raises
    `UsageError` where another worker has its name."""
    name = name or socket.gethostname()
    made(url)
    store = Store(url)
    claim = Claim(url, f"worker {name}")
    if not claim.take(LOOK):
        raise UsageError(f"a worker called `{name}` is at work already", "give each a name of its own: --executor NAME")
    # Before anything is taken: what is taken at once beyond the limit would be in flight beyond it.
    store.limited(at_once)
    places = threading.BoundedSemaphore(at_once)
    opened(url, name, QUEUE)

    @DBOS.workflow(name=ENTRY)
    def entry(order: Json) -> Json:
        identity = DBOS.workflow_id
        assert identity is not None
        with places:
            tell(f"{identity} begins")
            result = _run(store, identity, order)
            tell(f"{identity} {result.outcome}")
        return result.to_json()

    DBOS.launch()
    try:
        while not threading.Event().wait(LOOK / 2):
            if drain and not _busy(name):
                # A run that was cancelled waits for nothing more in the store, while its own process may still have to be ended.
                for _ in range(at_once):
                    places.acquire()
                break
            if not claim.keep():
                tell(f"another worker called `{name}` has begun while the store could not be reached; this one ends")
                os._exit(2)
    except KeyboardInterrupt:
        # As if it were killed: its runs end with it, and are taken up when it is started again.
        os._exit(0)
    DBOS.destroy()


def _run(store: Store, identity: str, order: Json) -> Result:
    for _ in range(ATTEMPTS):
        result = go(store.url, identity, order, waits=True, cancelled=Looks(store, identity))
        if result.reason != DIED:
            break
    return result


def _busy(name: str) -> bool:
    """Whether anything waits for some worker, or runs at this one."""
    try:
        found = DBOS.list_workflows(
            name=ENTRY, status=["ENQUEUED", "PENDING"], app_version=VERSION, load_input=False, load_output=False
        )
    except SQLAlchemyError:  # the store is away
        return True
    return any(one.status == "ENQUEUED" or one.executor_id == name for one in found)
