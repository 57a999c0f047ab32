"""Front matter that is not valid YAML, read as far as it is certain.

The block is cut at its top-level keys and each piece is read alone, so that one fault does not hide the next. A value on one line that
only lacks its quotes (`description: Use when: …`) is taken as it stands, with a warning. Everything less certain is an error, and the file
is then not loaded: what cannot be read may be the line that keeps a tool away.
"""

from __future__ import annotations

import re

from ..diagnostic import ERROR, WARNING
from ..source import has_surrogate
from .nodes import Composed, Mapping, Node, Scalar, Sequence, SyntaxFault
from .scan import scan
from .yaml import compose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..document import Document

ANY = "*"
"""The name of a part that may have been any field."""

_KEY = re.compile(r"""([A-Za-z_][\w.-]*|"[^"\\\n]*"|'[^'\n]*')[ \t]*:(?=[ \t\r\n]|\Z)""").match
# A key that touches its value: no address (`https://…`), no time of day.
_TOUCHING = re.compile(r"([A-Za-z_][\w-]*):(?=[^ \t\r\n:/]|/(?!/))").match
# White space at the start of a line that looks like blanks and is none for YAML.
_ODD_INDENT = re.compile(r"^ *[\t\u00a0\u2002-\u200a\u202f\u3000]", re.MULTILINE).search
_ODD_INDENTS = re.compile(r"^[ \t\u00a0\u2002-\u200a\u202f\u3000]+", re.MULTILINE).sub
_INDENTED_KEY = re.compile(r"^[ \t]+([A-Za-z_][\w-]*):(?=[ \t\r\n])", re.MULTILINE)
_BLANK = re.compile(r"[ \t\r]*(?:#[^\n]*)?\n?\Z").match
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]").search
# A value that begins as plain text and goes on with a colon and a blank: no reader of YAML takes it.
_COLON = re.compile(r"[ \t]+[A-Za-z0-9(][^\n#]*?: ").match
_UNSAFE_TAG = re.compile(r"!!(?:python|ruby|java|js|perl)|!<tag:yaml.org,2002:(?:python|js|ruby|java)").match


def read_yaml(document: Document, front: str) -> Mapping | None:
    """The author's tree of a document's front matter; findings go to the document."""
    offset = document.offset
    try:
        composed = compose(front, offset)
    except SyntaxFault as fault:
        document.valid = False
        return _pieces(document, front, offset, fault)
    _report_marks(document, composed)
    node = composed.node
    if node is None:
        return Mapping([], offset, offset)
    if not isinstance(node, Mapping):
        document.not_a_mapping(node)
        return None
    return node


def _report_marks(document: Document, composed: Composed) -> None:
    if composed.aliases:
        at = composed.aliases[0]
        document.report("yaml-alias", at, at + 1, {"count": len(composed.aliases)}, ERROR, refuses=True)
        document.valid = False
    for at in composed.tags:
        end = at + 1
        text = document.source.text
        while end < len(text) and not text[end].isspace():
            end += 1
        unsafe = bool(_UNSAFE_TAG(text, at))
        document.report(
            "yaml-tag", at, end, {"tag": text[at:end], "unsafe": unsafe}, ERROR if unsafe else WARNING, refuses=unsafe
        )
        document.valid = False


class _Piece:
    """A top-level key's line and what belongs to it; `stray` is the first line that stands at column 1 and is no key. `touching` says that no
    blank follows the key's colon."""

    __slots__ = ("end", "line_end", "start", "stray", "touching", "value")

    def __init__(self, start: int, line_end: int, value: int, touching: bool = False) -> None:
        self.start = start
        self.line_end = line_end
        self.end = line_end
        self.value = value
        self.stray = -1
        self.touching = touching


