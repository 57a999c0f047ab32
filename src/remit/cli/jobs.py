"""`remit jobs`: runs in the background: which there are, what became of one, ending one."""

from __future__ import annotations

import os
import sys

from ..errors import UsageError
from . import OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..running.jobs import Job


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action", choices=("list", "show", "result", "cancel"), nargs="?", default="list", help="(default: list)"
    )
    parser.add_argument("job", metavar="ID", nargs="?", help="the job, by the beginning of its identity")
    parser.add_argument("--wait", action="store_true", help="wait until the job has ended")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    parser.add_argument("--home", metavar="DIR", help="the home folder (default: yours)")


def jobs_folder(home: str | None) -> str:
    from ..running.jobs import folder_of

    return folder_of(os.environ, home or os.path.expanduser("~"))


def run(options: Namespace) -> int:
    if sys.platform == "win32":
        raise UsageError("there are no jobs on Windows")
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
    from ..reports._visible import visible

    task = str(job.data.get("task"))
    shown = task if len(task) <= 60 else task[:59] + "…"
    return f"{job.id}  {job.status:<9}  {job.data.get('started')}  {visible(str(job.data.get('agent')))}  {visible(shown)}\n"


def _show(options: Namespace, job: Job) -> int:
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/job/1", **job.to_json()})
        return OK
    from ..reports._visible import visible

    sys.stdout.write(_line(job))
    result = job.result
    if result is not None:
        sys.stdout.write(
            f"  {result.turns} turns, {result.calls} calls, {result.refused} refused, {result.seconds:.1f} seconds\n"
        )
        if result.reason:
            sys.stdout.write(f"  {visible(result.reason)}\n")
    sys.stdout.write(f"  {visible(job.path('transcript.jsonl'))}\n")
    return OK


def _result(options: Namespace, job: Job) -> int:
    from ._outcome import answered

    result = job.result
    if result is None:
        raise UsageError(f"the job {job.id} is still running", "`--wait` waits for it")
    return answered(options, result)
