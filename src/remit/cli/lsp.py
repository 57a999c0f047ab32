"""`remit lsp`: the language server, for editors."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from ..errors import UsageError
from . import FOUND, OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="speak over standard input and output (the default)")
    parser.add_argument("--tcp", metavar="PORT", type=int, help="wait for one connection to this port of this machine instead")


def run(options: Namespace) -> int:
    if options.stdio and options.tcp is not None:
        raise UsageError("`--stdio` and `--tcp` exclude each other")
    if options.tcp is not None and not 0 < options.tcp < 65536:
        raise UsageError(f"{options.tcp} is no port", "a port is a number from 1 to 65535")
    if find_spec("pygls") is None:
        raise UsageError("the language server needs the package `pygls`", "install remit with it: `pip install 'remit[lsp]'`")
    import signal

    from ..lsp.server import Server

    # A thread waits for input and would keep an interrupted server. It writes no file, so nothing has to be put in order.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server = Server()
    try:
        server.run(options.tcp)
    except OSError as problem:
        raise UsageError(f"cannot serve: {os.strerror(problem.errno) if problem.errno else problem}") from None
    # The server has closed its output, and whoever comes after it still means to flush one.
    sys.stdout = open(os.devnull, "w", encoding="utf-8")
    return OK if server.service.ended else FOUND