def _cut(front: str) -> tuple[list[_Piece], int]:
    """The pieces, and the start of the first line that belongs to none (-1)."""
    pieces: list[_Piece] = []
    lost = -1
    position = 0
    while position < len(front):
        newline = front.find("\n", position)
        end = newline + 1 if newline >= 0 else len(front)
        key = _KEY(front, position, end)
        line = front[position:end]
        if key is not None:
            pieces.append(_Piece(position, end, key.end()))
        elif (close := _TOUCHING(front, position, end)) is not None and (not pieces or pieces[-1].stray < 0):
            pieces.append(_Piece(position, end, close.end(), touching=True))
        elif pieces:
            piece = pieces[-1]
            piece.end = end
            if not _BLANK(line) and line[0] not in " \t" and piece.stray < 0 and not _is_item(front, piece, line):
                piece.stray = position
        elif not _BLANK(line) and lost < 0:
            lost = position
        position = end
    return pieces, lost


def _is_item(front: str, piece: _Piece, line: str) -> bool:
    return line.startswith(("- ", "-\n", "-\r")) and bool(_BLANK(front[piece.value : piece.line_end]))


def _pieces(document: Document, front: str, offset: int, whole: SyntaxFault) -> Mapping | None:
    pieces, lost = _cut(front)
    entries: list[tuple[Node, Node]] = []
    told = False
    # Up to the first piece that only a full parser reads, what stands where is beyond doubt.
    certain = lost < 0
    if lost >= 0 or not pieces:
        above = _indented(front[: pieces[0].start], offset) if pieces else None
        if pieces and above is None and whole.offset >= offset + pieces[0].start:
            # YAML stops at the first field below: a line without a key goes on there.
            _tell(document, SyntaxFault("a line that is no `key: value`", offset + lost, "stray"))
        else:
            _tell(document, whole)
        told = True
        if pieces:
            if above is None:
                document.leave_out(offset + lost, offset + pieces[0].start, ANY)
            else:
                entries += above.entries
    for piece in pieces:
        text = front[piece.start : piece.end]
        try:
            if piece.stray >= 0:
                certain = False
                raise SyntaxFault("a line at the left edge that belongs to no key", offset + piece.stray, "stray")
            if piece.touching:
                certain = False
                odd = front[piece.value : piece.value + 1].isspace()
                problem = "the blank after this colon is none that YAML knows" if odd else "no blank after a key's colon"
                raise SyntaxFault(problem, offset + piece.value - 1, "touching")
            simple = scan(text, offset + piece.start)
            if simple is not None:
                entries += simple.entries
                continue
            entry = (
                _bare_value(front, piece, offset)
                if piece.line_end == piece.end and _COLON(text, piece.value - piece.start)
                else None
            )
            if entry is not None:
                document.no_yaml = document.no_yaml or certain
                raise SyntaxFault("a colon and a blank inside a value", entry[1].start, "colon")
            certain = False
            composed = compose(text, offset + piece.start)
        except SyntaxFault as fault:
            entry = None if piece.touching else _bare_value(front, piece, offset)
            if entry is not None:
                key, value = entry
                entries.append(entry)
                if fault.kind == "control" and has_surrogate(value.text):
                    told = True  # bytes that are no text are told where they stand
                    continue
                document.report("unquoted-value", value.start, value.end, {"key": key.text, "problem": fault.problem}, WARNING)
            elif (meant := _with_blanks(text, offset + piece.start)) is not None:
                entries += meant[0].entries
                kind = "tab" if text[meant[1]] == "\t" else "odd blank"
                problem = "an indentation of no-break spaces, which are no blanks for YAML"
                _tell(document, SyntaxFault(problem, offset + piece.start + meant[1], kind))
                told = True
            else:
                if piece.stray >= 0:
                    _tell_stray(document, front, piece, offset)
                else:
                    _tell(document, fault)
                start = piece.stray if piece.stray >= 0 and _stands(front[piece.start : piece.stray]) else piece.start
                document.leave_out(offset + start, offset + piece.end, _name(front, piece))
                for below in _INDENTED_KEY.finditer(front, piece.line_end, piece.end):
                    # A field that was indented by mistake is not missing either.
                    document.leave_out(offset + piece.end, offset + piece.end, below[1])
                told = True
            continue
        _report_marks(document, composed)
        if isinstance(composed.node, Mapping):
            entries += composed.node.entries
    if not entries and not told:
        _tell(document, whole)
    if not told and not any(finding.rule == "unquoted-value" for finding in document.diagnostics):
        # Every piece is fine alone and the whole is not: a fault between the pieces.
        _tell(document, whole)
    return Mapping(entries, offset, offset + len(front)) if entries else None


