"""One call under a list of rules: which rules speak of it, and the decisions about files.

Facts are from Claude Code 2.1.332, recorded 2026-11-30.
"""

from __future__ import annotations

from .defaults import EDITORS, FREE_TOOLS, MAIN_FIELD, PROTECTED_FILES, PROTECTED_FOLDERS, READERS, UNPROTECTED
from .paths import PathRule, Where
from .rule import ALIASES, ToolRule, wildcard
from .scan import is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ALLOW = "allow"
ASK = "ask"
DENY = "deny"
REMOVED = "removed"


class Rule:
    """One rule of the settings: its effect (`allow`, `ask` or `deny`), its text, and where it comes from. `base` is the folder that its
    `/path` patterns count from: `None` for project settings, `~/.claude` (absolute) for user settings."""

    __slots__ = ("base", "effect", "origin", "rule")

    def __init__(self, effect: str, rule: ToolRule | str, origin: object = None, base: str | None = None) -> None:
        self.effect = effect
        self.rule = ToolRule.parse(rule) if isinstance(rule, str) else rule
        self.origin = origin
        self.base = base

    @property
    def inert(self) -> bool:
        """Written so that the client drops it."""
        rule = self.rule
        specifier = rule.specifier
        if not rule.valid or specifier == "":
            return True
        if specifier is None or specifier == "*":
            return False
        if rule.mcp:
            return True
        tool = ALIASES.get(rule.tool, rule.tool)
        if tool == "WebFetch":
            return not specifier.startswith("domain:")
        if tool == "WebSearch":
            return "*" in specifier or "?" in specifier
        if tool in READERS or tool in EDITORS:
            return ":*" in specifier
        return False

    def removes(self, tool: str) -> bool:
        """Whether this rule, denying, takes the tool out of the session altogether."""
        return not self.inert and self.rule.whole_tool and self.rule.names(tool, grants=False)

    def __repr__(self) -> str:
        return f"Rule({self.effect!r}, {self.rule.text!r})"


class Outcome:
    """The decision and its reason: `because` is the origin of the deciding rule, `rule` the rule; both are `None` for the default."""

    __slots__ = ("because", "effect", "rule")

    def __init__(self, effect: str, rule: Rule | None = None) -> None:
        self.effect = effect
        self.rule = rule
        self.because = rule.origin if rule is not None else None

    def __repr__(self) -> str:
        return f"Outcome({self.effect!r}, {self.rule!r})"


class Call:
    """One call under a list of rules. `main` is the text of the field that rules speak of, `None` where the call has none."""

    __slots__ = ("fields", "main", "rules", "tool", "where")

    def __init__(self, rules: list[Rule], tool: str, given: object, where: Where) -> None:
        self.rules = [rule for rule in rules if not rule.inert]
        self.tool = ALIASES.get(tool, tool)
        field = MAIN_FIELD.get(self.tool, "")
        self.fields: Mapping[str, object] = (
            {field: given} if isinstance(given, str) else given if isinstance(given, dict) else {}
        )
        main = self.fields.get(field)
        self.main = main if isinstance(main, str) else None
        self.where = where

    def of(self, effect: str, *tools: str) -> Iterable[Rule]:
        for rule in self.rules:
            if rule.effect == effect and any(rule.rule.names(tool, effect == ALLOW) for tool in tools or (self.tool,)):
                yield rule

    def bare(self, effect: str, *tools: str) -> Rule | None:
        return next((rule for rule in self.of(effect, *tools) if rule.rule.whole_tool), None)

    def scoped(self, effect: str, *tools: str) -> Iterable[tuple[Rule, str]]:
        """Rules with a specifier; a name with a `*` takes none."""
        for rule in self.of(effect, *tools):
            specifier = rule.rule.specifier
            if specifier is not None and specifier != "*" and "*" not in rule.rule.tool:
                yield rule, specifier

    def parameter(self, effect: str) -> Rule | None:
        """`Tool(param:value)` on any input but the main field."""
        for rule, specifier in self.scoped(effect):
            name, colon, wanted = specifier.partition(":")
            if not colon or not is_name(name):
                continue
            value = self.fields.get(name)
            if isinstance(value, bool):
                value = "true" if value else "false"
            elif isinstance(value, (int, float)):
                value = f"{value:g}" if isinstance(value, float) else str(value)
            if not isinstance(value, str) or (name == MAIN_FIELD.get(self.tool) and self.tool not in ("Agent", "WebSearch")):
                continue
            if wildcard(wanted.lstrip(), value):
                return rule
        return None

    def asked(self) -> Rule | None:
        return self.bare(ASK) or self.parameter(ASK)

    def default(self) -> Outcome:
        asked = self.asked()
        if asked is not None:
            return Outcome(ASK, asked)
        allowed = self.bare(ALLOW)
        if allowed is not None:
            return Outcome(ALLOW, allowed)
        return Outcome(ALLOW if self.tool in FREE_TOOLS else ASK)

    def path_rule(self, effect: str, path: str, *tools: str) -> Rule | None:
        for rule, specifier in self.scoped(effect, *tools):
            if PathRule(specifier, self.where, effect == ALLOW, rule.base).matches(path):
                return rule
        return None

    def readable(self, path: str) -> Rule | bool | None:
        """The rule that opens a path for reading, true when none is needed, else `None`."""
        if self.where.at_home(path):
            return True
        return self.bare(ALLOW, "Read") or self.path_rule(ALLOW, path, "Read", "Edit")

    def read(self) -> Outcome:
        path = self.where.absolute(self.main if self.main is not None else ".")
        denied = self.path_rule(DENY, path, "Read")
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.asked() or self.path_rule(ASK, path, "Read")
        if asked is not None:
            return Outcome(ASK, asked)
        allowed = self.bare(ALLOW) or self.readable(path)
        if isinstance(allowed, Rule):
            return Outcome(ALLOW, allowed)
        return Outcome(ALLOW if allowed else ASK)

    def edit(self) -> Outcome:
        path = self.where.absolute(self.main if self.main is not None else ".")
        denied = self.path_rule(DENY, path, "Edit") or self.bare(DENY, "Read") or self.path_rule(DENY, path, "Read")
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.asked() or self.path_rule(ASK, path, "Edit")
        if asked is not None:
            return Outcome(ASK, asked)
        if protected(path):
            return Outcome(ASK)
        allowed = self.bare(ALLOW) or self.path_rule(ALLOW, path, "Edit")
        return Outcome(ALLOW, allowed) if allowed is not None else Outcome(ASK)


def protected(path: str) -> bool:
    """One of the files that no rule opens for writing."""
    lower = path.lower()
    if any(open_folder in lower + "/" for open_folder in UNPROTECTED):
        return False
    names = lower.split("/")
    return names[-1] in PROTECTED_FILES or any(name in PROTECTED_FOLDERS for name in names[:-1])
