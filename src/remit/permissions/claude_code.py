"""What the client decides for a tool call under permission rules: allow, ask, deny, or the tool is not there.

Facts are from Claude Code 2.1.332, recorded 2026-11-30. Deny rules are asked first, then ask rules, then allow rules; the first that
speaks of the call decides, how specific it is plays no part. Without a rule the tool's default counts (`defaults`). Permission modes,
hooks and managed policies are not part of this: the answer is that of the default mode.
"""

from __future__ import annotations

from .call import ALLOW, ASK, DENY, REMOVED, Call, Outcome, Rule
from .defaults import EDITORS, READERS
from .line import LineCall
from .paths import Where
from .shell import LONGEST
from .specifiers import domain_matches, free_host, host_and_path, skill_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ALLOW", "ASK", "DENY", "LONGEST", "REMOVED", "Call", "Outcome", "Rule", "Where", "decide"]


def decide(rules: Iterable[Rule], tool: str, input: object, *, where: Where) -> Outcome:  # noqa: A002
    """The client's decision for one call. `input` is what the tool gets, a dictionary, or a text for its main field."""
    return _Decision(list(rules), tool, input, where).decide()


class _Decision(LineCall):
    """A call of any tool."""

    __slots__ = ()

    def decide(self) -> Outcome:
        removed = self.bare(DENY)
        if removed is None and self.tool == "Monitor":
            removed = self.bare(DENY, "Bash")
        if removed is not None:
            return Outcome(REMOVED, removed)
        denied = self.parameter(DENY)
        if denied is not None:
            return Outcome(DENY, denied)
        special = {
            "Bash": self.shell,
            "Monitor": self.shell,
            "WebFetch": self.web,
            "Skill": self.skill,
            "Agent": self.agent,
        }.get(self.tool)
        if special is not None:
            return special()
        if self.tool in READERS:
            return self.read()
        if self.tool in EDITORS:
            return self.edit()
        return self.default()

    def web(self) -> Outcome:
        host, path = host_and_path(self.main or "")
        for effect in (DENY, ASK, ALLOW):
            if effect == ASK:
                asked = self.asked()
                if asked is not None:
                    return Outcome(ASK, asked)
            for rule, specifier in self.scoped(effect):
                if host and domain_matches(specifier.removeprefix("domain:"), host):
                    return Outcome(effect, rule)
        allowed = self.bare(ALLOW)
        if allowed is not None:
            return Outcome(ALLOW, allowed)
        return Outcome(ALLOW if host and free_host(host, path) else ASK)

    def skill(self) -> Outcome:
        name = (self.main or "").removeprefix("/")
        denied = next((rule for rule, specifier in self.scoped(DENY) if skill_matches(specifier, name)), None)
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.asked()
        if asked is not None:
            return Outcome(ASK, asked)
        if name in self.where.skills:
            return Outcome(ALLOW)  # before ask rules with a name: these do not reach a skill that asks for nothing
        for effect in (ASK, ALLOW):
            for rule, specifier in self.scoped(effect):
                if skill_matches(specifier, name):
                    return Outcome(effect, rule)
        allowed = self.bare(ALLOW)
        return Outcome(ALLOW, allowed) if allowed is not None else Outcome(ASK)

    def agent(self) -> Outcome:
        wanted = self.main if self.main is not None else "general-purpose"
        known = self.where.agents
        names = {wanted}
        if wanted not in known:
            # Spawning is lenient: case, blanks, dashes and underscores do not count. Without a list of agents any such name may be meant.
            loose = _loose(wanted)
            for rule, specifier in self.scoped(DENY):
                if _loose(specifier) == loose and (not known or specifier in known):
                    return Outcome(DENY, rule)
        for rule, specifier in self.scoped(DENY):
            if specifier in names:
                return Outcome(DENY, rule)
        return self.default()  # an ask rule with a type is never consulted


def _loose(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")
