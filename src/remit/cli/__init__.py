"""The command line: one module per command, loaded when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from ..errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

OK = 0
FOUND = 1
DENIED = 1
WRONG_USE = 2
ASK = 3

COMMANDS = {
    "list": "every definition found, by host and scope: active, shadowed, broken",
    "show": "declared, effective and reachable tools of an agent, and why",
    "can": "may the agent make this call?",
    "check": "mistakes, at their exact place",
    "rule": "what a rule finds, why it matters, and what to write instead",
    "config": "the configuration that counts for a file, and where each value comes from",
    "compile": "one policy for all agents of a session, which the hook, the gate and the runner enforce",
    "gate": "an MCP server as one agent may use it",
    "guard": "the hook that holds agents to their remit, in a host's settings",
    "run": "runs an agent within its remit, until its task, its turns or its time are over",
    "jobs": "runs in the background: which there are, what became of one, ending one",
    "log": "what agents used of what they were granted, and what was refused",
    "schema": "the JSON Schema of a host's definitions, for editors",
    "agent-def": "the parsed definition and its effective tools, for programs",
    "lsp": "the language server, for editors",
    "completion": "a script that completes commands in your shell",
}

_USAGE = """usage: remit COMMAND [options]

Which tools may an AI agent really call? remit reads agent definition files as each
host does, and tells what they declare, what the host hands over, and why.

commands:
{commands}

options:
  -h, --help     this help; `remit COMMAND --help` for one command
  -V, --version  the version

exit codes: 0 fine or allowed, 1 findings or denied, 2 wrong use or unreadable
input, 3 the host would ask
"""


def start(words: list[str]) -> int:
    """Runs one command. Every foreseen problem ends as one line for people on standard error."""
    try:
        return _run(words)
    except UsageError as problem:
        return complain(problem.reason, problem.hint)
    except BrokenPipeError:
        # The reader has seen enough. What is still buffered goes nowhere, or Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    except KeyboardInterrupt:
        return 128 + 2
    except OSError as problem:
        if os.environ.get("REMIT_TRACEBACK"):
            raise
        where = "standard output" if problem.filename is None else os.fsdecode(problem.filename)
        return complain(f"{where}: {(problem.strerror or str(problem)).lower()}")
    except Exception as fault:
        if os.environ.get("REMIT_TRACEBACK"):
            raise
        return complain(
            f"a fault of remit itself: {_described(fault)}",
            "nothing was decided; please report it, with what REMIT_TRACEBACK=1 adds",
        )


def _described(fault: Exception) -> str:
    """The kind of a fault and the line of remit that met it."""
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}" if place is not None else ""
    return f"{type(fault).__name__}{where}"


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        sys.stdout.write(_USAGE.format(commands="\n".join(f"  {name:<12} {text}" for name, text in COMMANDS.items())))
        return OK if words else WRONG_USE
    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        from ..tools import nearest

        if name.startswith("-"):
            return complain(f"unknown option `{name}`", "options come after a command: `remit COMMAND [options]`")
        close = nearest(name, COMMANDS)
        return complain(
            f"unknown command `{name}`", f"did you mean `remit {close}`?" if close else "`remit --help` lists the commands"
        )
    from .. import cache

    if name in cache.COMMANDS:
        return cache.remembered(words, lambda: _called(name, rest))
    return _called(name, rest)


def _called(name: str, rest: list[str]) -> int:
    """Loads a command and calls it."""
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    parser = _parser(name)
    module.arguments(parser)
    options = parser.parse_args(rest)
    code: int = module.run(options)
    sys.stdout.flush()
    return code


def _parser(name: str) -> ArgumentParser:
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> None:  # type: ignore[override]
            raise UsageError(f"{message}", f"`remit {name} --help` tells how to call it")

    def formatter(prog: str) -> argparse.HelpFormatter:
        # With a width of its own it does not look for the terminal's when it is made, which would load archive modules at every start.
        columns = os.environ.get("COLUMNS", "")
        return argparse.HelpFormatter(prog, width=(int(columns) if columns.isdecimal() and int(columns) else 100) - 2)

    return Parser(
        prog=f"remit {name}",
        description=COMMANDS[name][0].upper() + COMMANDS[name][1:] + ("" if COMMANDS[name].endswith("?") else "."),
        allow_abbrev=False,
        formatter_class=formatter,
    )


def complain(reason: str, hint: str | None = None) -> int:
    """Says on standard error what is wrong, and gives the exit code for it."""
    text = f"remit: {reason}\n" + (f"  {hint}\n" if hint else "")
    if not text.replace("\n", "").isprintable():
        from ..reports._visible import visible  # a file of strangers may have been quoted

        text = "\n".join(map(visible, text.split("\n")))
    sys.stderr.write(text)
    return WRONG_USE
