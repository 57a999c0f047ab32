"""`remit check [PATH…]`: mistakes at their exact place."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout

from ..errors import UsageError
from ..reports import FORMATS, TEXT, render
from ..source import encode, replace_file
from . import FOUND, OK, WRONG_USE
from ._common import agents_of, common, home_of, inventory_of, progress, session, settings_files
from ._fixing import fit_together, fixing, mended, preview, unwritten
from ._selecting import configurations_of, selecting
from ._standard_input import document_of, mended_text, standard_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from ..checking import Checked
    from ..configuration import Configurations
    from ..document import Document


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", help="files and folders, or - for standard input (default: --root)")
    standard_input(parser)
    selecting(parser)
    parser.add_argument("--no-suppressions", action="store_true", help="tell also what comments in the files hold back")
    parser.add_argument("--baseline", metavar="FILE", help="tell only what is not in this baseline")
    parser.add_argument(
        "--write-baseline",
        metavar="FILE",
        nargs="?",
        const="",
        help="write all findings to a baseline (default: the configured one)",
    )
    parser.add_argument(
        "--prune-baseline", action="store_true", help="take out of the baseline what no longer occurs; add nothing to it"
    )
    fixing(parser)
    parser.add_argument("--output", metavar="FILE", help="write the report there; the terminal gets the text")
    parser.add_argument(
        "--no-cache", action="store_true", help="look at everything anew, and remember nothing (also: REMIT_NO_CACHE=1)"
    )
    common(parser, FORMATS)
    session(parser)


def run(options: Namespace) -> int:
    fit_together(options)
    paths = options.paths or [options.root]
    configurations = configurations_of(options)
    given = document_of(options, paths)
    if options.write_baseline is not None:
        return _write_baseline(options, paths, configurations)
    checked = _check(options, paths if given is None else [given], configurations, options.baseline)
    if options.diff:
        changes = preview(checked, options)
        return WRONG_USE if _unreadable(checked, paths) else FOUND if changes else OK
    if options.fix and given is not None:
        checked = mended_text(checked, options, given, lambda text: _check(options, [text], configurations, options.baseline))
        with redirect_stdout(sys.stderr):
            _report(checked, options)
        return FOUND if checked.failing else OK
    if options.fix:
        checked = mended(checked, options, lambda: _check(options, paths, configurations, options.baseline))
    if options.prune_baseline:
        _prune(checked)
    _report(checked, options)
    if _unreadable(checked, paths) or unwritten(checked):
        return WRONG_USE
    return FOUND if checked.failing else OK


def _check(
    options: Namespace, subjects: Sequence[str | Document], configurations: Configurations, baseline: str | None
) -> Checked:
    from ..checking import CommandLine
    from ..checking import run as check

    with progress(options) as step:
        return check(
            subjects,
            options.host,
            inventory=inventory_of(options),
            home=home_of(options) if options.home else None,
            mode=options.mode,
            configurations=configurations,
            comments=not options.no_suppressions,
            baseline=baseline,
            line=CommandLine(settings_files(options), options.plugins, options.add_dir, agents_of(options)),
            jobs=options.jobs,
            progress=step,
        )


def _unreadable(checked: Checked, paths: list[str]) -> bool:
    """Whether a file that was named could not be read."""
    lost = [finding.path for finding in checked.diagnostics if finding.rule in ("unreadable", "file-too-large")]
    return not {os.path.abspath(path) for path in lost if path is not None}.isdisjoint(map(os.path.abspath, paths))


def _write_baseline(options: Namespace, paths: list[str], configurations: Configurations) -> int:
    """Makes all that is found now a baseline."""
    from ..baseline import NAME, Baseline

    if options.baseline is not None or options.prune_baseline:
        raise UsageError("`--write-baseline` makes the baseline anew", "leave `--baseline` and `--prune-baseline` out")
    checked = _check(options, paths, configurations, "")
    baseline = Baseline.of(checked.diagnostics, options.write_baseline or configurations.of(paths[0]).baseline or NAME)
    baseline.write()
    if not options.quiet:
        sys.stderr.write(f"{_count(len(baseline), 'finding')} written to {baseline.path}\n")
    return WRONG_USE if _unreadable(checked, paths) else OK


def _prune(checked: Checked) -> None:
    """Takes out of the baselines what no longer occurs."""
    from ..baseline import Baseline

    if not checked.gone:
        raise UsageError("there is no baseline to prune", "`--baseline FILE` or the configuration names one")
    for path, gone in checked.gone.items():
        if gone:
            Baseline.read(path).without(gone).write()
        sys.stderr.write(f"{_count(len(gone), 'finding')} taken out of {path}\n")
        gone.clear()


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def _report(checked: Checked, options: Namespace) -> None:
    """Writes the report where it is to go: the terminal, or a file with the text on the terminal."""
    if options.format != TEXT:
        report = render(options.format, checked, _checkout())
        if options.output is None:
            sys.stdout.write(report)
            return
    elif options.output is not None:
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
