"""What Claude Code's own reader makes of a file, before anything is decided: the block between its fences, the tree, fields, texts, lists."""

from __future__ import annotations

import re
from sys import intern

from ...source import BOM
from ...syntax.nodes import PLAIN, Mapping, Scalar, Sequence, SyntaxFault
from ...syntax.scan import scan
from ...syntax.schema import core
from ..base import Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node
    from ..base import Reading

BOM_DROPPED = Version("2.1.239")
COLON_REFUSED = Version("2.1.218")
NEWEST_RULES = Version("2.1.198")  # long names, NUL and bad hooks are refused from some version after 2.1.197 on
NAME_LIMIT = 256

_OPENING = re.compile(rb"---\s*\n").match
_MAYBE_TYPED = frozenset("0123456789+-.~nNtTfF")

Fields = dict[str, tuple[Scalar, "Node"]]


def client_block(data: bytes, version: Version) -> tuple[int, int, int] | None:
    """Where the client sees front matter: start and end of the text between the fences and start of the body, in bytes.

    The opening fence is the first line; the block ends at the first `---` anywhere after it.
    """
    start = 0
    if data.startswith(BOM):
        if version < BOM_DROPPED:
            return None
        start = 3
    if data.startswith(b"---\n", start):
        inner = start + 4
    else:
        opening = _OPENING(data, start)
        if opening is None:
            return None
        inner = opening.end()
    end = data.find(b"---", inner)
    return None if end < 0 else (inner, end, end + 3)


def client_root(reading: Reading, block: tuple[int, int, int] | None) -> Mapping | None:
    """The tree that the client builds. `reading.why` says what went wrong where there is none."""
    if block is None:
        return None
    from ...syntax.yaml import compose_client
    from .second_chance import rescue

    data = reading.document.source.data
    text = data[block[0] : block[1]].decode("utf-8", "replace")
    before = data[: block[0]].decode("utf-8", "replace")
    offset = len(before)
    try:
        if reading.document.no_yaml:
            raise SyntaxFault("a colon and a blank inside a value", offset, "colon")
        root = compose_client(text, offset, early=reading.version < NEWEST_RULES)
    except SyntaxFault as fault:
        try:
            root = rescue(text, offset, _early if reading.version < NEWEST_RULES else _scan_or_compose)
        except SyntaxFault:
            reading.why = f"its front matter is not valid YAML ({fault.problem})"
            reading.view = fault
            return None
    return root if isinstance(root, Mapping) else None


def _early(text: str, offset: int) -> Node | None:
    from ...syntax.yaml import compose_client

    return compose_client(text, offset, early=True)


def _scan_or_compose(text: str, offset: int) -> Node | None:
    """What the client's parser gives, by way of the scanner where that can answer."""
    from ...syntax.yaml import compose_client

    return scan(text, offset) or compose_client(text, offset)


def index(root: Mapping | None) -> Fields:
    """The fields by name; of a key that stands twice the last one counts."""
    fields: Fields = {}
    if root is not None:
        for key, value in root.entries:
            if key.__class__ is Scalar:
                fields[key.text] = (key, value)
        if "<<" in fields:
            from ...syntax.yaml import merged

            for key, value in merged(root).entries:
                if isinstance(key, Scalar):
                    fields[key.text] = (key, value)
            del fields["<<"]
    return fields


def text_of(node: Node) -> str | None:
    """The value of a node that is text for YAML 1.2, `None` for everything else."""
    if node.__class__ is not Scalar:
        return None
    text = node.text
    if node.style == PLAIN and (node.tag is not None or not text or text[0] in _MAYBE_TYPED):
        value = core(node)
        return value if isinstance(value, str) else None
    return text


def hook_fault(fields: Fields) -> tuple[Node, str] | None:
    """The hook for which the client drops the agent, and why; `None` where there is none."""
    if "hooks" not in fields and not any(
        value.__class__ is Mapping
        or (value.__class__ is Sequence and value.items and value.items[0].__class__ is not Scalar)
        or key in GATES
        for key, (_, value) in fields.items()
    ):
        return None
    from .hooks import fault_in_hooks, misplaced_hooks

    fault = fault_in_hooks(fields["hooks"][1]) if "hooks" in fields else None
    return fault or misplaced_hooks(list(fields.values()))


GATES = ("PreToolUse", "PermissionRequest")


def names_in(node: Node) -> list[str] | None:
    """The entries of a list field as the client splits them, `None` where the value is no list at all."""
    if node.__class__ is Scalar:
        text = text_of(node)
        if text is None:
            return None
        return _names(text)
    if node.__class__ is Sequence:
        names: list[str] = []
        for item in node.items:
            text = text_of(item)
            if text is not None:
                if " " in text or "," in text:
                    names += _names(text)
                elif text and not text.isspace():
                    names.append(intern(text.strip()))
        return names
    return None


def _names(text: str) -> list[str]:
    if "(" not in text:
        return [intern(name) for part in text.replace(",", " ").split(" ") if (name := part.strip())]
    from ...tools import split

    return [name for name, _, _ in split(text)]
