"""`remit show NAME|FILE`: what an agent declares, what it gets, what it can reach, and why."""

from __future__ import annotations

import os

from ..resolving import Remit
from ..session import Session
from . import OK, WRONG_USE
from ._common import catalog_of, common, remits, session, session_inventory, settings_of, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..diagnostic import Diagnostic
    from ._common import Subject


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "agent", metavar="NAME|FILE", nargs="?", help="an agent by name, or a definition file (default: every agent)"
    )
    common(parser)
    session(parser)


def remit_of(options: Namespace, found: Subject) -> Remit | None:
    """The remit of the agent in the session that the options describe; `None` where nothing can be resolved."""
    reading = found.entry.reading
    if reading is None:
        return None
    around = Session(
        found.host,
        found.version,
        inventory=session_inventory(options, found),
        settings=settings_of(options, found),
        catalog=found.catalog,
        mode=options.mode,
    )
    definition = reading.subject()
    return Remit(definition, found.host.resolve(definition, around))


def run(options: Namespace) -> int:
    if options.agent is None:
        return _all(options)
    found = subject(options, options.agent)
    remit = remit_of(options, found)
    findings: list[Diagnostic] = [*found.entry.diagnostics, *(remit.diagnostics if remit is not None else ())]
    findings.sort(key=lambda finding: finding.start)
    if options.format == "json":
        from ..reports import json

        json.write(json.show(found.entry, remit, found.version.text, findings))
    else:
        from ..reports.text import Report

        report = Report(options.color, base=os.path.abspath(options.root))
        report.show(
            found.entry, remit, found.version.text, findings, mode=options.mode, verbose=options.verbose, quiet=options.quiet
        )
    return WRONG_USE if found.entry.reading is None else OK


def _all(options: Namespace) -> int:
    """Every agent that is active where the session works, one after the other."""
    from ..loose import ACTIVE

    catalog = catalog_of(options)
    shown = [(entry, remit) for entry, remit in remits(catalog, options) if entry.status == ACTIVE]
    if options.format == "json":
        from ..reports import json

        agents = [
            json.show(entry, remit, entry.version.text, [*entry.diagnostics, *remit.diagnostics]) for entry, remit in shown
        ]
        json.write({"schema": "remit/show-all/1", "agents": agents})
        return OK
    from ..reports.text import Report

    report = Report(options.color, base=os.path.abspath(options.root))
    for entry, remit in shown:
        report.show(entry, remit, entry.version.text, [], mode=options.mode, verbose=options.verbose, quiet=options.quiet)
    if not options.quiet:
        count = f"{len(shown)} agent{'s' * (len(shown) != 1)}; `remit check` tells what is wrong with them"
        report.line((count if shown else "no agents here; `remit list` shows the definitions that were looked at", "bold"))
    return OK
