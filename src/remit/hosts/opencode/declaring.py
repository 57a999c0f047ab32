"""What an author's own lines ask for, read literally and safely: names in any case and of any host mean their tool, `write` is not `edit`,
lists of version 2 and of Claude Code count where the client ignores them. Only what keeps away is guessed at, never what grants.
"""

from __future__ import annotations

from ...policy import ALLOW, DENY, Origin, Rule
from ...syntax.nodes import Mapping, Scalar, Sequence
from ...tools import ToolPattern, split
from .accepting import ACTIONS
from .fields import DENIES
from .js_values import entries_of, value_of
from .permission_faults import near
from .permissions import AGENT, expand, flatten, of_permission
from .vocabulary import FURTHER_PERMISSIONS, LEGACY, PERMISSIONS, V2_ACTIONS, own_tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ...syntax.nodes import Node
    from .accepting import Fields

_KNOWN = frozenset((*PERMISSIONS, *FURTHER_PERMISSIONS))


def author_rules(fields: Fields, source: Source | None, home: str | None) -> list[Rule]:
    """The rules that an author's fields mean, in their order."""
    rules: list[Rule] = []
    entry = fields.get("tools")
    if entry is not None and isinstance(entry[1], Mapping):
        rules += _tools(entry[1], source)
    entry = fields.get("permission")
    if entry is not None:
        rules += [rule for rule in flatten(of_permission(entry[1], source), home, AGENT) if rule.effect in ACTIONS]
    rules = [_renamed(rule) for rule in rules]
    entry = fields.get("permissions")
    if entry is not None and isinstance(entry[1], Sequence):
        rules += _version_2(entry[1], source, home)
    for name in DENIES:
        if name in fields:
            rules += _denied(fields[name][1], source)
    return rules


def _tools(node: Mapping, source: Source | None) -> list[Rule]:
    """The old map with each key for itself: an author who turns `write` off and `edit` on means just that. What is off therefore comes
    last among the keys for changing files."""
    rules: list[Rule] = []
    off: list[Rule] = []
    for name, (key, value) in entries_of(node).items():
        action = value_of(value) if isinstance(value, Scalar) else None
        if isinstance(action, bool):
            rule = Rule(name, "*", ALLOW if action else DENY, Origin(source, key.start, value.end), AGENT)
            (off if name in LEGACY and not action else rules).append(rule)
    return rules + off


def _renamed(rule: Rule) -> Rule:
    """A rule whose name is the client's. A misspelt name is only mended where it keeps something away."""
    if rule.tool in _KNOWN or rule.tool == "*":
        return rule
    name = own_tool(rule.tool)
    if name == rule.tool and rule.effect == DENY and "*" not in name and "?" not in name:
        name = near(name) or name
    return rule if name == rule.tool else Rule(name, rule.pattern, rule.effect, rule.origin, rule.label)


def _version_2(node: Sequence, source: Source | None, home: str | None) -> list[Rule]:
    rules = []
    for item in node.items:
        if not isinstance(item, Mapping):
            continue
        found = {name: value_of(value) for name, (_, value) in entries_of(item).items() if isinstance(value, Scalar)}
        action, resource, effect = found.get("action"), found.get("resource", "*"), found.get("effect")
        if isinstance(action, str) and isinstance(resource, str) and effect in ACTIONS:
            origin = Origin(source, item.start, item.end)
            rules.append(Rule(V2_ACTIONS.get(action, action), expand(resource, home), str(effect), origin, AGENT))
    return rules


def _denied(node: Node, source: Source | None) -> list[Rule]:
    """A denylist of another host: text with commas, or a list."""
    rules = []
    for item in node.items if isinstance(node, Sequence) else [node]:
        value = value_of(item) if isinstance(item, Scalar) else None
        if isinstance(value, str):
            for text, _, _ in split(value):
                pattern = ToolPattern.parse(text)
                scope = pattern.specifier.replace(":*", " *") if pattern.specifier else "*"
                rules.append(Rule(own_tool(pattern.tool), scope, DENY, Origin(source, item.start, item.end), AGENT))
    return rules
