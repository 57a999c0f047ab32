"""What edits do not touch, compared with and without them: every value of the front matter, and the prompt."""

from __future__ import annotations

from ..diagnostic import Edit
from ..syntax.nodes import Mapping, Scalar, Sequence
from ..syntax.schema import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..document import Document
    from ..syntax.nodes import Node


def elsewhere(before: Document, after: Document, edits: list[Edit]) -> str | None:
    """What reads differently outside the edits: values of the front matter, or the prompt."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    spans = [(edit.start, edit.end) for edit in ordered]
    moved: list[tuple[int, int]] = []
    shift = 0
    for edit in ordered:
        moved.append((edit.start + shift, edit.start + shift + len(edit.text)))
        shift += len(edit.text) - (edit.end - edit.start)
    old, new = _leaves(before.root, spans), _leaves(after.root, moved, removed=True)
    kept = [(route, value) for route, value, start, end in old if not _touched(spans, start, end)]
    name = _missing(kept, [(route, value) for route, value, _, _ in new])
    if name is None and before.valid and before.root is not None:
        # What was text of the prompt may become fields where the fence between them is what is mended.
        front = len(before.source.text) if before.whole else before.body_offset
        body = _moved(ordered, front)
        added = [
            (route, value) for route, value, start, end in new if start < body and not _touched(moved, start, end, removed=True)
        ]
        name = _missing(added, [(route, value) for route, value, _, _ in old])
    if name is not None:
        return f"`{name}` would read differently"
    if before.has_front_matter and after.has_front_matter and before.body != after.body:
        last = max((edit.end for edit in edits), default=0)
        if last < before.body_offset:
            return "the prompt would begin elsewhere"
    return None


def _moved(edits: list[Edit], at: int) -> int:
    """Where a character stands after the edits."""
    return at + sum(len(edit.text) - (min(edit.end, at) - edit.start) for edit in edits if edit.start < at)


Leaf = tuple[tuple[str, ...], object, int, int]


def _leaves(root: Mapping | None, spans: list[tuple[int, int]], *, removed: bool = False) -> list[Leaf]:
    """Every single value of a tree: the keys on the way to it, what it says, and where it stands with its key. A key that an edit touches
    counts as any."""
    found: list[Leaf] = []

    def walk(node: Node, route: tuple[str, ...], start: int) -> None:
        if isinstance(node, Mapping):
            for key, value in node.entries:
                name = key.text if isinstance(key, Scalar) and not _touched(spans, key.start, key.end, removed=removed) else "*"
                walk(value, (*route, name), key.start)
        elif isinstance(node, Sequence):
            for item in node.items:
                walk(item, route, item.start)
        else:
            found.append((route, core(node), start, max(node.end, start + 1)))

    if root is not None:
        walk(root, (), root.start)
    return found


def _touched(spans: list[tuple[int, int]], start: int, end: int, *, removed: bool = False) -> bool:
    """Whether an edit touches what stands there. An insertion at its edge does; where text was `removed` before it, that did not."""
    return any(
        (a < end and b > start) or (a == b and (start < a or (a == start and not removed)) and a <= end) for a, b in spans
    )


def _missing(some: list[tuple[tuple[str, ...], object]], of: list[tuple[tuple[str, ...], object]]) -> str | None:
    """The route of the first value that does not follow, in order, in the other list."""
    rest = iter(of)
    for route, value in some:
        if not any(route == other and _equal(value, found) for other, found in rest):
            return ".".join(route)
    return None


def _equal(left: object, right: object) -> bool:
    return left == right or (left != left and right != right)
