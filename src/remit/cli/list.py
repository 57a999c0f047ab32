"""`remit list [ROOT]`: every definition found."""

from __future__ import annotations

import os

from . import OK
from ._common import catalog_of, common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("where", metavar="ROOT", nargs="?", help="the folder to look in (default: --root, or this one)")
    parser.add_argument("--status", choices=("active", "shadowed", "broken"), help="only definitions of this status")
    common(parser)


def run(options: Namespace) -> int:
    if options.where is not None:
        options.root = options.where
    catalog = catalog_of(options)
    if options.status is not None:
        catalog.entries = [entry for entry in catalog.entries if entry.status == options.status]
    if options.format == "json":
        from ..reports import json

        json.write(json.catalog(catalog))
        return OK
    from ..loose import ACTIVE
    from ..reports.text import Report
    from ._common import remits

    gets = {id(entry): remit for entry, remit in remits(catalog) if entry.status == ACTIVE}
    Report(options.color, base=os.path.abspath(options.root)).catalog(
        catalog, gets, verbose=options.verbose, quiet=options.quiet
    )
    return OK
