"""A command line cut into everything that could be a command, for refusing where it could not be read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ROUGH = str.maketrans(dict.fromkeys(";&|)`{}", "\n"))
_ROUGHER = str.maketrans(dict.fromkeys(";&|)`{}!'\"\\", "\n"))


def fragments(text: str, quotes: bool = False) -> Iterator[str]:
    """The text cut at every character that could start another command, without regard to quotes (`quotes`: at these as well).
    Far more than the shell would run: for refusing where the text itself was not understood."""
    *openings, last = text.split("(")  # a `$`, `<` or `>` goes with the bracket behind it
    pieces = [*(piece[:-1] if piece.endswith(("$", "<", ">")) else piece for piece in openings), last]
    for part in "\n".join(pieces).translate(_ROUGHER if quotes else _ROUGH).split("\n"):
        stripped = part.strip()
        if stripped:
            yield stripped
