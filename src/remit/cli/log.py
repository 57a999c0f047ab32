"""`remit log`: what agents used of what they were granted, and what was refused."""

from __future__ import annotations

import os
import sys

from ..errors import UsageError
from . import OK
from .guard import POLICY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..enforcement.using import Record


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar="NAME", default="claude-code", help="whose agents (default: claude-code)")
    parser.add_argument("--policy", metavar="FILE", default=POLICY, help=f"the compiled policy (default: {POLICY})")
    parser.add_argument("--state", metavar="DIR", help="where the guard keeps its journal (default: the user's state folder)")
    parser.add_argument("--root", metavar="DIR", default=".", help="the project (default: here)")
    parser.add_argument("--days", metavar="N", type=int, default=30, help="how far to look back (default: 30)")
    parser.add_argument("--lines", action="store_true", help="the journal itself, JSON Lines, the oldest first")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")


def run(options: Namespace) -> int:
    import time

    from ..enforcement.installing import state_folder
    from ..enforcement.policy import PolicyError, load
    from ..enforcement.using import exists, record, unused

    policy_path = os.path.abspath(os.path.join(options.root, options.policy))
    folder = options.state or state_folder(policy_path, dict(os.environ), os.path.expanduser("~"))
    if not exists(folder):
        raise UsageError(f"{folder}: no journal", "the guard writes one once it is installed: `remit guard install`")
    if options.days < 1:
        raise UsageError("`--days` is a number of days from 1")
    if options.lines:
        return _lines(folder)
    since = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - options.days * 86_400))
    found = record(folder, since, options.host)
    problem = None
    idle: dict[str, list[str]] = {}
    try:
        idle = unused(found, load(policy_path, fresh=False), options.host)
    except PolicyError as fault:
        problem = fault.reason
    young = found.first is not None and found.first > since
    if options.format == "json":
        _json(options, found, idle)
    else:
        _text(options, found, idle, problem, young)
    return OK


def _lines(folder: str) -> int:
    from ..enforcement.json_text import dumps
    from ..enforcement.using import lines_of

    for line in lines_of(folder):
        sys.stdout.write(dumps(line) + "\n")
    return OK


def _json(options: Namespace, found: Record, idle: dict[str, list[str]]) -> None:
    from ..reports import json

    agents: dict[str, object] = {
        agent: {
            "tools": {tool: {"used": use.used, "refused": use.refused, "last": use.last} for tool, use in sorted(uses.items())},
            "unused": idle.get(agent, []),
        }
        for agent, uses in sorted(found.uses.items())
    }
    json.write({"schema": "remit/log/1", "host": options.host, "days": options.days, "since": found.first, "agents": agents})


def _text(options: Namespace, found: Record, idle: dict[str, list[str]], problem: str | None, young: bool) -> None:
    from ..reports._visible import visible

    write = sys.stdout.write
    for agent, uses in sorted(found.uses.items()):
        write(f"{visible(agent)}\n")
        for tool, use in sorted(uses.items(), key=lambda pair: (-pair[1].used, pair[0])):
            refused = f", refused {use.refused}" if use.refused else ""
            write(f"  {visible(tool):<24} used {use.used}{refused}  last {use.last[:10]}\n")
        if agent in idle:
            write(f"  never used in {options.days} days: {visible(', '.join(idle[agent]))}\n")
    if not found.uses:
        write(f"no agent of {options.host} did anything in {options.days} days\n")
    if problem is not None:
        write(f"what was granted is not known: {visible(problem)}\n")
    if young and found.first is not None:
        write(f"the journal begins on {found.first[:10]}, so it cannot tell of {options.days} days\n")
