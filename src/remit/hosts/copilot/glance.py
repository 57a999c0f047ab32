"""Reads a Copilot agent as most are written, in one look: texts, flags and a list of tools, each on its line. It builds no tree.

The reading gives exactly what the slower way of `reading` would give (a law of the tests); whatever is not plain to see is left to that.
"""

from __future__ import annotations

import re

from ...definition import Definition
from ...diagnostic import Diagnostic
from ...source import Source
from ...syntax.nodes import Mapping, Scalar, Sequence
from ...syntax.scan import scan
from ...syntax.scan_marks import ASCII_FIRST, ASCII_TEXT, odd
from ...syntax.schema import plain
from ..base import Reading
from .accepting import server_refusals, twice
from .fields import FIELDS, RESTRICTIONS
from .values import TEXT, entries, is_text, kind

_VALUE = rf"(?:{ASCII_FIRST}{ASCII_TEXT}|\"[^\"\\\x00-\x1f\x7f]*+\"|'[^'\x00-\x1f\x7f]*+')"
# `tools` and `mcp-servers` may go on over lines that are indented, or close a list.
_DEEP = r"(?:tools|mcp-servers):[^\n\x7f]*+(?:\n[ \]][^\n\x7f]*+)*+"
_BLOCK = re.compile(rf"---\n((?:(?:{_DEEP}|[a-z][a-zA-Z_-]*+: {_VALUE} *+)\n)++)---\n".encode()).match
_odd = re.compile("[\x00-\x09\x0b-\x1f\x80-\x9f]").search
_entries = re.compile(r"\n(?=[a-z])").split
_FLAGS = {"true": True, "false": False}
_MANY = 4096


class Study:
    """What is to be said of one way to write `tools`: the names, and findings whose places count from the value's beginning."""

    __slots__ = ("findings", "names")

    def __init__(self, names: tuple[str, ...], findings: list[Diagnostic]) -> None:
        self.names = names
        self.findings = findings


_STUDIES: dict[tuple[str, str], Study | None] = {}


def at_a_glance(reading: Reading) -> bool:
    """Whether the whole file could be read so; the reading is complete then, but for the agent's name."""
    data = reading.source.data
    found = _BLOCK(data)
    if found is None:
        return False
    end = found.end()
    if not data[end : end + 32].strip() and not data[end:].strip():
        return False
    block = found[1].decode("utf-8", "surrogateescape")
    if _odd(block) or (not block.isascii() and odd(block)):
        return False
    values: dict[str, object] = {}
    extra: dict[str, object] = {}
    findings: list[Diagnostic] = []
    at = 4
    for entry in _entries(block[:-1]):
        key, _, rest = entry.partition(":")
        begin, after = at, at + len(key) + 1
        at += len(entry) + 1
        if key in values or key in extra or (key == "mcp-servers" and "mcp_servers" in values):
            return False
        if key == "tools":
            study = _study(reading, rest)
            if study is None:
                return False
            values[key] = study.names
            findings += [one.moved(reading.source, after) for one in study.findings]
            continue
        if key == "mcp-servers":
            servers = _servers(rest)
            if servers is None:
                return False
            values["mcp_servers"] = servers
            continue
        value = rest[1:].rstrip(" ")
        known = _KNOWN.get(key)
        if known is None:
            known = _KNOWN[key] = _know(reading, key)
        if value[0] == '"' or value[0] == "'":
            value = value[1:-1]
        elif value in _FLAGS:
            if known == _TEXT:
                return False
            extra[key] = _FLAGS[value]
            known = known if known != _FLAG else _FREE
        elif not is_text(value):
            return False
        if known == _TEXT:
            if key == "name" and (not value or value != value.strip() or not value.isprintable()):
                return False
            if not value and key == "model":
                return False
            values[key] = value
        elif known in (_FLAG, _SLOW):
            return False
        else:
            extra.setdefault(key, value)
            if known.__class__ is Diagnostic:
                findings.append(known.moved(reading.source, begin))
    if "description" not in values:
        return False
    if "name" not in values:
        values["name"] = reading.stem or "agent"
        reading.name = reading.stem or "agent"
    else:
        reading.name = reading.stem or str(values["name"])
    if extra:
        values["extra"] = extra
    if findings:
        reading.findings = findings
    reading.loaded = True
    reading.definition = Definition.of(values, reading)
    return True


_TEXT, _FLAG, _FREE, _SLOW = "text", "flag", "free", "slow"
_KNOWN: dict[str, str | Diagnostic] = {
    **dict.fromkeys(("description", "model", "name"), _TEXT),
    **dict.fromkeys(("disable-model-invocation", "user-invocable"), _FLAG),
}
"""What a key takes; of a key that the client does not know, what is to be said of it."""


def _know(reading: Reading, key: str) -> str | Diagnostic:
    """What is to be said of a key that does nothing, or that the file takes a second look."""
    if key in FIELDS or key in RESTRICTIONS or len(_KNOWN) > _MANY:
        return _SLOW
    from .faults import report_keys

    alone = Reading(reading.host, reading.version, Source(b"", None))
    node = Scalar(key, 0, len(key))
    report_keys(alone, {key: (node, node)})
    one = next(iter(alone.findings), None)
    return one if one is not None and one.rule in ("foreign-key", "unknown-key") else _SLOW


def _servers(value: str) -> object:
    """The servers of `mcp-servers:VALUE`, `None` where they take a second look."""
    root = scan(f"mcp-servers:{value}\n")
    node = root.get("mcp-servers") if root is not None else None
    if not isinstance(node, Mapping) or twice(node) is not None or next(server_refusals(node), None) is not None:
        return None
    return plain(node)


def _study(reading: Reading, value: str) -> Study | None:
    """What `tools:VALUE` says, `None` where it takes a second look. The same lines come again and again in a tree, so they are kept."""
    key = reading.version.text, value
    if key in _STUDIES:
        return _STUDIES[key]
    from .lists import check_tools

    study: Study | None = None
    root = scan(f"tools:{value}\n", -6)
    node = root.get("tools") if root is not None else None
    texts = node is not None and all(kind(item) == TEXT for item in (node.items if isinstance(node, Sequence) else (node,)))
    listed = entries(node, value) if texts else None
    if listed and node is not None:
        alone = Reading(reading.host, reading.version, Source(value.encode("utf-8", "surrogateescape"), None))
        check_tools(alone, node, listed)
        study = Study(tuple(entry.text for entry in listed), list(alone.findings))
    if len(_STUDIES) < _MANY:
        _STUDIES[key] = study
    return study
