"""Which field of a host a place in a front matter belongs to."""

from __future__ import annotations

from ..syntax.nodes import Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..hosts.base import Field, Host, Version
    from ..syntax.nodes import Node


def known(host: Host, version: Version) -> dict[str, Field]:
    """The fields of this version of a host, by name; fields of a table have its name and a dot before theirs."""
    return {
        name: one
        for name, one in host.fields.items()
        if (one.since is None or not version < host.version(one.since))
        and (one.until is None or version < host.version(one.until))
    }


def below(host: Host, route: tuple[str, ...], whole: bool) -> tuple[str, ...] | None:
    """A route within one definition: in a settings file the section and the agent's name stand before it. `None` outside any."""
    if not whole or not host.sections:
        return route
    if len(route) < 2 or route[0] not in host.sections:
        return None
    return route[2:]


def at(fields: dict[str, Field], route: tuple[str, ...]) -> tuple[Field | None, tuple[str, ...]]:
    """The field that a route leads to or through, and what of the route is left."""
    for size in range(len(route), 0, -1):
        found = fields.get(".".join(route[:size]))
        if found is not None:
            return found, route[size:]
    return None, route


def node_at(root: Mapping, offset: int) -> tuple[tuple[str, ...], Scalar | None, bool]:
    """The route to what stands at a character, the scalar there, and whether it is a key."""
    route: list[str] = []
    node: Node | None = root
    while node is not None:
        if isinstance(node, Mapping):
            inner = None
            for key, value in node.entries:
                if not isinstance(key, Scalar):
                    continue
                if key.start <= offset <= key.end:
                    return (*route, key.text), key, True
                if value.start <= offset <= value.end:
                    inner = value
                    route.append(key.text)
                    break
            node = inner
        elif isinstance(node, Sequence):
            node = next((item for item in node.items if item.start <= offset <= item.end), None)
        else:
            return tuple(route), node, False
    return tuple(route), None, False


def words_of(schema: object) -> tuple[str, ...]:
    """The exact words that a shape takes, truth values among them."""
    if not isinstance(schema, dict):
        return ()
    if schema.get("type") == "boolean":
        return ("true", "false")
    found = [str(word) for word in schema.get("enum", ()) if isinstance(word, str)]
    for side in schema.get("anyOf", ()):
        found += words_of(side)
    return tuple(dict.fromkeys(found))


def inner(schema: object) -> object:
    """What the keys of a map take."""
    if not isinstance(schema, dict):
        return {}
    found = schema.get("additionalProperties")
    if isinstance(found, dict):
        return found
    return next((held for side in schema.get("anyOf", ()) if (held := inner(side))), {})
