"""What an agent's own scoped entries let through: `Bash(git diff:*)` in `tools`, `Read(.env)` in `disallowedTools`.

The client cuts these scopes off; remit holds the agent to them. They are read by the client's grammar for permission rules, but nothing is
free here: a call is inside a scope only where the scope speaks of all of it, and what cannot be told counts against the call.
"""

from __future__ import annotations

from .bash_rules import BashPattern, wide
from .claude_code import ALLOW, DENY, LONGEST, Call, Rule, domain_matches, host_and_path, skill_matches
from .defaults import EDITORS, READERS
from .paths import PathRule, Where
from .rule import ALIASES
from .shell import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .words import Command

SHELLS = ("Bash", "Monitor")


def within_any(scopes: Iterable[str], tool: str, value: object, *, where: Where) -> bool:
    """Whether a call lies inside one of the scopes, the texts between the brackets. A command line may need several of them."""
    scopes = list(scopes)
    if "*" in scopes:
        return True
    if ALIASES.get(tool, tool) in SHELLS:
        rules = [Rule(ALLOW, f"Bash({part})") for scope in scopes for part in parts(scope)]
        call = _Inside(rules, "Bash", value, where)
        outcome = call.shell()
        return outcome.effect == ALLOW and outcome.rule is not None
    return any(_speaks(scope, tool, value, where, grants=True) for scope in scopes)


def denied_by(scope: str, tool: str, value: object, *, where: Where) -> bool:
    """Whether a call is, or may be, one that the scope of a denylist's entry speaks of. An entry without a scope denies every call."""
    if scope in ("", "*"):
        return True
    if ALIASES.get(tool, tool) in SHELLS:
        text = Call([], "Bash", value, where).main
        if text is None or len(text) > LONGEST:
            return True
        script = parse(text)
        return script.opaque or any(wide(BashPattern(part), script) for part in {scope, *parts(scope)})
    return _speaks(scope, tool, value, where, grants=False)


def parts(scope: str) -> list[str]:
    """The patterns of a shell scope that is a list of such, `npm test:*, npm ls:*`; any other is one pattern, whatever commas it has."""
    found = [part.strip() for part in scope.split(",")]
    return found if len(found) > 1 and all(part.endswith("*") and part != "*" for part in found) else [scope]


class _Inside(Call):
    """A command line for which no command is free: each one must be spoken of by a rule."""

    def free(self, command: Command, at: int) -> bool:
        return False


def _speaks(scope: str, tool: str, value: object, where: Where, *, grants: bool) -> bool:
    name = ALIASES.get(tool, tool)
    call = Call([Rule(ALLOW if grants else DENY, f"{name}({scope})")], name, value, where)
    if name in READERS or name in EDITORS:
        if not call.rules or call.main is None:
            # The client knows no such pattern, or the call names no file: nothing is inside, and a denial holds.
            return not grants
        return PathRule(scope, where, grants).matches(where.absolute(call.main))
    if name == "WebFetch":
        host, _ = host_and_path(call.main or "")
        if not host or not scope.startswith("domain:"):
            return not grants
        return domain_matches(scope.removeprefix("domain:"), host)
    if name == "Skill":
        return call.main is not None and skill_matches(scope, call.main.removeprefix("/"))
    if name == "Agent":
        return call.main is not None and call.main in [one.strip() for one in scope.split(",")]
    if ":" in scope:
        return call.parameter(ALLOW if grants else DENY) is not None
    return not grants
