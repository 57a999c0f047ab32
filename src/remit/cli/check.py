"""`remit check [PATH…]`: mistakes at their exact place."""

from __future__ import annotations

import os
import sys

from ..diagnostic import SEVERITIES
from ..errors import UsageError
from ..reports import FORMATS, TEXT, render
from ..source import encode, replace_file
from . import FOUND, OK, WRONG_USE
from ._common import common, home_of, inventory_of, progress, session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..checking import Checked

_PERSONAS = ("regular", "strict", "auditor")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", help="files and folders (default: --root)")
    parser.add_argument(
        "--fail-on", choices=(*SEVERITIES, "never"), default="error", help="the least severity that fails (default: error)"
    )
    parser.add_argument("--persona", choices=_PERSONAS, default="regular", help="how much you want to hear (default: regular)")
    parser.add_argument("--output", metavar="FILE", help="write the report there; the terminal gets the text")
    parser.add_argument(
        "--no-cache", action="store_true", help="look at everything anew, and remember nothing (also: REMIT_NO_CACHE=1)"
    )
    common(parser, FORMATS)
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
    _report(checked, options)
    if any(finding.rule in ("unreadable", "file-too-large") and finding.path in paths for finding in checked.diagnostics):
        return WRONG_USE
    if options.fail_on == "never":
        return OK
    limit = SEVERITIES.index(options.fail_on)
    return FOUND if any(SEVERITIES.index(finding.severity) <= limit for finding in checked.diagnostics) else OK


def _report(checked: Checked, options: Namespace) -> None:
    """Writes the report where it is to go: the terminal, or a file with the text on the terminal."""
    if options.format != TEXT:
        report = render(options.format, checked, _checkout(), options.fail_on)
        if options.output is None:
            sys.stdout.write(report)
            return
    elif options.output is not None:
        from contextlib import redirect_stdout
        from io import StringIO

        with redirect_stdout(StringIO()) as written:
            _text(checked, options, "never")
        report = written.getvalue()
    _text(checked, options, options.color)
    if options.output is not None:
        try:
            replace_file(options.output, encode(report))
        except OSError as problem:
            reason = (problem.strerror or str(problem)).lower()
            raise UsageError(f"{options.output}: {reason}", "the report could not be written") from None


def _text(checked: Checked, options: Namespace, color: str) -> None:
    from ..reports.findings import Findings

    Findings(color, base=os.getcwd()).check(checked, quiet=options.quiet, verbose=options.verbose)


def _checkout() -> str:
    """The folder that a CI service tells paths relative to, where this one is inside it; else this one."""
    here = os.path.realpath(os.getcwd())
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        given = os.environ.get(name)
        root = os.path.realpath(given) if given and os.path.isabs(given) else None
        if root is not None and (here + os.sep).startswith(root.rstrip(os.sep) + os.sep):
            return root
    return here
