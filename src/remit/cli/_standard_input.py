"""`remit check -`: a text that comes over standard input, for editors and hooks that have it nowhere on the disk."""

from __future__ import annotations

import sys

from ..errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from ..checking import Checked
    from ..document import Document

NAME = "-"
"""The path that stands for standard input."""


def standard_input(parser: ArgumentParser) -> None:
    """The option."""
    parser.add_argument(
        "--stdin-filename", metavar="PATH", help="with `-`: where the text on standard input belongs, which tells its host"
    )


def document_of(options: Namespace, paths: list[str]) -> Document | None:
    """The document on standard input, where `-` is the path."""
    if NAME not in paths:
        if options.stdin_filename is not None:
            raise UsageError("`--stdin-filename` says where standard input belongs", "give `-` as the path")
        return None
    if len(paths) > 1:
        raise UsageError("`-` is one text and takes no other path beside it")
    if options.settings or options.write_baseline is not None or options.prune_baseline:
        raise UsageError("`-` takes no `--settings`, `--write-baseline` or `--prune-baseline`", "they are for files")
    from ..source import MAX_BYTES

    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin is not None else b""
    except OSError as problem:
        raise UsageError(f"standard input: {(problem.strerror or str(problem)).lower()}") from None
    if len(data) > MAX_BYTES:
        raise UsageError(f"standard input: larger than {MAX_BYTES >> 20} MiB")
    return _document(data, options.stdin_filename)


def mended_text(checked: Checked, options: Namespace, document: Document, again: Callable[[Document], Checked]) -> Checked:
    """Writes the document with its fixes made to standard output. What a check finds then, with an account of what was mended."""
    from ..fixing import fix_all

    fixed = fix_all(checked, unsafe=options.unsafe)
    if fixed.changed:
        document = _document(fixed.changed[0].after, options.stdin_filename)
        checked = again(document)
    checked.fixed = fixed
    sys.stdout.flush()
    sys.stdout.buffer.write(document.source.data)
    sys.stdout.buffer.flush()
    return checked


def _document(data: bytes, path: str | None) -> Document:
    from ..document import Document
    from ..source import Source

    return Document(Source(data, path or NAME))
