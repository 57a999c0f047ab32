"""`remit run NAME|FILE TASK`: runs an agent within its remit."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError, BooleanOptionalAction
from functools import partial

from ..errors import UsageError
from . import OK
from ._common import common, home_of, session, session_inventory, settings_of, subject
from ._outcome import answered
from ._watching import watched, watching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..resolving import Remit
    from ..running.plan import Plan

    Json = dict[str, object]

ENGINE = "pydantic-ai"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("agent", metavar="NAME|FILE", nargs="?", help="an agent of the session by name, or a definition file")
    parser.add_argument("task", metavar="TASK", nargs="?", help="what it is to do; `-` reads it from standard input")
    parser.add_argument("--dry-run", action="store_true", help="only say what each agent would be offered")
    parser.add_argument("--model", metavar="PROVIDER:NAME", help="the model, whatever the definition says")
    parser.add_argument(
        "--engine",
        choices=(ENGINE, "claude"),
        default=ENGINE,
        help=f"what runs it: {ENGINE}, or your own `claude` (default: {ENGINE})",
    )
    parser.add_argument("--command", metavar="PATH", default="claude", help="that command, where it is called otherwise")
    parser.add_argument("--max-turns", metavar="N", type=_positive, help="fewer turns than the definition allows")
    parser.add_argument("--timeout", metavar="SECONDS", type=_seconds, help="less time than the definition allows")
    parser.add_argument(
        "--depth", metavar="N", type=int, help="how many agents may stand above one (default: the host's limit)"
    )
    parser.add_argument(
        "--without", metavar="TOOL", action="append", default=[], help="run without this tool, or this field (repeatable)"
    )
    parser.add_argument("--servers", action="store_true", help="start the MCP servers that the agent's tools need")
    parser.add_argument(
        "--hooks",
        action=BooleanOptionalAction,
        help="run the hooks of the definition, which are commands of its author, or do not",
    )
    parser.add_argument(
        "--secrets",
        metavar="SOURCE",
        action="append",
        default=[],
        help="where values of secrets are: env, file:PATH, keyring:SERVICE, command:WORDS (repeatable)",
    )
    parser.add_argument(
        "--lend", metavar="NAME", action="append", default=[], help="lend this secret without asking (repeatable)"
    )
    parser.add_argument(
        "--pass-env", metavar="NAME", action="append", default=[], help="a variable that the agent's commands see (repeatable)"
    )
    parser.add_argument(
        "--background",
        action=BooleanOptionalAction,
        help="run it as a job and say its identity (default: as the definition says); see `remit jobs`",
    )
    parser.add_argument(
        "--durable",
        metavar="URL",
        help="keep the run in this store (sqlite:///FILE, postgresql://…), so that it survives a kill",
    )
    parser.add_argument("--resume", metavar="ID", help="go on with a run of the store, where it was")
    parser.add_argument("--transcript", metavar="FILE", help="append every event to this file, as JSON Lines")
    common(parser)
    session(parser)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"`{text}` is no whole number above 0")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"`{text}` is no number of seconds above 0")
    return value


def run(options: Namespace) -> int:
    if options.resume is not None:
        from ._kept import resume

        return resume(options)
    if options.agent is None:
        raise UsageError("which agent?", 'remit run NAME "the task"')
    if options.engine != ENGINE:
        return _by_command(options)
    plan = plan_for(options)
    if options.dry_run:
        return _told(options, plan)
    task = task_of(options)
    _noted(options, plan.notes)
    if options.durable is not None:
        from ._kept import start

        return start(options, plan, task)
    if options.background:
        return _started(options, plan, task)
    from ..running.process import run as run_plan

    passed, secrets, lent = options.pass_env, options.secrets, options.lend
    return answered(options, watched(options, partial(run_plan, plan, task, passed=passed, secrets=secrets, lent=lent)))


def _noted(options: Namespace, notes: list[str]) -> None:
    """Says what is left out, before anything runs."""
    from ..reports._visible import visible

    for note in () if options.quiet else notes:
        sys.stderr.write(f"remit: {visible(note)}\n")


def _started(options: Namespace, plan: Plan, task: str) -> int:
    """Starts a job and says its identity."""
    if sys.platform == "win32":
        raise UsageError("there are no jobs on Windows", "run it with `--no-background`")
    from ..running.jobs import start
    from .jobs import jobs_folder

    order = {
        "plan": plan.to_json(), "task": task, "passed": options.pass_env, "secrets": options.secrets, "lent": options.lend,
    }  # fmt: skip
    try:
        job = start(jobs_folder(options.home), order, os.environ)
    except OSError as problem:
        raise UsageError(f"the job cannot be started: {(problem.strerror or str(problem)).lower()}") from None
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/job/1", **job.to_json()})
    else:
        sys.stdout.write(f"{job.id}\n")
    return OK


def task_of(options: Namespace) -> str:
    """The task that the command line gives. Raises `UsageError`."""
    if options.task is None:
        raise UsageError("what is the agent to do?", 'remit run NAME "the task"; `-` reads it from standard input')
    task: str = sys.stdin.read() if options.task == "-" else options.task
    if not task.strip():
        raise UsageError("the task is empty")
    return task


def remit_for(options: Namespace) -> Remit:
    """The remit of the agent that the options name, in their session. Raises `UsageError`."""
    from ..hosts.base import BACKGROUND
    from ..loose import ACTIVE
    from ..resolving import Remit
    from ..running.preparing import meant
    from ..session import Session

    found = subject(options, options.agent)
    reading = found.entry.reading
    if reading is None or found.entry.status != ACTIVE:
        raise UsageError(
            f"`{options.agent}` is not run: {found.entry.reason or 'it does not count here'}",
            "`remit check` tells what is wrong",
        )
    definition = meant(reading)
    if options.background is None:
        options.background = definition.background is True and options.engine == ENGINE
    around = Session(
        found.host,
        found.version,
        inventory=session_inventory(options, found),
        settings=settings_of(options, found),
        catalog=found.catalog,
        mode=BACKGROUND if options.background else options.mode,
    )
    return Remit(definition, found.host.resolve(definition, around))


def plan_for(options: Namespace) -> Plan:
    """The plan of the run that the options describe. Raises `UsageError`."""
    from ..running.preparing import Wishes, plan_of

    wishes = Wishes(
        model=options.model,
        usual=os.environ.get("REMIT_MODEL") or None,
        max_turns=options.max_turns,
        timeout=options.timeout,
        servers=options.servers,
        hooks=options.hooks,
        depth=options.depth,
        without=options.without,
        needs_model=not options.dry_run,
    )
    return plan_of(remit_for(options), options.root, wishes)


def _by_command(options: Namespace) -> int:
    """Runs the agent with the user's own command."""
    if options.background or options.secrets or options.lend or options.servers or options.durable:
        raise UsageError(
            f"`--background`, `--durable`, `--secrets`, `--lend` and `--servers` are not for `--engine {options.engine}`",
            "its servers are those of its own configuration",
        )
    remit = remit_for(options)
    from ..running import claude

    if options.dry_run:
        return _told(options, claude.plan_of(remit, os.path.abspath(options.root), options.max_turns, options.timeout))
    task = task_of(options)
    _noted(options, claude.left_out(remit))
    with watching(options) as (tell, _):
        result = claude.run(
            remit,
            task,
            root=os.path.abspath(options.root),
            home=home_of(options),
            program=options.command,
            model=options.model,
            max_turns=options.max_turns,
            timeout=options.timeout,
            hooks=options.hooks,
            passed=options.pass_env,
            tell=tell,
        )
    result.transcript = options.transcript
    return answered(options, result)


def _told(options: Namespace, plan: Plan) -> int:
    """Says what would be offered. The engine is not loaded."""
    from ..reports import json, offers

    if options.format == "json":
        json.write(offers.to_json(plan))
    else:
        offers.write(plan, verbose=options.verbose)
    return OK
