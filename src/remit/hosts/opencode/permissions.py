"""Permission maps as the client holds them, how layers of them merge, and the list of rules they become.

A map keeps the order it was written in, and the order decides: the last rule that matches a call counts. Merging keeps the place of a key
that is already there and appends new ones. Source: OpenCode 1.18.33, `debug agent` and its code, 2026-11-30.
"""

from __future__ import annotations

from ...policy import ALLOW, ASK, DENY, Origin, Rule
from ...syntax.nodes import Mapping, Scalar
from .js_values import entries_of, in_order, value_of
from .vocabulary import LEGACY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ...syntax.nodes import Node
    from .accepting import Fields

DEFAULT = "default"
"""A rule that every agent has."""
BUILTIN = "built-in"
"""A rule of one of the client's own agents."""
GLOBAL = "global"
"""A rule of the top level of `opencode.json`, for all agents."""
AGENT = "agent"
"""A rule of the agent itself, whichever layer it came from."""
CHILD = "child"
"""A rule that a spawned agent gets."""


class Setting:
    """One action, and the place that says so."""

    __slots__ = ("action", "origin")

    def __init__(self, action: str, origin: Origin | None = None) -> None:
        self.action = action
        self.origin = origin

    def __repr__(self) -> str:
        return f"Setting({self.action!r})"


PermissionMap = dict[str, "Setting | dict[str, Setting]"]


def of_permission(node: Node, source: Source | None) -> PermissionMap:
    """The map that a valid `permission` value is. A word alone stands for `*`."""
    if isinstance(node, Scalar):
        return {"*": _setting(node, node, source)}
    found: PermissionMap = {}
    if isinstance(node, Mapping):
        for name, (key, value) in entries_of(node).items():
            if isinstance(value, Mapping):
                found[name] = {
                    pattern: _setting(inner, action, source) for pattern, (inner, action) in entries_of(value).items()
                }
            else:
                found[name] = _setting(key, value, source)
    return found


def _setting(key: Scalar, value: Node, source: Source | None) -> Setting:
    action = value_of(value) if isinstance(value, Scalar) else None
    return Setting(str(action), Origin(source, key.start, value.end))


def of_tools(node: Node, source: Source | None) -> PermissionMap:
    """The map that a valid `tools` value becomes: true is allow, false is deny, and the keys for changing files are one."""
    found: PermissionMap = {}
    if isinstance(node, Mapping):
        for name, (key, value) in entries_of(node).items():
            allowed = isinstance(value, Scalar) and value_of(value) is True
            found["edit" if name in LEGACY else name] = Setting(
                ALLOW if allowed else DENY, Origin(source, key.start, value.end)
            )
    return in_order(found)


def of_agent(fields: Fields, source: Source | None) -> PermissionMap:
    """The map of one layer of an agent: its `tools`, overwritten and continued by its `permission`."""
    found: PermissionMap = {}
    if "tools" in fields:
        found.update(of_tools(fields["tools"][1], source))
    if "permission" in fields:
        found.update(of_permission(fields["permission"][1], source))
    return in_order(found)


def merge(below: PermissionMap, above: PermissionMap) -> PermissionMap:
    """Two layers as one: the upper one's values, in the lower one's order. Where both have patterns for a key, these merge too."""
    found = {**below, **above}
    for name, value in above.items():
        under = below.get(name)
        if isinstance(value, dict) and isinstance(under, dict):
            found[name] = in_order({**under, **value})
    return in_order(found)


def flatten(permissions: PermissionMap, home: str | None, label: str) -> list[Rule]:
    """The rules of a map, in its order. A pattern that begins with `~/` or `$HOME` is below the home folder."""
    rules: list[Rule] = []
    for name, value in permissions.items():
        if isinstance(value, dict):
            rules += [Rule(name, expand(pattern, home), one.action, one.origin, label) for pattern, one in value.items()]
        else:
            rules.append(Rule(name, "*", value.action, value.origin, label))
    return rules


def expand(pattern: str, home: str | None) -> str:
    """A pattern with the home folder in it; as written where the home is not known."""
    if home is None:
        return pattern
    if pattern == "~":
        return home
    if pattern.startswith("~/"):
        return home + pattern[1:]
    if pattern.startswith("$HOME"):
        return home + pattern[5:]
    return pattern


