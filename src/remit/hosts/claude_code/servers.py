"""The MCP servers that a definition names or starts itself, and why the client starts one or not.

Source: the client 2.1.332, asked about each part of an inline server, 2026-11-30.
"""

from __future__ import annotations

from ...diagnostic import WARNING
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...syntax.schema import core, plain
from .client import Fields, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading


class Server:
    """One item of `mcpServers`: a name, whether the server is defined here, its places, what it holds, and why it starts nothing: what it
    lacks, or that it is of no kind that the client knows."""

    __slots__ = ("end", "inline", "kind", "lacks", "name", "start", "valid", "value")

    def __init__(
        self,
        name: str,
        inline: bool,
        start: int,
        end: int,
        valid: bool = True,
        lacks: str = "",
        kind: str | None = None,
        value: Node | None = None,
    ) -> None:
        self.value = value
        self.lacks = lacks
        self.kind = kind
        self.name = name
        self.inline = inline
        self.start = start
        self.end = end
        self.valid = valid


def server_items(node: Node) -> list[Server]:
    """The servers that the client takes from the field; `valid` is false for items it ignores."""
    if not isinstance(node, Sequence):
        return []
    found = []
    for item in node.items:
        if isinstance(item, Scalar):
            name = text_of(item)
            found.append(Server(name or "", False, item.start, item.end, name is not None))
        elif isinstance(item, Mapping) and len(item.entries) == 1 and isinstance(item.entries[0][0], Scalar):
            key, value = item.entries[0]
            assert isinstance(key, Scalar)
            lacks, kind = lacking(value)
            valid = not lacks and kind is None and next(odd_parts(value), None) is None
            found.append(Server(key.text, True, key.start, key.end, valid, lacks, kind, value))
        else:
            found.append(Server("", False, item.start, item.end, False))
    return found


_TRANSPORTS = {"stdio": "command", "http": "url", "sse": "url", "ws": "url"}


def lacking(value: Node) -> tuple[str, str | None]:
    """The key that an inline server lacks for its transport (empty where it has it), and its transport where there is no such one."""
    if not isinstance(value, Mapping):
        return "command", None
    kind = value.get("type")
    name = (text_of(kind) or "") if kind is not None else "stdio"
    if name not in _TRANSPORTS:
        return "", name or (kind.text if isinstance(kind, Scalar) else "")
    need = value.get(_TRANSPORTS[name])
    if kind is None and need is None and value.get("url") is not None:
        return "type", None
    return "" if need is not None and text_of(need) else _TRANSPORTS[name], None


_TEXTS = "a list of texts"
_NAMED_TEXTS = "a map of texts"
_PARTS = {"args": _TEXTS, "env": _NAMED_TEXTS, "headers": _NAMED_TEXTS, "timeout": "a number"}
_ONLY_OF = {"args": "command", "env": "command", "headers": "url"}


def odd_parts(server: Node) -> Iterator[tuple[Node, str, str]]:
    """The parts of an inline server for whose shape the client starts nothing, their names, and what they are to be: a number or a truth value
    among texts is enough (`PORT: 8080`)."""
    if not isinstance(server, Mapping):
        return
    kind = server.get("type")
    need = _TRANSPORTS.get(text_of(kind) or "" if kind is not None else "stdio")
    for part, forms in _PARTS.items():
        value = server.get(part)
        if value is None or _ONLY_OF.get(part, need) != need:
            continue
        if forms == _TEXTS:
            inner = value.items if isinstance(value, Sequence) else None
        elif forms == _NAMED_TEXTS:
            inner = [item for _, item in value.entries] if isinstance(value, Mapping) else None
        else:
            number = plain(value)
            inner = [] if isinstance(number, (int, float)) and not isinstance(number, bool) else None
        if inner is None:
            yield value, part, forms
            continue
        for item in inner:
            if text_of(item) is None:
                yield item, part, forms


def servers(reading: Reading, fields: Fields) -> object:
    """The servers as plain values. A map of servers is what the author plainly means, though the client starts none of them."""
    entry = fields.get("mcpServers")
    if entry is None:
        return None
    node = entry[1]
    if isinstance(node, Mapping):
        reading.report("servers-not-a-list", entry[0].start, entry[0].end, {"names": tuple(node.keys())}, WARNING)
        return plain(node)
    if isinstance(node, Scalar):
        if core(node) is not None:
            reading.report("servers-not-a-list", node.start, node.end, {"names": (node.text,)}, WARNING)
        return None
    for server in server_items(node):
        if not server.valid:
            words: dict[str, object] = {"name": server.name, "lacks": server.lacks, "kind": server.kind}
            if server.value is None or server.lacks or server.kind is not None:
                reading.report("invalid-server", server.start, server.end, words, WARNING)
                continue
            for at, part, forms in odd_parts(server.value):
                got = at.text if isinstance(at, Scalar) and text_of(at) is None and forms != "a number" else None
                start, end = (at.start, at.end) if at.end > at.start else (server.start, server.end)
                reading.report("invalid-server", start, end, {**words, "part": part, "forms": forms, "got": got}, WARNING)
    return plain(node)
