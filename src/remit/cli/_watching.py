"""Watching a run: what it does, shown on a terminal and appended to a transcript, and who is asked there."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from ..errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from ..running.outcome import Result
    from ..running.transcript import Transcript

    Json = dict[str, object]


def watched(options: Namespace, start: Callable[..., Result]) -> Result:
    """Runs it, with what it does on a terminal and in a transcript."""
    with watching(options) as (tell, ask):
        result = start(tell=tell, ask=ask)
    result.transcript = options.transcript
    return result


@contextmanager
def watching(options: Namespace) -> Iterator[tuple[Callable[[Json], None], Callable[[str, object, str], bool] | None]]:
    """Who is told of events, and who is asked."""
    shown = sys.stderr.isatty() and not options.quiet and options.format == "text"
    progress = ask = None
    if shown:
        from ..reports.progress import Progress, agreed

        progress = Progress(options.color)
        ask = agreed if sys.stdin.isatty() else None
    transcript = _transcript(options)

    def tell(event: Json) -> None:
        if progress is not None:
            progress(event)
        if transcript is not None:
            transcript.write(event)

    try:
        yield tell, ask
    finally:
        if transcript is not None:
            transcript.close()


def _transcript(options: Namespace) -> Transcript | None:
    if options.transcript is None:
        return None
    from ..running.transcript import Transcript

    try:
        return Transcript(options.transcript)
    except OSError as problem:
        raise UsageError(f"{options.transcript}: {(problem.strerror or str(problem)).lower()}") from None
