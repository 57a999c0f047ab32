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
