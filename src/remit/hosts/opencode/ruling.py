"""What remit holds an OpenCode agent to: the client's rules and the author's, of which the stricter answer counts."""

from __future__ import annotations

from ...policy import DENY, Decision, stricter
from ...ruling import UNREADABLE, Ruling, Said
from .deciding import Where, said
from .deciding import decide as decide_by
from .resolving import Data, about, verdict
from .vocabulary import own_tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...definition import Definition
    from ...session import Resolution

SPAWN_FIELDS = ("subagent_type",)


def ruling(definition: Definition, resolution: Resolution) -> Ruling:
    data = resolution.data
    assert isinstance(data, Data)
    found = Ruling(data.where.root, data.where.home)
    found.host = resolution.session.host.name
    if resolution.enforced is None:
        found.refused = Said(UNREADABLE)
        return found
    found.known = tuple(data.tools)
    found.granted = tuple(name for name in data.tools if verdict(data.rules, name)[0] and name in resolution.enforced)
    found.folders = (data.where.worktree,)
    found.rules, found.author = tuple(data.rules), tuple(data.author)
    found.spawn = (resolution.session.host.spawn_tool, SPAWN_FIELDS)
    return found


def decide(ruling: Ruling, tool: str, value: object, cwd: str | None) -> Decision:
    """The decision for a call: by the client's rules and by the author's, the stricter of the two."""
    name = own_tool(tool) if tool not in ruling.known else tool
    if name not in ruling.known and not any(other.endswith("*") and name.startswith(other[:-1]) for other in ruling.known):
        return Decision(DENY, f"`{name}` is no tool of this session")
    rules, author = list(ruling.rules or ()), list(ruling.author)
    granted, because, rule = verdict(rules, name)
    if not granted:
        return Decision(DENY, because, rule.origin if rule is not None else None)
    rule = about(author, name)
    if rule is not None and rule.pattern == "*" and rule.effect == DENY:
        return Decision(DENY, f"the author denies it: {said(rule)}", rule.origin)
    where = Where(cwd or ruling.root, ruling.folders[0], ruling.home)
    return stricter(decide_by(rules, name, value, where), decide_by(author, name, value, where))
