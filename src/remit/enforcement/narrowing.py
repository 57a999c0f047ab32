"""What an agent would have beyond the one that starts it: a child is held to its own remit within its parent's."""

from __future__ import annotations

from ..policy import ALLOW, Decision, stricter
from ..ruling import MCP, WITHIN, Ruling, covers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

OTHERS = "every further tool of the session"


def beyond(child: Ruling, parent: Ruling) -> list[str]:
    """The tools of `child` that its parent has not, or not for as many calls. Where it cannot be told, the tool counts as one."""
    if child.refused is not None:
        return []
    own = [tool for tool in child.granted if tool.endswith("__*") or child.has(tool)]
    found = [tool for tool in own if _more(tool, child, parent)]
    if child.open and not found and not (parent.open and _covered(parent, child)):
        found.append(OTHERS)
    return found


def _covered(parent: Ruling, child: Ruling) -> bool:
    """Whether all that the parent never has, its child has neither."""
    known = [name for name in parent.known if not parent.has(name)]
    return all(any(covers(own, taken) for own in child.taken) for taken in parent.taken) and not any(
        child.has(name) for name in known
    )


def _more(tool: str, child: Ruling, parent: Ruling) -> bool:
    if tool.endswith("__*"):
        if any(_touches(taken, tool) and taken not in child.taken for taken in parent.taken):
            return True
        parent = _giving_back(parent, child.taken)
    if not parent.has(tool):
        return True
    if parent.rules is not None or child.rules is not None:
        return _listed(tool, child) != _listed(tool, parent) and not _wholly_allowed(tool, parent)
    limits = parent.scopes.get(tool)
    if limits is not None and "*" not in limits and not _inside(child.scopes.get(tool), limits):
        return True
    own = {(pattern, specifier) for pattern, specifier, _ in child.denied}
    if any(covers(pattern, tool) and (pattern, specifier) not in own for pattern, specifier, _ in parent.denied):
        return True
    if tool in parent.asked and tool not in child.asked:
        return True
    return parent.quiet is not None and child.quiet is None and parent.decide(tool).effect != ALLOW


def _giving_back(ruling: Ruling, taken: Iterable[str]) -> Ruling:
    """The same ruling with what another has not either: that says nothing of which of the two has more of a server."""
    found = Ruling.__new__(Ruling)
    found.__dict__.update(ruling.__dict__)
    found.taken = tuple(pattern for pattern in ruling.taken if pattern not in taken)
    return found


def _inside(scopes: Sequence[str] | None, limits: Iterable[str]) -> bool:
    return scopes is not None and set(scopes) <= set(limits)


def _touches(pattern: str, server: str) -> bool:
    """Whether a pattern takes a tool of the server `mcp__server__*`."""
    return pattern.startswith(MCP) and (covers(pattern, server) or pattern.startswith(server[:-1]) or "*" in pattern)


def _listed(tool: str, ruling: Ruling) -> list[tuple[str, str, str]]:
    return [(rule.tool, rule.pattern, rule.effect) for rule in (*(ruling.rules or ()), *ruling.author)]


def _wholly_allowed(tool: str, ruling: Ruling) -> bool:
    return ruling.decide(tool).effect == ALLOW and not any(
        rule.pattern != "*" and rule.effect != ALLOW for rule in (*(ruling.rules or ()), *ruling.author)
    )


class Narrowed:
    """An agent below others: its own ruling within those of all above it, the nearest last."""

    __slots__ = ("above", "own")

    def __init__(self, own: Ruling, above: Iterable[Ruling] = ()) -> None:
        self.own = own
        self.above = tuple(above)

    def has(self, tool: str) -> bool:
        return self.own.has(tool) and all(ruling.has(tool) for ruling in self.above)

    def decide(self, tool: str, value: object = None, cwd: str | None = None) -> Decision:
        """The strictest decision of all: no agent may do through another what it may not do itself."""
        answer = self.own.decide(tool, value, cwd)
        for ruling in self.above:
            other = ruling.decide(tool, value, cwd)
            if stricter(answer, other) is other:
                answer = Decision(other.effect, f"an agent above this one may not: {other.reason}", other.because)
        return answer

    def below(self, child: Ruling) -> Narrowed:
        """The remit of an agent that this one starts."""
        return Narrowed(child, (*self.above, self.own))


__all__ = ["OTHERS", "WITHIN", "Narrowed", "beyond"]
