"""What OpenCode's schema says of the values of an agent, in its own words and order.

One thing the schema does not take makes the whole program stop with these lines, so they decide whether anything runs at all.
Source: OpenCode 1.18.33, its schema and 60 recorded refusals, 2026-11-30.
"""

from __future__ import annotations

import re

from ...syntax.nodes import Mapping, Node, Scalar
from .fields import ORDER
from .js_values import Date, entries_of, shown, value_of
from .shapes import COLORS, MODES
from .vocabulary import PERMISSIONS, WORD_ONLY

Fields = dict[str, tuple[Scalar, Node]]

ACTIONS = ("ask", "allow", "deny")
_HEX = re.compile(r"#[0-9a-fA-F]{6}").fullmatch
_ACTION, _RULE = "PermissionActionConfig", "PermissionRuleConfig"


class Issue:
    """One thing the schema does not take: what it expects, the route to the value, and the value."""

    __slots__ = ("expected", "node", "route")

    def __init__(self, expected: str, node: Node, *route: str) -> None:
        self.expected = expected
        self.node = node
        self.route = route

    @property
    def line(self) -> str:
        """The client's line about it."""
        return f"Expected {self.expected}, got {shown(self.node)} {'.'.join(self.route)}"

    def __repr__(self) -> str:
        return f"Issue({self.line!r})"


def issues_of(fields: Fields) -> list[Issue]:
    """What the schema does not take in an agent's fields."""
    found: list[Issue] = []
    for name in ORDER:
        entry = fields.get(name)
        if entry is not None:
            found += _CHECKS[name](name, entry[1])
    return found


def permission_issues(name: str, node: Node) -> list[Issue]:
    """The same for a `permission` value alone."""
    if isinstance(node, Mapping):
        entries = entries_of(node)
        found = []
        # The permissions that the schema names are tested as such, and then all of them as any other.
        for known in PERMISSIONS:
            if known in entries:
                found += _rule(entries[known][1], (name, known), known in WORD_ONLY, " | undefined")
        for key, (_, value) in entries.items():
            found += _rule(value, (name, key), False, "")
        # A map where only a word is taken fails once: as any other permission it would be fine.
        return found
    if isinstance(node, Scalar) and isinstance(value_of(node), str):
        return [] if value_of(node) in ACTIONS else [Issue(_ACTION, node, name)]
    return [Issue(f"{_ACTION} | object | undefined", node, name)]


def _rule(node: Node, route: tuple[str, ...], word_only: bool, absent: str) -> list[Issue]:
    if isinstance(node, Mapping) and not word_only:
        return [
            Issue(_ACTION, value, *route, key)
            for key, (_, value) in entries_of(node).items()
            if not (isinstance(value, Scalar) and value_of(value) in ACTIONS)
        ]
    if isinstance(node, Scalar) and isinstance(value_of(node), str):
        return [] if value_of(node) in ACTIONS else [Issue(_ACTION, node, *route)]
    return [Issue((_ACTION if word_only else _RULE) + absent, node, *route)]


def text_issues(name: str, node: Node) -> list[Issue]:
    """What the schema does not take in a field of text."""
    return [] if isinstance(node, Scalar) and isinstance(value_of(node), str) else [Issue("string | undefined", node, name)]


def _number(name: str, node: Node) -> list[Issue]:
    value = _number_of(node)
    if value is None:
        return [Issue("number | undefined", node, name)]
    finite = value == value and abs(value) != float("inf")
    return [] if finite else [Issue("a finite number", node, name)]


def _number_of(node: Node) -> int | float | None:
    value = value_of(node) if isinstance(node, Scalar) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _count(name: str, node: Node) -> list[Issue]:
    value = _number_of(node)
    if value is None:
        return [Issue("number | undefined", node, name)]
    whole = value == value and abs(value) != float("inf") and value == int(value)
    found = [] if whole else [Issue("an integer", node, name)]
    return found if value > 0 else [*found, Issue("a value greater than 0", node, name)]


def depth_issues(name: str, node: Node) -> list[Issue]:
    """What the schema does not take as a depth of nesting."""
    found = [issue for issue in _count(name, node) if not issue.expected.startswith("a value")]
    value = _number_of(node)
    return found if value is None or value >= 0 else [*found, Issue("a value greater than or equal to 0", node, name)]


def _flag(name: str, node: Node) -> list[Issue]:
    return [] if isinstance(node, Scalar) and isinstance(value_of(node), bool) else [Issue("boolean | undefined", node, name)]


def _mode(name: str, node: Node) -> list[Issue]:
    value = value_of(node) if isinstance(node, Scalar) else None
    if value in MODES:
        return []
    words = " | ".join(f'"{mode}"' for mode in MODES)
    return [Issue(words if isinstance(value, str) else f"{words} | undefined", node, name)]


def _color(name: str, node: Node) -> list[Issue]:
    value = value_of(node) if isinstance(node, Scalar) else None
    words = " | ".join(f'"{color}"' for color in COLORS)
    if not isinstance(value, str):
        return [Issue(f"string | {words} | undefined", node, name)]
    if value in COLORS or _HEX(value):
        return []
    return [Issue("a string matching the RegExp ^#[0-9a-fA-F]{6}$", node, name), Issue(words, node, name)]


def _map(name: str, node: Node) -> list[Issue]:
    return [] if _is_map(node) else [Issue("object | undefined", node, name)]


def tools_issues(name: str, node: Node) -> list[Issue]:
    """What the schema does not take in a `tools` map."""
    if not isinstance(node, Mapping):
        return _map(name, node)
    return [
        Issue("boolean", value, name, key)
        for key, (_, value) in entries_of(node).items()
        if not (isinstance(value, Scalar) and isinstance(value_of(value), bool))
    ]


def _is_map(node: Node) -> bool:
    # A date is an object like any other.
    return isinstance(node, Mapping) or (isinstance(node, Scalar) and isinstance(value_of(node), Date))


_CHECKS = {
    "model": text_issues,
    "variant": text_issues,
    "temperature": _number,
    "top_p": _number,
    "prompt": text_issues,
    "tools": tools_issues,
    "disable": _flag,
    "description": text_issues,
    "mode": _mode,
    "hidden": _flag,
    "options": _map,
    "color": _color,
    "steps": _count,
    "maxSteps": _count,
    "permission": permission_issues,
}
