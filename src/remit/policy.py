"""Rules and decisions: how a set of allow, ask and deny rules answers for one tool or one call.

Hosts combine rules in one of three ways, named as access control names them: *deny-overrides* (Claude Code, Zeph), *last-applicable*
(OpenCode, Kilo), *first-applicable*. Each rule keeps the place it came from, so that the reason for an answer costs nothing extra.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .source import Source

ALLOW = "allow"
ASK = "ask"
DENY = "deny"

_STRICTNESS = {ALLOW: 0, ASK: 1, DENY: 2}


class Origin:
    """Where a rule or reason comes from: characters of a file, or a place without one (`source` is `None`)."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source | None, start: int = -1, end: int = -1) -> None:
        self.source = source
        self.start = start
        self.end = end

    @property
    def path(self) -> str | None:
        return self.source.path if self.source is not None else None

    @property
    def place(self) -> tuple[int, int] | None:
        """Line and column from 1, `None` where there is no file."""
        if self.source is None or self.start < 0:
            return None
        return self.source.position(self.start)


class Rule:
    """One line of a policy: for tools that match `tool` and inputs that match `pattern`, `effect`."""

    __slots__ = ("effect", "label", "origin", "pattern", "tool")

    def __init__(self, tool: str, pattern: str, effect: str, origin: Origin | None = None, label: str = "") -> None:
        self.tool = tool
        self.pattern = pattern
        self.effect = effect
        self.origin = origin
        self.label = label

    def __repr__(self) -> str:
        return f"Rule({self.tool!r}, {self.pattern!r}, {self.effect!r})"


class Decision:
    """The answer for one call: `effect` is `"allow"`, `"ask"` or `"deny"`, `reason` one phrase, `because` the place that decided."""

    __slots__ = ("because", "effect", "reason")

    def __init__(self, effect: str, reason: str, because: Origin | None = None) -> None:
        self.effect = effect
        self.reason = reason
        self.because = because

    def __repr__(self) -> str:
        return f"Decision({self.effect!r}, {self.reason!r})"


def stricter(left: Decision, right: Decision) -> Decision:
    """The stricter of two decisions, the first where they are equal."""
    return right if _STRICTNESS[right.effect] > _STRICTNESS[left.effect] else left


def last_applicable(rules: Iterable[Rule], applies: Callable[[Rule], bool]) -> Rule | None:
    """The last rule that applies, or `None`."""
    found = None
    for rule in rules:
        if applies(rule):
            found = rule
    return found


def first_applicable(rules: Iterable[Rule], applies: Callable[[Rule], bool]) -> Rule | None:
    """The first rule that applies, or `None`."""
    return next((rule for rule in rules if applies(rule)), None)


def deny_overrides(rules: Iterable[Rule], applies: Callable[[Rule], bool]) -> Rule | None:
    """The strictest rule that applies, the first of equals, or `None`."""
    found = None
    for rule in rules:
        if applies(rule) and (found is None or _STRICTNESS[rule.effect] > _STRICTNESS[found.effect]):
            found = rule
    return found
