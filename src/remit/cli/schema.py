"""`remit schema HOST[@VERSION]`: the JSON Schema of a host's definitions, for editors."""

from __future__ import annotations

import json
import sys

from ..hosts import names, select
from . import OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("host", metavar="HOST[@VERSION]", help="whose definitions: " + ", ".join(names()))


def run(options: Namespace) -> int:
    from ..schemas import front_matter

    chosen = select(options.host)
    assert chosen is not None
    sys.stdout.write(json.dumps(front_matter(*chosen), ensure_ascii=False, indent=2) + "\n")
    return OK
