"""Runs that are kept in a store: `remit run --durable`, and `remit jobs --durable`."""

from __future__ import annotations

import sys
import time
from functools import partial

from ..errors import UsageError
from . import OK, complain
from ._outcome import answered, details, line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from ..running.fleet import KeptRun, Store
    from ..running.outcome import Result
    from ..running.plan import Plan

_LOOK = 0.5


def start(options: Namespace, plan: Plan, task: str) -> int:
    """`remit run --durable URL`: runs it here, or with `--background` leaves it to a worker."""
    from ..running import fleet

    url = fleet.url_of(options.durable)
    passed, secrets, lent = options.pass_env, options.secrets, options.lend
    order = fleet.order_of(plan, task, passed, secrets, lent, background=options.background is True)
    fleet.made(url)
    store = fleet.Store(url)
    name = fleet.identity()
    if options.background:
        store.submit(name, order)
        if options.format == "json":
            return _show(options, store.find(name))
        sys.stdout.write(f"{name}\n")
        return OK
    if not options.quiet:
        _say(f"this run is {name}")
    return _told(options, store, name, _run(options, store, name, order))


def resume(options: Namespace) -> int:
    """`remit run --durable URL --resume ID`."""
    if options.durable is None or options.agent is not None:
        raise UsageError("`--resume` takes the run, its agent and its task from a store", "remit run --durable URL --resume ID")
    from ..running import fleet

    store = fleet.Store(fleet.url_of(options.durable))
    found = store.find(options.resume)
    result = found.result
    if result is None:
        found.check()
        result = _run(options, store, found.id, found.order)
    return _told(options, store, found.id, result)


def _run(options: Namespace, store: Store, name: str, order: dict[str, object]) -> Result:
    from ..running import fleet
    from ._watching import watched

    return watched(options, partial(fleet.go, store.url, name, order, cancelled=fleet.Looks(store, name)))


def _told(options: Namespace, store: Store, name: str, result: Result) -> int:
    code = answered(options, result)
    if (
        result.outcome in ("cancelled", "error")
        and not options.quiet
        and any(one.id == name and one.result is None for one in store.all())
    ):
        _say(f"the run is kept: `--resume {name}` goes on with it, `remit jobs cancel {name}` ends it (both with --durable)")
    return code


def jobs(options: Namespace) -> int:
    """`remit jobs ACTION --durable URL`."""
    from ..running import fleet

    url = fleet.url_of(options.durable)
    if options.action == "work":
        if options.concurrency < 1:
            raise UsageError("a worker runs one at a time at least")
        from ..running.worker import work

        work(url, options.executor, options.concurrency, drain=options.drain, tell=_say)
        return OK
    store = fleet.Store(url)
    if options.action == "list":
        return _list(options, store.all())
    if options.job is None:
        raise UsageError("which run?", "`remit jobs list --durable URL` shows those there are")
    found = store.find(options.job)
    if options.action == "cancel":
        store.cancel(found)
        found = store.find(found.id)
    while options.wait and found.result is None:
        time.sleep(_LOOK)
        found = store.find(found.id)
    if options.action != "result":
        return _show(options, found)
    result = found.result
    if result is None:
        raise UsageError(f"the run {found.id} has not ended: it is {found.status}", "`--wait` waits for it")
    return answered(options, result)


def _say(text: str) -> None:
    from ..reports._visible import visible

    sys.stderr.write(f"remit: {visible(text)}\n")
    sys.stderr.flush()


def _list(options: Namespace, runs: list[KeptRun]) -> int:
    found, code = [], OK
    for run in runs:
        try:
            found.append(run.to_json())
        except UsageError as problem:  # one that cannot be read hides no other
            code = complain(problem.reason)
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/jobs/1", "jobs": found})
        return code
    for data in found:
        sys.stdout.write(_line(data))
    return code


def _show(options: Namespace, run: KeptRun) -> int:
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/job/1", **run.to_json()})
        return OK
    sys.stdout.write(_line(run.to_json()))
    sys.stdout.write(details(run.result))
    if run.worker is not None:
        from ..reports._visible import visible

        sys.stdout.write(f"  worker {visible(run.worker)}\n")
    return OK


def _line(data: dict[str, object]) -> str:
    return line(str(data["id"]), str(data["status"]), data["started"], data["agent"], data["task"])
