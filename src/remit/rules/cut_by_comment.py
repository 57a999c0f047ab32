"""A description ends at a `#`.

## What it finds

A description without quotes that holds a blank and a `#` with text right behind it, as in the number of an issue or the name of a channel.

## Why it matters

YAML takes the rest of the line for a comment: no host sees it.

## Example

    description: Triages bugs from #support and files them

## Instead

    description: "Triages bugs from #support and files them"

## Fix safety

Unsafe: the quotes make text of what may be meant for a comment.

## Evidence

YAML 1.2.2, section 6.6: a `#` after a blank begins a comment.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ..syntax.nodes import PLAIN, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostic import Fix
    from ..document import Document

SEVERITY = "warning"
CONFIDENCE = "medium"
TOPIC = "reading"

_COMMENT = re.compile(r"[ \t]+(#[A-Za-z0-9][^\n]*)").match


def in_document(document: Document) -> Iterator[Diagnostic]:
    if b" #" not in document.source.data or document.kind != "yaml":
        return
    root = document.root
    node = root.get("description") if root is not None else None
    if not isinstance(node, Scalar) or node.style != PLAIN or not node.text:
        return
    found = _COMMENT(document.source.text, node.end)
    if found is not None:
        yield Diagnostic("cut-by-comment", document.source, found.start(1), found.end(1), {"after": node.text.split()[-1]})


def message(data: dict[str, object]) -> str:
    return f"YAML takes the rest of the line for a comment: the description ends at `{data['after']}`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "put the whole description in quotes"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.values import whole_line

    return whole_line(finding)
