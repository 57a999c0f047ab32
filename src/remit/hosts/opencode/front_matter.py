"""How OpenCode takes a Markdown file apart: gray-matter's fences, js-yaml between them, a second try with quotes of its own, and what
happens when both fail.

A front matter that cannot be read ends in one of two ways. Where the second try had nothing to mend, the library answers from its cache,
which by then holds the whole file as text without front matter: the agent exists, the fences and keys are its prompt, and nothing is
denied. Where the second try changed something and failed as well, the file is passed over without a word.
Source: OpenCode 1.18.33, its answers to broken files and its own code, 2026-11-30.
"""

from __future__ import annotations

import re

from ...source import decode
from ...syntax import fences
from ...syntax.nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from .js_values import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...document import Document

READ = "read"
"""The front matter was read, or there is an empty one."""
ABSENT = "absent"
"""The file does not begin with `---`: all of it is the prompt."""
LOST = "lost"
"""The front matter could not be read, and the whole file with its keys is the prompt."""
SKIPPED = "skipped"
"""The front matter could not be read, and there is no agent."""
CODE = "code"
"""The front matter is a program, which the client runs."""

BLANK = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript trims, and what `\\s` is there."""

_CODE = frozenset(("js", "javascript"))
_BLOCK = re.compile(r"---\r?\n(.*?)\r?\n---", re.DOTALL).match
_COMMENT = re.compile(rf"^[{BLANK}]*#[^\n]+", re.MULTILINE)
_LINE_END = re.compile(r"\r?\n")
_PAIR = re.compile(rf"([a-zA-Z_][a-zA-Z0-9_]*)[{BLANK}]*:[{BLANK}]*([^\n\r\u2028\u2029]*)").fullmatch
_ESCAPED = re.compile("[\udc80-\udcff]")


class Front:
    """The client's view of one file: `state`, the map of its fields, where the body begins (characters), and the fault if there is one.

    `mended` says that only the second try succeeded. `same` says that the author's reading sees the very same fields.
    """

    __slots__ = ("body", "fault", "mended", "root", "same", "state")

    def __init__(self, state: str, root: Mapping | None, body: int, fault: SyntaxFault | None = None) -> None:
        self.state = state
        self.root = root
        self.body = body
        self.fault = fault
        self.mended = False
        self.same = False


def take_apart(document: Document) -> Front:
    """The client's view of a document's file."""
    if document.kind == fences.YAML and document.source.data.startswith(b"---\n") and document.source.valid_utf8:
        front = _plain_way(document)
        if front is not None:
            return front
    data = document.source.data
    # The client reads bytes that are not UTF-8 as signs of their own.
    text = _ESCAPED.sub("\ufffd", decode(data))
    bare = text.removeprefix("\ufeff")
    return _whole(bare, len(text) - len(bare))


def _plain_way(document: Document) -> Front | None:
    """The answer for a file that every reader takes the same way, `None` for all others."""
    start, end = document.front_bytes
    if document.source.data.find(b"\n---", start - 1) != end - 1:
        return None
    root = document.root
    if root is None or not document.scanned or _twice(root):
        return None
    front = Front(READ, root, document.body_offset)
    front.same = document.valid
    return front


def _twice(mapping: Mapping) -> bool:
    names = {key_of(key) for key, _ in mapping.entries if isinstance(key, Scalar)}
    return len(names) < len(mapping.entries) or any(
        isinstance(value, Mapping) and _twice(value) for _, value in mapping.entries
    )


def _whole(text: str, offset: int) -> Front:
    if not text.startswith("---") or text[3:4] == "-":
        return Front(ABSENT, None, offset)
    line = re.search(r"\r?\n", text)
    # Without a line end the library cuts the last character off; such a file is one line.
    first = text[3 : line.start()] if line else text[3:-1]
    language = first.strip(BLANK)
    start = 3 + (len(first) if language else 0)
    close = text.find("\n---", start)
    inner = text[start : close if close >= 0 else len(text)]
    body = close + 4 if close >= 0 else len(text)
    body += text[body : body + 1] == "\r"
    body += text[body : body + 1] == "\n"
    if not _COMMENT.sub("", inner).strip(BLANK):
        return Front(READ, None, body + offset)
    if language.lower() in _CODE:
        return Front(CODE, None, body + offset)
    try:
        root = _read(inner, start + offset, language)
    except SyntaxFault as fault:
        return _second_try(text, offset, fault)
    return Front(READ, root, body + offset)


def _read(text: str, offset: int, language: str) -> Mapping | None:
    """The fields. A front matter that is no map has none: its text or items end up among the options."""
    if language == "json":
        from ...syntax.jsonc import read as read_json

        node: Node | None = read_json(text, offset, strict=True)
    elif language.lower() in ("", "yaml", "yml"):
        from .js_yaml import compose

        node = compose(text, offset)
    else:
        raise SyntaxFault(f"the client knows no front matter in `{language}`", offset, "language")
    return node if isinstance(node, Mapping) else None


def _second_try(text: str, offset: int, fault: SyntaxFault) -> Front:
    found = _BLOCK(text)
    mended = _mend(found[1]) if found else None
    # With a byte order mark the library's second look is at the file as it was.
    if found is None or mended is None or offset:
        return Front(LOST, None, offset, fault)
    inner, origins = mended
    at = found.start(1)
    origins = [at, *(at + origin for origin in origins)]
    try:
        root = _read("\n" + inner, 0, "")
    except SyntaxFault as second:
        left = SyntaxFault(second.problem, origins[min(second.offset, len(origins) - 1)], second.kind)
        return Front(SKIPPED, None, offset, left)
    body = found.end()
    body += text[body : body + 1] == "\r"
    body += text[body : body + 1] == "\n"
    front = Front(READ, root, body + offset, fault)
    front.mended = True
    if root is not None:
        _move(root, origins, set())
    return front


def _mend(inner: str) -> tuple[str, list[int]] | None:
    """The text with every value that holds a colon as a block text, and where each character was; `None` where nothing changes."""
    lines: list[str] = []
    origins: list[int] = []
    changed = False
    at = 0
    for line in _LINE_END.split(inner):
        end = at + len(line)
        pair = None if not line.strip(BLANK) or line[0] in BLANK or line.strip(BLANK).startswith("#") else _PAIR(line)
        value = pair[2].strip(BLANK) if pair else ""
        if pair and value not in ("", ">", "|") and value[0] not in "\"'" and ":" in value:
            changed = True
            where = at + line.index(value, pair.end(1))
            lines += [f"{pair[1]}: |-", f"  {value}"]
            origins += [*range(at, at + len(pair[1])), *([where] * 5), where, where, *range(where, where + len(value)), end]
        else:
            lines.append(line)
            origins += range(at, end + 1)
        at = end + (2 if inner.startswith("\r\n", end) else 1)
    new = "\n".join(lines)
    # Line ends alone are no change to the author, but the text is another one for the library.
    return (new, origins + [len(inner)] * 2) if changed or new != inner else None


def _move(node: Node, origins: list[int], seen: set[int]) -> None:
    """Puts the places of a tree that was read from a mended text back into the file."""
    if id(node) in seen:
        return
    seen.add(id(node))
    last = len(origins) - 1
    start, end = min(node.start, last), min(node.end, last)
    node.start, node.end = origins[start], origins[end - 1] + 1 if end > start else origins[end]
    if isinstance(node, Scalar):
        return
    parts = node.items if isinstance(node, Sequence) else [part for entry in node.entries for part in entry]
    for part in parts:
        _move(part, origins, seen)
