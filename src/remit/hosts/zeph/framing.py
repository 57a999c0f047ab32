"""From a file to the table of its front matter as Zeph has it: size, encoding, fences, syntax.

Where Zeph and remit's own strict reading see the same block, the document's tree serves both. Where they differ, Zeph's block
is read on its own, and what the difference costs is a finding.
"""

from __future__ import annotations

from ...diagnostic import ERROR, WARNING
from ...document import lone_returns_as_lines
from ...source import BOM
from ...source import decode as text_of
from ...syntax import fences
from ...syntax.nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from .refusing import PARSE, refuse
from .splitting import NO_CLOSING, NO_OPENING, Block, split
from .vocabulary import LIMIT, YAML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .reading import ZephReading

_FILE = "refuses the file"


def frame(reading: ZephReading) -> Mapping | None:
    """The table, `None` where Zeph sees none."""
    document = reading.document
    source = document.source
    if not source.valid_utf8:
        at = next((index for index, char in enumerate(source.text) if "\udc80" <= char <= "\udcff"), 0)
        refuse(reading, "unreadable", (at, at + 1), {"reason": "not valid UTF-8"}, "it is not valid UTF-8")
        return None
    if source.path is not None and len(source.data) > LIMIT and not reading.version < YAML:
        reason = f"larger than {LIMIT >> 10} KiB"
        refuse(reading, "file-too-large", (0, 0), {"reason": reason, "kind": "large"}, f"it is {reason}")
        return None
    block = split(source.data, reading.version)
    if block == NO_OPENING:
        _no_opening(reading)
        return None
    if block == NO_CLOSING:
        _no_closing(reading)
        return None
    assert isinstance(block, Block)
    reading.body_start = block.body
    if block.kind == fences.TOML and not reading.version < YAML:
        reading.report("deprecated-fence", 0, 3, {"host": reading.host.title}, WARNING)
    theirs = document.root
    if document.kind == block.kind and document.front_bytes in ((block.start, block.end + 1), (block.start, block.end)):
        return _same(reading, theirs)
    return _other(reading, block, theirs)


def _same(reading: ZephReading, root: Mapping | None) -> Mapping | None:
    """The document's own tree, with what Zeph's reader refuses and remit's only warns of."""
    _harden(reading)
    for finding in reading.document.diagnostics:
        if finding.rule in ("yaml-alias", "yaml-tag") and "problem" not in finding.data:
            continue
        if finding.refuses and reading.why is None:
            kind = "TOML" if reading.document.kind == fences.TOML else "YAML"
            problem = finding.data.get("problem")
            reading.why = f"its front matter is not valid {kind}" + (f" ({problem})" if problem else "")
    return root


def _harden(reading: ZephReading) -> None:
    """A value that lacks its quotes and a key that stands twice are warnings elsewhere; Zeph refuses the file for them."""
    for finding in reading.document.diagnostics:
        if finding.rule in ("unquoted-value", "duplicate-key"):
            finding.refuses = True
            finding._severity = ERROR
            finding.data["class"] = PARSE


def _other(reading: ZephReading, block: Block, theirs: Mapping | None) -> Mapping | None:
    """Zeph's block where it is not the document's."""
    document = reading.document
    early = document.has_front_matter and block.end + 1 > document.front_bytes[1]
    if early:
        close = len(text_of(document.source.data[: document.front_bytes[1]]))
        refuse(reading, "fence-differs", (close, close + 3), {"kind": "early", "version": reading.version.text}, None)
    root = _parse(reading, block)
    if root is None:
        return None
    if theirs is None and not document.diagnostics:
        document.check_text(root)
    _harden(reading)
    if not early:
        _cut(reading, block, root, theirs)
    return root


def _cut(reading: ZephReading, block: Block, root: Mapping, theirs: Mapping | None) -> None:
    """Zeph's block ends before the author's: what is lost with the rest."""
    at = len(text_of(reading.document.source.data[: block.end])) + 1
    ours = list(root.keys())
    lost = [key for key in (theirs.keys() if theirs is not None else ()) if key not in ours]
    changed = [key for key in ours if theirs is not None and not _alike(theirs.get(key), root.get(key))]
    words: dict[str, object] = {
        "lost": tuple(lost),
        "changed": tuple(changed),
        "security": tuple(key for key in lost if key in ("tools", "permissions", "hooks", "skills")),
        "host": reading.host.title,
    }
    if lost or changed:
        refuse(reading, "front-matter-cut", (at, at + 3), words, None)
    else:
        reading.report("front-matter-cut", at, at + 3, words, WARNING)


