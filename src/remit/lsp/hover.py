"""Hover: what stands at a place. A field is explained with its facts, a name of an agent with its tools, a tool with why it is granted."""

from __future__ import annotations

from lsprotocol import types

from ..syntax.nodes import Scalar
from . import explaining
from .fields import at, known, node_at
from .mentions import AGENT, mention_at, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .positions import Text
    from .projects import Agent, Project


def hover(project: Project, agents: list[Agent], view: Text, position: types.Position) -> types.Hover | None:
    """What there is to say about a position; `None` where it is nothing that remit knows."""
    offset = view.offset(position)
    for agent in agents:
        found = _told(project, agent, offset)
        if found is not None:
            text, start, end = found
            content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=text)
            return types.Hover(contents=content, range=view.range(start, end))
    return None


def _told(project: Project, agent: Agent, offset: int) -> tuple[str, int, int] | None:
    reading = agent.reading
    mention = mention_at(project, agent, offset)
    if mention is not None and mention.kind == AGENT:
        target = project.agent_named(agent.host, mention.name)
        if target is not None:
            return explaining.agent(target.remit), mention.start, mention.end
    root = reading.document.root
    if root is None:
        return None
    route, node, is_key = node_at(root, offset)
    if node is None:
        return None
    fields = known(agent.host, agent.version)
    one, rest = at(fields, route)
    if one is None:
        return None
    if not rest and (is_key or one.holds != "tools"):
        text = explaining.field(agent.host, agent.version, one)
        if one.holds == "tools" or _is_name(agent, node):
            text += "\n\n---\n\n" + explaining.agent(agent.remit)
        return text, node.start, node.end
    if one.holds == "tools":
        return _tool(agent, node, offset, is_key, rest)
    return None


def _tool(agent: Agent, node: Scalar, offset: int, is_key: bool, rest: tuple[str, ...]) -> tuple[str, int, int] | None:
    """An entry of a list of tools, or a key of a map of them."""
    if is_key and len(rest) == 1:
        return explaining.tool(node.text, agent.remit), node.start, node.end
    if rest:
        return None
    for entry in pieces(node, agent.reading.source.text):
        if entry.start <= offset <= entry.end:
            return explaining.entry(entry.text, agent.remit), entry.start, entry.end
    return None


def _is_name(agent: Agent, node: Scalar) -> bool:
    root = agent.reading.document.root
    return root is not None and root.get("name") is node
