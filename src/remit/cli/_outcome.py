"""What came of a run, said to the one who asked for it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from ..running.outcome import Result


def answered(options: Namespace, result: Result) -> int:
    """Says what came of the run, and gives the exit code."""
    if options.format == "json":
        from ..reports import json

        json.write(result.to_json())
        return result.exit_code
    from ..reports._visible import visible

    text = result.text if not sys.stdout.isatty() else "\n".join(map(visible, result.text.split("\n")))
    if text:
        sys.stdout.write(text + "\n" * (not text.endswith("\n")))
    if result.partial:
        sys.stdout.flush()
        sys.stderr.write(f"remit: {result.outcome}: {visible(result.reason or '')}\n")
    return result.exit_code


def line(identity: str, status: str, started: object, agent: object, task: object) -> str:
    """A job on one line. One that waits has not started."""
    from ..reports._visible import visible

    text = str(task)
    shown = text if len(text) <= 60 else text[:59] + "…"
    return f"{visible(identity)}  {status:<11}  {started or '-':<20}  {visible(str(agent))}  {visible(shown)}\n"


def details(result: Result | None) -> str:
    """What a job came to, in lines of their own."""
    from ..reports._visible import visible

    if result is None:
        return ""
    counts = f"  {result.turns} turns, {result.calls} calls, {result.refused} refused, {result.seconds:.1f} seconds\n"
    return counts + (f"  {visible(result.reason)}\n" if result.reason else "")
