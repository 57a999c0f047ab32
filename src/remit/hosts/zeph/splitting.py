"""Where Zeph sees the front matter of a file.

The file begins, at its very first byte, with `---` or `+++` and a line end. The block ends at the first line that *begins* with
the same three characters; what stands behind them on that line already belongs to the body.
"""

from __future__ import annotations

from .vocabulary import YAML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Version

FENCES = {b"---": "yaml", b"+++": "toml"}

NO_OPENING = "opening"
NO_CLOSING = "closing"


class Block:
    """The parts of a file in bytes: the front matter from `start` to `end`, the body from `body` on. `kind` is `"yaml"` or
    `"toml"`."""

    __slots__ = ("body", "end", "kind", "start")

    def __init__(self, kind: str, start: int, end: int, body: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.body = body


def split(data: bytes, version: Version) -> Block | str:
    """The front matter, or what is missing: `NO_OPENING` or `NO_CLOSING`."""
    fence = data[:3]
    kind = FENCES.get(fence)
    if kind is None or (kind == "yaml" and version < YAML):
        return NO_OPENING
    start = _after_newline(data, 3)
    if start == 3:
        return NO_OPENING
    end = data.find(b"\n" + fence, start)
    if end < 0:
        return NO_CLOSING
    return Block(kind, start, end, _after_newline(data, end + 4))


def _after_newline(data: bytes, at: int) -> int:
    """The position after one line end, or `at` where there is none."""
    if data.startswith(b"\n", at):
        return at + 1
    return at + 2 if data.startswith(b"\r\n", at) else at
