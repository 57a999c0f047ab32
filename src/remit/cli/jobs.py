"""`remit jobs`: runs in the background: which there are, what became of one, ending one."""

from __future__ import annotations

import os
import sys

from ..errors import UsageError
from . import OK
from ._outcome import answered, details, line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..running.jobs import Job


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action", choices=("list", "show", "result", "cancel", "work"), nargs="?", default="list", help="(default: list)"
    )
    parser.add_argument("job", metavar="ID", nargs="?", help="the job, by the beginning of its identity")
    parser.add_argument("--wait", action="store_true", help="wait until the job has ended")
    parser.add_argument(
        "--durable", metavar="URL", help="the runs that are kept in this store; `work` works at those that wait"
    )
    parser.add_argument("--executor", metavar="NAME", help="the stable name of this worker (default: the machine's)")
    parser.add_argument("--concurrency", metavar="N", type=int, default=1, help="how many runs at a time (default: 1)")
    parser.add_argument("--drain", action="store_true", help="work until nothing waits any more")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    parser.add_argument("--home", metavar="DIR", help="the home folder (default: yours)")


def jobs_folder(home: str | None) -> str:
    from ..running.jobs import folder_of

    return folder_of(os.environ, home or os.path.expanduser("~"))


def run(options: Namespace) -> int:
    if sys.platform == "win32":
        raise UsageError("there are no jobs on Windows")
    if options.durable is not None:
        from ._kept import jobs

        return jobs(options)
    if options.action == "work":
        raise UsageError("which store?", "remit jobs work --durable URL")
    from ..running.jobs import all_jobs

    folder = jobs_folder(options.home)
    if options.action == "list":
        return _list(options, list(all_jobs(folder)))
    job = _job(folder, options.job)
    if options.action == "cancel":
        job.cancel()
    if options.wait or options.action == "cancel":
        job.wait()
    if options.action == "result":
        return _result(options, job)
    return _show(options, job)


def _job(folder: str, identity: str | None) -> Job:
    from ..running.jobs import find

    if identity is None:
        raise UsageError("which job?", "`remit jobs list` shows those there are")
    found = find(folder, identity)
    if not found:
        raise UsageError(f"no job `{identity}`", "`remit jobs list` shows those there are")
    if len(found) > 1:
        raise UsageError(f"`{identity}` could be " + " or ".join(job.id for job in found), "give more of its identity")
    return found[0]


def _list(options: Namespace, jobs: list[Job]) -> int:
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/jobs/1", "jobs": [job.to_json() for job in jobs]})
        return OK
    for job in jobs:
        sys.stdout.write(_line(job))
    return OK


def _line(job: Job) -> str:
    return line(job.id, job.status, job.data.get("started"), job.data.get("agent"), job.data.get("task"))


def _show(options: Namespace, job: Job) -> int:
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/job/1", **job.to_json()})
        return OK
    from ..reports._visible import visible

    sys.stdout.write(_line(job))
    sys.stdout.write(details(job.result))
    sys.stdout.write(f"  {visible(job.path('transcript.jsonl'))}\n")
    return OK


def _result(options: Namespace, job: Job) -> int:
    result = job.result
    if result is None:
        raise UsageError(f"the job {job.id} is still running", "`--wait` waits for it")
    return answered(options, result)