def _bare_value(front: str, piece: _Piece, offset: int) -> tuple[Scalar, Scalar] | None:
    """Key and value of a piece that is one line and whose value can only be meant as it stands."""
    if piece.stray >= 0 or not _BLANK(front[piece.line_end : piece.end].lstrip("\r\n")):
        return None
    raw = front[piece.value : piece.line_end]
    text = raw.strip()
    if not text or text[0] in "\"'[{|>" or _CONTROL(text):
        return None
    if text[0] == "*" and len(text) > 1 and text[1:].isalnum():
        return None  # an alias to nothing
    start = offset + piece.value + len(raw) - len(raw.lstrip())
    name = front[piece.start : piece.value - 1].strip()
    bare = name[1:-1] if name[0] in "\"'" else name
    key = Scalar(bare, offset + piece.start, offset + piece.start + len(name), name[0] if name[0] in "\"'" else "")
    return key, Scalar(text, start, start + len(text), '"', typed=text)


def _indented(text: str, offset: int) -> Mapping | None:
    """The fields of lines that are all indented, above the first key at the left edge: what they say alone."""
    try:
        node = compose(text, offset).node
    except SyntaxFault:
        return None
    return node if isinstance(node, Mapping) else None


def _with_blanks(text: str, offset: int) -> tuple[Mapping, int] | None:
    """What a piece says where tabs and no-break spaces that indent its lines stand for blanks, and where the first of them is. How deep a line
    stands is beyond doubt only where the value is a text or a list of texts."""
    first = _ODD_INDENT(text)
    if first is None:
        return None
    try:
        node = compose(_ODD_INDENTS(lambda found: " " * len(found[0]), text), offset).node
    except SyntaxFault:
        return None
    if not isinstance(node, Mapping):
        return None
    parts = [part for _, value in node.entries for part in (value.items if isinstance(value, Sequence) else (value,))]
    return (node, first.end() - 1) if all(isinstance(part, Scalar) for part in parts) else None


def _name(front: str, piece: _Piece) -> str:
    return front[piece.start : piece.value - 1].strip().strip("\"'")


def _stands(text: str) -> bool:
    """Whether a piece is fine without what strays after it."""
    try:
        compose(text)
    except SyntaxFault:
        return False
    return True


def _tell_stray(document: Document, front: str, piece: _Piece, offset: int) -> None:
    """A value that goes on at the left edge: the fault is where YAML stops, usually the key's own line."""
    line = front[piece.start : piece.line_end]
    try:
        compose(line, offset + piece.start)
        at, end = offset + piece.stray, front.find("\n", piece.stray)
    except SyntaxFault as fault:
        at, end = fault.offset, piece.line_end
    stop = max(at + 1, offset + (end if end >= 0 else len(front)))
    name = _name(front, piece)
    finding = document.report("unindented-value", at, stop, {"key": name}, ERROR, refuses=True)
    first = front.find("\n", piece.stray)
    stray_end = offset + (first if first >= 0 else len(front))
    finding.relate("this line belongs to no key", document.source, offset + piece.stray, stray_end)


def _tell(document: Document, fault: SyntaxFault) -> None:
    rule = {"tab": "tab-indentation", "alias": "yaml-alias"}.get(fault.kind, "yaml-syntax")
    at = min(fault.offset, max(document.body_offset - 1, 0))
    document.report(rule, at, at + 1, {"problem": fault.problem, "kind": fault.kind, "count": 1}, ERROR, refuses=True)
