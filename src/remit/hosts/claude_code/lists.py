"""Findings about `tools` and `disallowedTools`: names that do nothing, entries that do more than they say."""

from __future__ import annotations

from ...diagnostic import ERROR, INFO, WARNING
from ...source import Source
from ...syntax.nodes import Node, Scalar, Sequence
from ...syntax.schema import core
from ...tools import MCP, Entry, Nearest, ToolPattern, separated, split
from .. import foreign_tools
from ..base import Reading
from .client import Fields, names_in, text_of
from .vocabulary import ALIASES, NOT_FOR_SUBAGENTS, RETIRED, SUCCESSORS, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...diagnostic import Diagnostic
    from ..base import Host, Version


def entries(node: Node | None, text: str | None = None) -> list[Entry] | None:
    """The entries of a list field with their places, as the client splits them; `None` where the value is no list at all.

    Places inside a text whose written form differs from its value (escapes, folded lines) are those of the whole value.
    """
    if node is None:
        return None
    if isinstance(node, Scalar):
        value = text_of(node)
        return None if value is None else _entries_of(node, value, text)
    if isinstance(node, Sequence):
        found: list[Entry] = []
        for item in node.items:
            value = text_of(item)
            if value is not None and isinstance(item, Scalar):
                found += _entries_of(item, value, text)
        return found
    return None


def _entries_of(node: Scalar, value: str, text: str | None) -> list[Entry]:
    start = node.start
    quoted = node.style in ("'", '"')
    if text is not None:
        if quoted and text[start + 1 : start + 1 + len(value)] == value:
            start += 1
        elif text[start : start + len(value)] != value:
            start = -1
    elif node.end - node.start == len(value) + 2 * quoted:
        start += quoted
    else:
        start = -1
    if start < 0:
        return _within(node, [name for name, _, _ in split(value)], text)
    return [Entry(name, start + begin, start + end) for name, begin, end in split(value)]


def _within(node: Scalar, names: list[str], text: str | None) -> list[Entry]:
    """Names of a text on several lines, each at its place; one that is written otherwise (an escape, a fold) at the whole value's."""
    found = []
    position = node.start
    for name in names:
        at = text.find(name, position, node.end) if text is not None else -1
        found.append(Entry(name, at, at + len(name)) if at >= 0 else Entry(name, node.start, node.end))
        position = max(position, at + len(name))
    return found


def check_empty(reading: Reading, field: str, node: Node) -> None:
    """A list without entries: left empty, written as none, or of a type the client cannot use."""
    host = reading.host.title
    key = (node.start, node.end)
    if isinstance(node, Scalar):
        value = core(node)
        if value is None:
            if node.end <= node.start:
                key = _key_before(reading, field, node)
            reading.report("list-left-empty", *key, {"field": field, "host": host}, WARNING)
            return
        if isinstance(value, str):
            reading.report("list-left-empty", *key, {"field": field, "host": host, "text": True}, WARNING)
            return
    elif isinstance(node, Sequence) and not node.items:
        return
    data: dict[str, object] = {"field": field, "host": host, "got": _kind(node)}
    # An unreadable allowlist grants nothing, which is safe; an unreadable denylist denies nothing, which is not.
    reading.report("list-of-wrong-type", *key, data, ERROR, refuses=field == "disallowedTools")


def _key_before(reading: Reading, field: str, node: Node) -> tuple[int, int]:
    root = reading.document.root
    if root is not None:
        for key, value in root.entries:
            if value is node:
                return key.start, key.end
    return node.start, node.end


def _kind(node: Node) -> str:
    if isinstance(node, Scalar):
        value = core(node)
        return "true or false" if isinstance(value, bool) else "a number" if isinstance(value, (int, float)) else "text"
    return "a list without text" if isinstance(node, Sequence) else "a map"


class Study:
    """What is to be said about the text of a `tools` field: its entries, and the findings with places counted from its beginning."""

    __slots__ = ("findings", "tools")

    def __init__(self, tools: tuple[str, ...], findings: tuple[Diagnostic, ...]) -> None:
        self.tools = tools
        self.findings = findings


def study(host: Host, version: Version, text: str) -> Study:
    """The study of an allowlist on one line. The same lists come again and again in a tree, so readers keep studies."""
    reading = Reading(host, version, Source.of(text))
    node = Scalar(text, 0, len(text))
    tools = names_in(node) or []
    if tools:
        check_list(reading, "tools", node, {})
    else:
        check_empty(reading, "tools", node)
    return Study(tuple(tools), tuple(reading.findings))


