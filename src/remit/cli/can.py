"""`remit can NAME|FILE TOOL [INPUT]`: may the agent make this call? The exit code says it: 0 allow, 1 deny, 3 ask."""

from __future__ import annotations

import os

from . import ASK, DENIED, OK
from ._common import common, session, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_CODES = {"allow": OK, "deny": DENIED, "ask": ASK}


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("agent", metavar="NAME|FILE", help="an agent of the session by name, or a definition file")
    parser.add_argument("tool", metavar="TOOL", help="the tool, as the host names it")
    parser.add_argument(
        "input", metavar="INPUT", nargs="?", help="a command, path, URL or name, or a JSON object of all inputs"
    )
    common(parser)
    session(parser)


def run(options: Namespace) -> int:
    from .show import remit_of

    found = subject(options, options.agent)
    remit = remit_of(options, found)
    value: object = options.input
    if isinstance(value, str) and value.lstrip().startswith("{"):
        import json as reader

        try:
            value = reader.loads(value)
        except ValueError:
            value = options.input
    from ..policy import DENY, Decision

    decision = remit.decide(options.tool, value) if remit is not None else Decision(DENY, "the definition could not be read")
    if options.format == "json":
        from ..reports import json

        json.write(json.can(options.tool, value, decision))
    else:
        from ..reports.text import Report

        Report(options.color, base=os.path.abspath(options.root)).decision(found.entry, options.tool, value, decision)
    return _CODES[decision.effect]
