"""A name holds letters that look like others.

## What it finds

A name, a key, a tool or a server written with Cyrillic, Greek, fullwidth or other letters that look like those of ASCII, among letters of
ASCII. A name that is wholly of another script is left alone.

## Why it matters

`Rеad` with a Cyrillic letter is no tool, a denied `Bаsh` stays allowed, and an agent `rеviewer` stands beside `reviewer` in every list
without anybody seeing the difference.

## Example

    name: rеviewer

## Instead

    name: reviewer

## Fix safety

Writes the letter of ASCII: unsafe, as the name, the key or the tool becomes another one.

## Evidence

Unicode Technical Standard #39 (confusables.txt); the table here has its one-letter entries for ASCII letters that fonts draw alike.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic, Edit, Fix
from ..syntax.nodes import Mapping, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import Document
    from ..syntax.nodes import Node

SEVERITY = "error"
TOPIC = "security"

_ALIKE = {
    **dict(zip("аԁеһіјӏорсԛѕѵԝхуАВЕНІЈКМОРЅТХУԜԌ", "adehijlopcqsvwxyABEHIJKMOPSTXYWG", strict=True)),
    **dict(zip("αιονρυγΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϲϳ", "aiovpuyABEZHIKMNOPTYXCcj", strict=True)),
    **dict(zip("հոսցօԼՕՏɑɡıƖ", "hnugoLOSagiI", strict=True)),
    **{chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)},
}
_ODD = re.compile("[" + re.escape("".join(_ALIKE)) + "]")
_LISTS = frozenset(
    ("tools", "disallowedtools", "allowedtools", "agents", "skills", "mcpservers", "allow", "deny", "except", "permission")
)
_DEEPEST = 6


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    # Every letter of the table is of two bytes or more.
    if len(source.unusual) < 2 or not document.has_front_matter or document.front.isascii() or not _ODD.search(document.front):
        return
    root = document.root
    if root is not None:
        yield from _in_map(document, root, 0, True)


def _in_map(document: Document, node: Mapping, depth: int, keys: bool) -> Iterator[Diagnostic]:
    for key, value in node.entries:
        name = key.text.replace("-", "").replace("_", "").lower() if isinstance(key, Scalar) else ""
        if keys:
            yield from _names(document, key, "key")
        plain = "".join(_ALIKE.get(char, char) for char in name)
        if depth == 0 and plain == "name":
            yield from _names(document, value, "name")
        elif plain in _LISTS:
            yield from _in_list(document, value, depth + 1)
        elif isinstance(value, Mapping) and depth < _DEEPEST:
            yield from _in_map(document, value, depth + 1, keys and depth == 0)


def _in_list(document: Document, node: Node, depth: int) -> Iterator[Diagnostic]:
    if isinstance(node, Scalar):
        yield from _names(document, node, "entry")
    elif isinstance(node, Mapping):
        if depth < _DEEPEST:
            yield from _in_map(document, node, depth, True)
    else:
        for item in node.items:
            if isinstance(item, Mapping):
                yield from _in_map(document, item, depth, True)
            else:
                yield from _names(document, item, "entry")


def _names(document: Document, node: Node, what: str) -> Iterator[Diagnostic]:
    if not isinstance(node, Scalar):
        return
    source = document.source
    for word in re.finditer(r"[^\s,;()\[\]{}\"':]+", source.text[node.start : node.end]):
        odd = _ODD.search(word[0])
        if odd is None:
            continue
        # A word of another script only is a name in that script; one key of a front matter is none.
        if what != "key" and not re.search("[A-Za-z]", word[0]):
            continue
        if any(char > "\x7f" and char not in _ALIKE and char.isalpha() for char in word[0]):
            continue  # `größe-а`, a word of a language that has both: not what this is about
        at = node.start + word.start() + odd.start()
        data: dict[str, object] = {
            "what": what,
            "name": word[0],
            "code": f"U+{ord(odd[0]):04X}",
            "like": _ALIKE[odd[0]],
            "plain": "".join(_ALIKE.get(char, char) for char in word[0]),
        }
        yield Diagnostic("confusable-name", source, at, at + 1, data)


def message(data: dict[str, object]) -> str:
    return f"the {data['what']} `{data['name']}` is not `{data['plain']}`: its {data['code']} only looks like `{data['like']}`"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write `{data['plain']}`"


def fix(finding: Diagnostic) -> Fix:
    letter = str(finding.data["like"])
    return Fix(f"write the letter `{letter}`", [Edit(finding.start, finding.end, letter)], "unsafe")
