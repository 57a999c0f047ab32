"""Whom a Copilot definition names (in the keys that VS Code acts on), and who may start it.

Source: the client 1.0.102, recorded 2026-11-30; VS Code's documentation of custom agents.
"""

from __future__ import annotations

from ...policy import Origin
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ..base import Mention

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...definition import Definition
    from ..base import Reading

VS_CODE_AGENTS = frozenset(("agent", "ask", "edit", "plan"))
"""The agents that are always there in VS Code, which alone acts on these keys."""


def mentions(reading: Reading) -> Iterator[Mention]:
    """The agents of `agents` and of each `handoffs` entry."""
    # Most files have neither key, which their definition in memory tells; the file is read again for its places.
    extra = reading.definition.extra if reading.definition is not None else {}
    root = reading.document.root if "agents" in extra or "handoffs" in extra else None
    if root is None:
        return

    def named(node: Node | None, field: str) -> Iterator[Mention]:
        if isinstance(node, Scalar) and node.text and "*" not in node.text and node.text.lower() not in VS_CODE_AGENTS:
            yield Mention(node.text, Origin(reading.document.source, node.start, node.end), field)

    agents = root.get("agents")
    for item in agents.items if isinstance(agents, Sequence) else ():
        yield from named(item, "agents")
    handoffs = root.get("handoffs")
    for item in handoffs.items if isinstance(handoffs, Sequence) else ():
        yield from named(item.get("agent") if isinstance(item, Mapping) else None, "handoffs")


def starters(definition: Definition) -> tuple[bool, bool]:
    """A person unless `user-invocable` is false; another agent unless the model is kept from it."""
    extra = definition.extra
    return extra.get("user-invocable") is not False, (
        extra.get("disable-model-invocation") is not True and extra.get("infer") is not False
    )
