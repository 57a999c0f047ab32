"""How a finding that keeps remit from loading a file is reported, and its class."""

from __future__ import annotations

from ...diagnostic import ERROR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading

PARSE = "parse"
INVALID = "invalid"


def refuse(
    reading: Reading,
    rule: str,
    at: tuple[int, int],
    data: dict[str, object],
    why: str | None,
    kind: str = PARSE,
) -> None:
    """Reports what keeps remit from loading the file; `why` is Zeph's reason as one phrase, `None` where Zeph does load it."""
    reading.report(rule, *at, {"host": reading.host.title, **data, "class": kind}, ERROR, refuses=True)
    if why is not None and reading.why is None:
        reading.why = why