class Folders:
    """The folders that the client's own rules speak of: its data, its temporary files, and those of skills and references."""

    __slots__ = ("data", "further", "temporary")

    def __init__(self, data: str, temporary: str = "/tmp/opencode", further: tuple[str, ...] = ()) -> None:  # noqa: S108
        self.data = data
        self.temporary = temporary
        self.further = further

    @property
    def outputs(self) -> str:
        """Where long outputs of tools are kept: always readable unless folders outside the project are denied as a whole."""
        return f"{self.data}/tool-output/*"

    @property
    def trusted(self) -> list[str]:
        return [self.outputs, f"{self.temporary}/*", *(f"{folder}/*" for folder in self.further)]


def defaults(folders: Folders) -> list[Rule]:
    """The rules that every agent begins with."""
    return [
        *_rules(DEFAULT, ("*", "*", ALLOW), ("doom_loop", "*", ASK), ("external_directory", "*", ASK)),
        *_rules(DEFAULT, *(("external_directory", path, ALLOW) for path in folders.trusted)),
        *_rules(DEFAULT, ("question", "*", DENY), ("plan_enter", "*", DENY), ("plan_exit", "*", DENY), ("read", "*", ALLOW)),
        *_rules(DEFAULT, ("read", "*.env", ASK), ("read", "*.env.*", ASK), ("read", "*.env.example", ALLOW)),
    ]


def own_rules(name: str, folders: Folders, worktree: str | None) -> list[Rule]:
    """The further rules of one of the client's own agents, none for all others."""
    if name == "build":
        return _rules(BUILTIN, ("question", "*", ALLOW), ("plan_enter", "*", ALLOW))
    if name == "plan":
        plans = f"{folders.data}/plans"
        return _rules(
            BUILTIN,
            ("question", "*", ALLOW),
            ("plan_exit", "*", ALLOW),
            ("task", "general", DENY),
            ("external_directory", f"{plans}/*", ALLOW),
            ("edit", "*", DENY),
            ("edit", ".opencode/plans/*.md", ALLOW),
            ("edit", f"{_relative(plans, worktree)}/*.md", ALLOW),
        )
    if name == "general":
        return _rules(BUILTIN, ("todowrite", "*", DENY))
    if name == "explore":
        allowed = ("grep", "glob", "list", "bash", "webfetch", "websearch", "read")
        return [
            *_rules(BUILTIN, ("*", "*", DENY), *((tool, "*", ALLOW) for tool in allowed), ("external_directory", "*", ASK)),
            *_rules(BUILTIN, *(("external_directory", path, ALLOW) for path in folders.trusted)),
        ]
    if name in ("compaction", "title", "summary"):
        return _rules(BUILTIN, ("*", "*", DENY))
    return []


def _relative(path: str, start: str | None) -> str:
    import posixpath

    return posixpath.relpath(path, start) if start is not None and path.startswith("/") else path


def _rules(label: str, *lines: tuple[str, str, str]) -> list[Rule]:
    return [Rule(permission, pattern, action, None, label) for permission, pattern, action in lines]


def closing(rules: list[Rule], folders: Folders) -> list[Rule]:
    """The rule that comes last: outputs of tools stay readable, unless a rule denies folders outside the project as such or these."""
    for rule in rules:
        if rule.tool == "external_directory" and rule.effect == DENY and rule.pattern == folders.outputs:
            return []
    return _rules(DEFAULT, ("external_directory", folders.outputs, ALLOW))


def for_child(rules: list[Rule], primary_tools: tuple[str, ...] = ()) -> list[Rule]:
    """The rules that an agent gets on top when another one starts it: no lists of tasks and no agents of its own unless some rule, here or
    in `opencode.json`, has exactly that name; and none of the tools that the settings keep for primary agents."""
    named = {rule.tool for rule in rules}
    found = [name for name in ("todowrite", "task") if name not in named]
    return _rules(CHILD, *((name, "*", DENY) for name in [*found, *primary_tools]))
