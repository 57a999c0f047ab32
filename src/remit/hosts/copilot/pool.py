"""The tools of a Copilot session, and which of them an entry of a list stands for."""

from __future__ import annotations

import re

from ...tools import MCP
from .vocabulary import ALIASES, ALWAYS, HIDDEN, SESSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping as Map

    from ...inventory import Inventory

_FOREIGN = re.compile(r"[^A-Za-z0-9_-]").sub
STAR = "*"

Servers = dict[str, "tuple[str, ...] | None"]


def normal(name: str) -> str:
    """A server's or tool's name as it stands in the name that the model sees: `my.srv` is `my-srv`."""
    return _FOREIGN("-", name)


def builtins_of(name: str) -> tuple[str, ...]:
    """The recorded built-ins that an entry without a server stands for."""
    low = name.lower()
    stands = ALIASES.get(low, (low,))
    return tuple(tool for tool in SESSION if tool in stands and tool not in ALWAYS)


class Pool:
    """A session's tools in its order. An MCP tool goes by `mcp__server__tool`; one of a server whose tools are not known is
    `mcp__server__*`. `shown` has the name that the model sees of each, without case."""

    __slots__ = ("names", "servers", "shown")

    def __init__(self, inventory: Inventory, own: Servers | None = None) -> None:
        self.names: list[str] = list(dict.fromkeys(SESSION if inventory.builtins is None else inventory.builtins))
        self.shown: dict[str, str] = {name.lower(): name for name in self.names}
        self.servers: dict[str, list[str]] = {}
        for server, tools in {**(own or {}), **inventory.servers}.items():
            for tool in (STAR,) if tools is None else tools:
                self._add(server, tool)

    def _add(self, server: str, tool: str) -> None:
        name = f"{MCP}{normal(server)}__{STAR if tool == STAR else normal(tool)}"
        if name not in self.names:
            self.names.append(name)
            self.servers.setdefault(normal(server).lower(), []).append(name)
            if tool != STAR:
                self.shown[f"{normal(server)}-{normal(tool)}".lower()] = name

    def match(self, entry: str) -> list[str]:
        """The tools that an entry stands for, in the session's order."""
        if entry == STAR:
            return list(self.names)
        low = entry.lower()
        head, slash, tail = low.rpartition("/")
        if slash and head:
            found = self._of_server(head, tail)
            # Where no server has such a tool the client looks at what follows the last `/` alone.
            return found or ([] if tail in ("", STAR) else self._plain(tail))
        return self._plain(low)

    def _plain(self, low: str) -> list[str]:
        stands = ALIASES.get(low, ())
        found = [name for name in self.names if name in stands]
        literal = self.shown.get(low)
        if literal is not None and literal not in found:
            found.append(literal)
        if not found and low in HIDDEN:
            found.append(low)
        return found or self._unlisted(low)

    def _of_server(self, server: str, tool: str) -> list[str]:
        own = self.servers.get(normal(server).lower(), [])
        if tool == STAR:
            prefix = f"{normal(server)}-".lower()
            return own or [name for low, name in self.shown.items() if low.startswith(prefix) and not name.startswith(MCP)]
        literal = self.shown.get(f"{normal(server)}-{normal(tool)}".lower())
        if literal is not None:
            return [literal]
        return self._taken_at_its_word(own, tool)

    def _unlisted(self, low: str) -> list[str]:
        """`server-tool` of a server whose tools are not known."""
        for server, own in self.servers.items():
            if low.startswith(f"{server}-") and len(low) > len(server) + 1:
                found = self._taken_at_its_word(own, low[len(server) + 1 :])
                if found:
                    return found
        return []

    def _taken_at_its_word(self, own: list[str], tool: str) -> list[str]:
        star = next((name for name in own if name.endswith(f"__{STAR}")), None)
        return [star[: -len(STAR)] + normal(tool)] if star is not None else []


def own_servers(value: object, inventory: Inventory) -> Servers:
    """The servers that a definition starts itself, with the tools it lets them have."""
    found: Servers = {}
    if isinstance(value, dict):
        for name, server in value.items():
            listed = server.get("tools") if isinstance(server, dict) else None
            known: Map[str, tuple[str, ...] | None] = inventory.others
            if not isinstance(listed, list) or STAR in listed:
                found[str(name)] = known.get(str(name))
            else:
                tools = tuple(str(tool) for tool in listed)
                there = known.get(str(name))
                found[str(name)] = tools if there is None else tuple(tool for tool in there if tool in tools)
    return found
