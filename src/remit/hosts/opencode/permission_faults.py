"""Findings about `permission` and `tools`: names that decide nothing, rules that a later one hides, and what the order does."""

from __future__ import annotations

from ...diagnostic import ERROR, INFO, WARNING
from ...policy import ALLOW, DENY
from ...syntax.nodes import Mapping, Scalar
from ...tools import distance
from .globs import covers, matches
from .js_values import entries_of, value_of
from .permissions import AGENT, flatten, of_permission
from .vocabulary import (
    ASKS,
    FURTHER_PERMISSIONS,
    FURTHER_TOOLS,
    LEGACY,
    PERMISSIONS,
    SESSION_TOOLS,
    meant_permission,
    tool_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...policy import Rule
    from ...syntax.nodes import Node
    from ..base import Reading
    from .view import View

_KNOWN = frozenset((*PERMISSIONS, *FURTHER_PERMISSIONS))
_TOOLS = frozenset((*SESSION_TOOLS, *FURTHER_TOOLS, *ASKS))


def report_permissions(reading: Reading, view: View) -> None:
    """All findings about the two maps of a layer."""
    if "tools" in view.fields:
        key, node = view.fields["tools"]
        if isinstance(node, Mapping):
            reading.report(
                "deprecated-tools-map", key.start, key.end, {"host": reading.host.title, "names": _names(node)}, INFO
            )
            _report_names(reading, node, "tools")
            _report_collapse(reading, node)
    if "permission" in view.fields:
        node = view.fields["permission"][1]
        if isinstance(node, Mapping):
            report_map(reading, node)


def report_map(reading: Reading, node: Mapping) -> None:
    """The findings about one `permission` map."""
    _report_names(reading, node, "permission")
    rules = flatten(of_permission(node, reading.document.source), None, AGENT)
    _report_hidden(reading, rules)
    _report_env(reading, rules)


def _names(node: Mapping) -> tuple[str, ...]:
    return tuple(entries_of(node))


def _denies(value: Node) -> bool:
    """Whether a value keeps something away: everything but a plain allow."""
    return not (isinstance(value, Scalar) and value_of(value) in (ALLOW, True))


def _report_names(reading: Reading, node: Mapping, field: str) -> None:
    host = reading.host.title
    for name, (key, value) in entries_of(node).items():
        denies = _denies(value)
        severity = ERROR if denies else WARNING
        data: dict[str, object] = {"entry": name, "field": field, "allow": not denies, "host": host}
        at = (key.start, key.end)
        if name in _KNOWN or (field == "tools" and name in LEGACY):
            continue
        if name in ASKS:
            reading.report(
                "asks-other-permission", *at, {**data, "decides": ASKS[name], "tools": _asking(ASKS[name])}, severity
            )
        elif name.startswith("mcp__"):
            server, _, tool = name[5:].partition("__")
            reading.report("pattern-without-effect", *at, {**data, "instead": tool_name(server, tool or "*")}, severity)
        elif "*" in name or "?" in name:
            continue
        else:
            meant = meant_permission(name)
            lower = name.lower()
            if meant is not None and (lower in _KNOWN or lower in _TOOLS):
                reading.report("wrong-case-tool", *at, {**data, "name": meant}, severity)
            elif meant is not None:
                reading.report("foreign-tool", *at, {**data, "owner": "Claude Code", "name": meant}, severity)
            elif (close := near(name)) is not None:
                reading.report("unknown-tool", *at, {**data, "nearest": close}, severity)


def _asking(permission: str) -> tuple[str, ...]:
    return tuple(tool for tool in (*SESSION_TOOLS, *FURTHER_TOOLS) if ASKS.get(tool, tool) == permission)


def near(name: str) -> str | None:
    """The permission that a name is nearly. A tool of an MCP server or a plugin is none: its name has nothing of them."""
    if len(name) < 4:
        return None
    limit = 1 if len(name) < 6 else 2
    found = [(distance(name.lower(), known, limit), known) for known in (*PERMISSIONS, *FURTHER_PERMISSIONS)]
    best = min(found)
    return best[1] if best[0] <= limit else None


def _report_collapse(reading: Reading, node: Mapping) -> None:
    """Keys of the old map that are one key to the client and do not say the same."""
    said: dict[str, tuple[Scalar, bool]] = {}
    for name, (key, value) in entries_of(node).items():
        if name in LEGACY and isinstance(value, Scalar) and isinstance(value_of(value), bool):
            said[name] = (key, value_of(value) is True)
    if len({allowed for _, allowed in said.values()}) < 2:
        return
    last = list(said)[-1]
    allowed = said[last][1]
    for name, (key, one) in said.items():
        if one != allowed:
            data: dict[str, object] = {"entry": name, "last": last, "allowed": allowed, "host": reading.host.title}
            finding = reading.report("edit-keys-collapse", key.start, key.end, data, ERROR if allowed else WARNING)
            other = said[last][0]
            finding.relate("this one counts", reading.document.source, other.start, other.end)


def _report_hidden(reading: Reading, rules: list[Rule]) -> None:
    """Rules that never decide, because a later one matches all that they match."""
    for index, rule in enumerate(rules):
        later = next(
            (other for other in rules[index + 1 :] if covers(other.tool, rule.tool) and covers(other.pattern, rule.pattern)),
            None,
        )
        if later is None or rule.origin is None or later.origin is None:
            continue
        same = later.effect == rule.effect
        data: dict[str, object] = {
            "permission": rule.tool,
            "pattern": rule.pattern,
            "effect": rule.effect,
            "by": later.tool if later.pattern == "*" else later.pattern,
            "by_effect": later.effect,
            "host": reading.host.title,
        }
        severity = INFO if same else WARNING if rule.effect == ALLOW or later.effect == DENY else ERROR
        finding = reading.report("rule-never-applies", rule.origin.start, rule.origin.end, data, severity)
        finding.relate("this later rule counts", reading.document.source, later.origin.start, later.origin.end)


def _report_env(reading: Reading, rules: list[Rule]) -> None:
    """A plain `read: allow` also lifts the question that the client asks before `.env` files."""
    reads = [rule for rule in rules if matches(rule.tool, "read")]
    last = next((rule for rule in reversed(reads) if matches(rule.pattern, "x/.env")), None)
    if last is not None and last.effect == ALLOW and last.tool == "read" and last.pattern == "*" and last.origin is not None:
        reading.report("env-files-opened", last.origin.start, last.origin.end, {"host": reading.host.title}, INFO)
