"""The options of `remit check` that mend: what they are, which fit together, and what they do."""

from __future__ import annotations

import os

from ..errors import UsageError
from ..reports import TEXT
from . import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from ..checking import Checked


def fixing(parser: ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--fix", action="store_true", help="mend what is safe, and report what is left")
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="with --fix or --diff: also what guesses, takes something away, or gives an agent a tool that it asks for by a wrong name",
    )
    parser.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")


def fit_together(options: Namespace) -> None:
    """Raises `UsageError` for options that say nothing together."""
    mends = options.fix or options.diff
    if options.unsafe and not mends:
        raise UsageError("`--unsafe` says which fixes to make and needs `--fix` or `--diff`")
    if options.diff and (options.format != TEXT or options.output is not None):
        raise UsageError("`--diff` answers with a diff", "leave `--format` and `--output` out, or use `--fix`")
    if mends and (options.write_baseline is not None or options.prune_baseline):
        raise UsageError("a baseline is written for files as they are", "mend first, and write the baseline then")


def preview(checked: Checked, options: Namespace) -> bool:
    """Shows what would be mended. Whether there is anything."""
    from ..fixing import fix_all
    from ..reports import diff

    fixed = fix_all(checked, unsafe=options.unsafe)
    diff.write(fixed.changed, os.getcwd())
    return bool(fixed.changed)


def mended(checked: Checked, options: Namespace, again: Callable[[], Checked]) -> Checked:
    """Mends what a check found; what it finds once more, with an account of what was mended."""
    from ..fixing import fix_all

    fixed = fix_all(checked, unsafe=options.unsafe)
    fixed.write()
    if fixed.changed:
        checked = again()
    checked.fixed = fixed
    return checked


def unwritten(checked: Checked) -> bool:
    """Tells of the files that could not be written. Whether there are any."""
    problems = [file for file in checked.fixed.files if file.problem is not None] if checked.fixed is not None else []
    for file in problems:
        complain(f"{file.path}: not mended: {file.problem}")
    return bool(problems)