def check_list(reading: Reading, field: str, node: Node, fields: Fields) -> None:
    """Each entry that does something else than it seems to."""
    found = entries(node, reading.source.text) or []
    host = reading.host.title
    allow = field == "tools"
    star = any(entry.text == "*" for entry in found)
    seen: set[str] = set()
    resolved = False
    for item in node.items if isinstance(node, Sequence) else ():
        if text_of(item) is None and not (isinstance(item, Scalar) and core(item) is None):
            kind = "a list" if isinstance(item, Sequence) else _kind(item)
            where = {"field": field, "host": host, "got": kind, "entry": True}
            reading.report("list-of-wrong-type", item.start, item.end, where, WARNING if allow else ERROR)
    for entry in found:
        text = entry.text
        if text in seen:
            if separated(text, TOOLS) is not None:
                continue  # told once as what separates nothing
            data: dict[str, object] = {"entry": text, "field": field, "host": host, "allow": allow}
            reading.report("duplicate-entry", entry.start, entry.end, data, INFO)
            continue
        seen.add(text)
        if text in TOOLS:
            resolved = resolved or not allow or text not in NOT_FOR_SUBAGENTS
            continue
        data = {"entry": text, "field": field, "host": host, "allow": allow}
        at = (entry.start, entry.end)
        if text == "*":
            resolved = True
            if not allow:
                reading.report("star-cancels-denylist", *at, data, ERROR)
            continue
        pattern = ToolPattern.parse(text)
        name = ALIASES.get(pattern.tool, pattern.tool)
        if pattern.tool in ALIASES:
            reading.report("tool-alias", *at, {**data, "name": name}, INFO)
        if name in TOOLS:
            resolved = resolved or not allow or name not in NOT_FOR_SUBAGENTS
            if pattern.specifier is not None:
                _check_scope(reading, name, pattern, at, data, found)
        elif name.startswith(MCP):
            resolved = _check_mcp(reading, name, at, data, allow) or resolved
        else:
            _check_unknown(reading, name, entry, at, data)
    extra = next((entry for entry in found if entry.text != "*"), None)
    if star and allow and extra is not None:
        reading.report("entries-beside-star", extra.start, extra.end, {"field": field, "host": host}, INFO)
    if allow and not resolved and found:
        at = (found[0].start, found[-1].end)
        reading.report("tools-resolve-to-nothing", *at, {"host": host, "entries": tuple(entry.text for entry in found)}, ERROR)
    if not allow and "tools" in fields:
        _check_contradiction(reading, found, fields)


def _check_scope(
    reading: Reading, name: str, pattern: ToolPattern, at: tuple[int, int], data: dict[str, object], found: list[Entry]
) -> None:
    if name == "Agent":
        if data["allow"]:
            others = [entry for entry in found if entry.text.startswith(("Agent(", "Task("))]
            if len(others) > 1 and others[0].start == at[0]:
                reading.report("agent-list-split", *at, {**data, "count": len(others)}, INFO)
            elif len(others) == 1:
                reading.report("agent-list-ignored", *at, data, INFO)
        else:
            reading.report("deny-takes-whole-tool", *at, {**data, "name": name}, WARNING)
        return
    if pattern.specifier == "*" or (pattern.specifier == "" and not data["allow"]):
        return
    rule = "scope-ignored" if data["allow"] else "deny-takes-whole-tool"
    reading.report(rule, *at, {**data, "name": name}, WARNING)


def _check_mcp(reading: Reading, name: str, at: tuple[int, int], data: dict[str, object], allow: bool) -> bool:
    """Whether an MCP entry can mean a tool; reports patterns that match nothing."""
    rest = name[len(MCP) :]
    server, _, tool = rest.partition("__")
    if rest == "*":
        if allow:
            reading.report("all-servers", *at, data, WARNING)
        return not allow
    if rest == "*__*" and not allow:
        return True
    if "*" in server or ("*" in tool and tool != "*") or not server or (not tool and rest.endswith("__")):
        reading.report("pattern-without-effect", *at, data, WARNING if allow else ERROR)
        return False
    return True


def _check_unknown(reading: Reading, name: str, entry: Entry, at: tuple[int, int], data: dict[str, object]) -> None:
    allow = data["allow"]
    if name in RETIRED:
        data["successor"] = SUCCESSORS.get(name)
        data["instead"] = RETIRED[name]
        reading.report("retired-tool", *at, data, WARNING)
        return
    pieces = separated(entry.text, TOOLS)
    if pieces is not None:
        reading.report("wrong-separator", *at, {**data, "names": pieces}, WARNING if allow else ERROR)
        return
    if any(char in name for char in "*?"):
        reading.report("pattern-without-effect", *at, data, WARNING if allow else ERROR)
        return
    if "(" in entry.text and not entry.text.endswith(")"):
        reading.report("unclosed-scope", *at, data, ERROR)
        return
    if "\n" in entry.text:
        reading.report("lines-do-not-separate", *at, {**data, "names": tuple(entry.text.split())}, ERROR)
        return
    exact = _BY_LOWER.get(name.lower())
    if exact is not None:
        reading.report("wrong-case-tool", *at, {**data, "name": exact}, WARNING if allow else ERROR)
        return
    foreign = foreign_tools(reading.host).get(name)
    if foreign is not None:
        reading.report("foreign-tool", *at, {**data, "owner": foreign[0], "name": foreign[1]}, WARNING)
        return
    reading.report("unknown-tool", *at, {**data, "nearest": Nearest(name, TOOLS, 0.7)}, WARNING)


_BY_LOWER = {name.lower(): name for name in TOOLS}


def _check_contradiction(reading: Reading, denied: list[Entry], fields: Fields) -> None:
    allowed = entries(fields["tools"][1], reading.source.text) or []
    names = [ALIASES.get(entry.text, entry.text) for entry in allowed]
    told: list[Diagnostic] = []
    left = set(names)
    for entry in denied:
        name = ALIASES.get(entry.text, entry.text)
        server = f"{name.removesuffix('__*').removesuffix('*').rstrip('_')}__" if name.startswith(MCP) and name != MCP else None
        hit = [
            allow
            for allow, tool in zip(allowed, names, strict=True)
            if tool == name or (server is not None and tool.startswith(server))
        ]
        if hit and name != "*":
            data: dict[str, object] = {"entry": entry.text, "allowed": hit[0].text, "host": reading.host.title}
            finding = reading.report("allowed-and-denied", entry.start, entry.end, data, WARNING)
            told.append(finding)
            left -= {tool for tool in names if tool == name or (server is not None and tool.startswith(server))}
            finding.relate("allowed here", reading.document.source, hit[0].start, hit[0].end)
    if told and not left:
        told[-1].data["nothing_left"] = True
