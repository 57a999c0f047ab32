"""`remit check [PATH…]`: mistakes at their exact place."""

from __future__ import annotations

import os

from ..diagnostic import SEVERITIES
from . import FOUND, OK, WRONG_USE
from ._common import common, home_of, inventory_of, progress, session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_PERSONAS = ("regular", "strict", "auditor")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", help="files and folders (default: --root)")
    parser.add_argument(
        "--fail-on", choices=(*SEVERITIES, "never"), default="error", help="the least severity that fails (default: error)"
    )
    parser.add_argument("--persona", choices=_PERSONAS, default="regular", help="how much you want to hear (default: regular)")
    common(parser)
    session(parser)


def run(options: Namespace) -> int:
    from ..checking import run as check

    paths = options.paths or [options.root]
    inventory = inventory_of(options)
    with progress(options) as step:
        checked = check(
            paths,
            options.host,
            inventory=inventory,
            home=home_of(options) if options.home else None,
            mode=options.mode,
            personas=_PERSONAS[: _PERSONAS.index(options.persona) + 1],
            jobs=options.jobs,
            progress=step,
        )
    if options.format == "json":
        from ..reports import json

        json.write(json.check(checked))
    else:
        from ..reports.findings import Findings

        Findings(options.color, base=os.getcwd()).check(checked, quiet=options.quiet, verbose=options.verbose)
    if any(finding.rule in ("unreadable", "file-too-large") and finding.path in paths for finding in checked.diagnostics):
        return WRONG_USE
    if options.fail_on == "never":
        return OK
    limit = SEVERITIES.index(options.fail_on)
    return FOUND if any(SEVERITIES.index(finding.severity) <= limit for finding in checked.diagnostics) else OK