def _parse(reading: ZephReading, block: Block) -> Mapping | None:
    data = reading.document.source.data
    text = text_of(data[block.start : block.end])
    offset = len(text_of(data[: block.start]))
    node: Node | None
    try:
        if block.kind == fences.TOML:
            from ...syntax.toml import read as read_toml

            node = read_toml(lone_returns_as_lines(text), offset)
        else:
            from ...syntax.yaml import compose

            node = compose(text, offset).node
    except SyntaxFault as fault:
        rule = "toml-syntax" if block.kind == fences.TOML else "yaml-syntax"
        end = min(fault.offset + 1, len(reading.document.source.text))
        words: dict[str, object] = {"problem": fault.problem, "kind": fault.kind}
        refuse(
            reading, rule, (fault.offset, end), words, f"its front matter is not valid {block.kind.upper()} ({fault.problem})"
        )
        return None
    if node is None:
        return Mapping([], offset, offset)
    if not isinstance(node, Mapping):
        refuse(
            reading,
            "front-matter-not-a-map",
            (node.start, node.end),
            {"got": type(node).__name__.lower()},
            "its front matter is no table",
        )
        return None
    return node


def _alike(left: Node | None, right: Node | None) -> bool:
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return left.text == right.text
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return len(left.items) == len(right.items) and all(map(_alike, left.items, right.items))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        pairs = zip(left.entries, right.entries, strict=False)
        return len(left.entries) == len(right.entries) and all(_alike(a[0], b[0]) and _alike(a[1], b[1]) for a, b in pairs)
    return False


def _no_opening(reading: ZephReading) -> None:
    """The file does not begin with a fence that this version reads."""
    document = reading.document
    data, text = document.source.data, document.source.text
    line = text.partition("\n")[0]
    words: dict[str, object] = {"then": _FILE, "version": reading.version.text, "fence": line.rstrip("\r\n")[:40]}
    why = "it does not begin with a fence"
    if data.startswith(BOM):
        refuse(reading, "byte-order-mark", (0, 1), words, "a byte order mark stands before its front matter")
        return
    if not text.startswith(("---", "+++")):
        late = text.lstrip().startswith(("---\n", "---\r\n", "+++\n", "+++\r\n"))
        words["late"], words["empty"] = late, not text.strip()
        refuse(reading, "no-front-matter", (0, len(line)), words, why)
        return
    if reading.version < YAML and text.startswith("---"):
        words["kind"] = "yaml"
    elif line[3:4] == "\r":
        refuse(reading, "lone-carriage-returns", (0, 3), words, why)
        return
    else:
        words["kind"] = "blanks" if not line[3:].strip() else "more"
    refuse(reading, "fence-differs", (0, len(line.rstrip())), words, why)


def _no_closing(reading: ZephReading) -> None:
    """No line after the first begins with the same fence."""
    document = reading.document
    words: dict[str, object] = {"then": _FILE, "fence": document.source.text[:3]}
    why = "its front matter is not closed"
    if document.has_front_matter and document.front_bytes[0] == document.front_bytes[1]:
        close = document.offset
        refuse(reading, "fence-differs", (close, close + 3), {**words, "kind": "early", "version": reading.version.text}, why)
        return
    refuse(reading, "unclosed-front-matter", (0, 3), words, why)


def is_zephs(root: Mapping | None) -> bool:
    """Whether a YAML front matter has Zeph's own tables: `tools` with `allow`, `deny` or `except`, or its `permissions`."""
    if root is None:
        return False
    from .fields import FIELDS, nearest_route
    from .vocabulary import STRICT

    tools, permissions = root.get("tools"), root.get("permissions")
    if isinstance(tools, Mapping) and any(key in ("allow", "deny", "except") for key in tools.keys()):  # noqa: SIM118
        return True
    keys = permissions.keys() if isinstance(permissions, Mapping) else ()
    return any(f"permissions.{key}" in FIELDS or nearest_route("permissions", key, STRICT) for key in keys)
