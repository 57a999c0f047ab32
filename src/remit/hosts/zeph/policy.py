"""The tool policy of a definition: one base list or none, and the exceptions that win over it."""

from __future__ import annotations

from ...tools import Entry
from .vocabulary import WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALLOW = "allow"
DENY = "deny"
INHERIT = "inherit"


class Policy:
    """What `tools` says. `kind` is `"allow"` or `"deny"` with `entries` as that list, or `"inherit"` without one; `excepted` is
    the list that is denied beside it. Every entry keeps its place in the file."""

    __slots__ = ("entries", "excepted", "kind")

    def __init__(self, kind: str, entries: Iterable[Entry] = (), excepted: Iterable[Entry] = ()) -> None:
        self.kind = kind
        self.entries = tuple(entries)
        self.excepted = tuple(excepted)

    @classmethod
    def of(cls, tools: Iterable[str] | None, denied: Iterable[str] = ()) -> Policy:
        """The policy of a definition that no file stands behind: an allowlist or none, and a denylist."""
        excepted = [Entry(name) for name in denied]
        return cls(INHERIT, (), excepted) if tools is None else cls(ALLOW, [Entry(name) for name in tools], excepted)

    @property
    def denied(self) -> tuple[Entry, ...]:
        """All that is denied: the denylist, then the exceptions."""
        return (*self.entries, *self.excepted) if self.kind == DENY else self.excepted

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self._texts() == other._texts()

    def __hash__(self) -> int:
        return hash(self._texts())

    def _texts(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        return self.kind, tuple(entry.text for entry in self.entries), tuple(entry.text for entry in self.excepted)

    def __repr__(self) -> str:
        return "Policy({!r}, {!r}, {!r})".format(*self._texts())


def name_of(text: str, folded: bool = True) -> str:
    """The name that is compared. `folded` is Zeph from 0.22 on: cut at the first `(`, trimmed, without case, on both sides;
    before, a name is compared as it stands."""
    return text.partition("(")[0].strip(WHITE).lower() if folded else text


def match(entries: Iterable[Entry], tool: str, folded: bool = True) -> Entry | None:
    """The first entry that means this tool, or `None`."""
    name = name_of(tool, folded)
    return next((entry for entry in entries if name_of(entry.text, folded) == name), None)


def granted(policy: Policy, tool: str, folded: bool = True) -> tuple[bool, Entry | None]:
    """Whether the policy lets a tool through, and the entry that decides, `None` where none does. The exceptions are looked at
    first."""
    excepted = match(policy.excepted, tool, folded)
    if excepted is not None:
        return False, excepted
    listed = match(policy.entries, tool, folded)
    if policy.kind == ALLOW:
        return listed is not None, listed
    return listed is None, listed


def narrow(policy: Policy, parent_tools: Iterable[str]) -> Policy:
    """The policy of an agent that is started by one with `parent_tools`: never wider than these.

    An allowlist keeps those of its entries that the parent has, as written and in order; every other policy becomes the
    parent's tools without the denied ones. Names are compared folded. A parent without tools leaves none.
    """
    parent = list(parent_tools)
    if policy.kind == ALLOW:
        has = {name_of(tool) for tool in parent}
        return Policy(ALLOW, [entry for entry in policy.entries if name_of(entry.text) in has], policy.excepted)
    denied = {name_of(entry.text) for entry in policy.entries}
    return Policy(ALLOW, [Entry(tool) for tool in parent if name_of(tool) not in denied], policy.excepted)


def intersect(left: frozenset[str] | None, right: frozenset[str] | None) -> frozenset[str] | None:
    """Two ceilings together; `None` is no ceiling."""
    if left is None or right is None:
        return right if left is None else left
    return left & right
