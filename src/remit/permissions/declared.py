"""What an agent's own scoped entries let through: `Read(src/**)` in `tools`, `Bash(git push:*)` in `disallowedTools`.

The client cuts these scopes off; remit holds the agent to them. They are written in the client's grammar for permission rules, but read
more strictly than it does: nothing is free, no wrapper or variable is seen through, and what cannot be told counts against the call. A
scope of a denylist is read more widely for the same reason. Of the modules below each question loads the one that it needs, as a hook asks
before every call.
"""

from __future__ import annotations

from . import SHELLS, line_of
from .call import ALLOW, DENY, Call, Rule
from .defaults import EDITORS, READERS
from .paths import PathRule, Where
from .rule import ALIASES
from .scan import is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_CONTROL = frozenset(map(chr, [*range(32), 127]))


def within_any(scopes: Iterable[str], tool: str, value: object, *, where: Where) -> bool:
    """Whether a call lies inside one of the scopes, the texts between the brackets. A command line may need several of them."""
    scopes = list(scopes)
    if "*" in scopes:
        return True
    if tool in SHELLS:
        from .granted_lines import line_within

        line = line_of(value)
        return line is not None and line_within(scopes, line)
    return any(_inside(scope, tool, value, where) for scope in scopes)


def within(scope: str, tool: str, value: object, *, where: Where) -> bool:
    """The same for a single scope."""
    return within_any([scope], tool, value, where=where)


def denied_by(scope: str, tool: str, value: object, *, where: Where) -> bool:
    """Whether a call is, or may be, one that the scope of a denylist's entry speaks of. An entry without a scope denies every call."""
    if scope in ("", "*"):
        return True
    if tool in SHELLS:
        from .denied_lines import line_denied

        return line_denied(scope, line_of(value))
    return _outside(scope, tool, value, where)


def _inside(scope: str, tool: str, value: object, where: Where) -> bool:
    name = ALIASES.get(tool, tool)
    call = Call([Rule(ALLOW, f"{name}({scope})")], name, value, where)
    main = call.main
    if not call.rules:
        return False  # the client knows no such pattern
    if name in READERS or name in EDITORS:
        if main is None or not _CONTROL.isdisjoint(main) or (name == "Glob" and not _stays(call.fields.get("pattern"))):
            return False
        return PathRule(scope, where, grants=True, fold=False).matches(where.absolute(main))
    if name == "WebFetch":
        from .specifiers import domain_matches, plain_host

        host = plain_host(main or "")
        return host is not None and domain_matches(scope.removeprefix("domain:"), host)
    if name == "Skill":
        wanted = scope[:-2] if scope.endswith((":*", " *")) else scope
        return bool(wanted) and main is not None and main.removeprefix("/") == wanted.removeprefix("/")
    if name == "Agent":
        return (main or "general-purpose") in [one.strip() for one in scope.split(",") if one.strip()]
    return _parameter(scope) and call.parameter(ALLOW) is not None


def _parameter(scope: str) -> bool:
    """Is it `name:value`, about a field of the call?"""
    name, colon, _ = scope.partition(":")
    return bool(colon) and is_name(name)


def _stays(pattern: object) -> bool:
    """Does a file glob stay below the folder it starts from?"""
    return pattern is None or (isinstance(pattern, str) and not pattern.startswith(("/", "~")) and ".." not in pattern)


def _outside(scope: str, tool: str, value: object, where: Where) -> bool:
    name = ALIASES.get(tool, tool)
    call = Call([Rule(DENY, f"{name}({scope})")], name, value, where)
    main = call.main
    if not call.rules:
        return True
    if name in READERS or name in EDITORS:
        return main is None or PathRule(scope, where, grants=False).matches(where.absolute(main))
    if name == "WebFetch":
        from .specifiers import domain_matches, plain_host

        host = plain_host(main or "")
        return host is None or domain_matches(scope.removeprefix("domain:"), host)
    if name == "Skill":
        from .specifiers import skill_matches

        return main is None or skill_matches(scope, main.removeprefix("/"))
    if name == "Agent":
        return _loose(main or "general-purpose") in [_loose(one) for one in scope.split(",")]
    if _parameter(scope) and not name.startswith("mcp__") and name != "PowerShell":
        return call.parameter(DENY) is not None
    return True


def _loose(name: str) -> str:
    """An agent's name as the client looks it up: case, blanks, dashes and underscores do not count."""
    return "".join(char for char in name if char not in "-_" and not char.isspace()).lower()
