"""A selection: which rules run, how grave their findings are, and from which severity on they fail.

It is made of layers, the weakest first: what remit does by itself, the configuration, its tables for some paths, the command line. What the
strongest layer with an opinion says of a rule counts. Within a layer the most particular pattern counts (`unknown-tool` before `unknown-*`
before `all`), and where two are alike, `ignore`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from .diagnostic import SEVERITIES
from .rules import PERSONAS, REGULAR, names, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALL = "all"
NEVER = "never"
FAIL_ON = (*SEVERITIES, NEVER)
"""The least severity that fails, or `never`."""

_LONGEST = 200


def told_wrong(pattern: str) -> tuple[str, str | None] | None:
    """What is wrong with a pattern of rule names, and what to do; `None` where it stands for a rule."""
    if _meant(pattern):
        return None
    if "*" in pattern:
        return f"no rule's name fits `{pattern}`", "`remit rule` lists the rules"
    return told_unknown(pattern)


def told_unknown(name: str) -> tuple[str, str | None]:
    """What to say of a name that no rule has."""
    from .tools import nearest

    close = nearest(name, names())
    return f"unknown rule `{name}`", f"did you mean `{close}`?" if close else "`remit rule` lists the rules"


def _meant(pattern: str) -> bool:
    if "*" in pattern and len(pattern) <= _LONGEST:
        return any(_rank(pattern, name) for name in names())
    return pattern == ALL or pattern in names()


def _rank(pattern: str, name: str) -> int:
    """How particularly a pattern means a rule: 3 by its name, 2 by a part of it, 1 as one of all, 0 not at all."""
    if pattern == name:
        return 3
    if pattern == ALL or pattern == "*":
        return 1
    return 2 if "*" in pattern and fnmatchcase(name, pattern.replace("[", "[[]").replace("?", "[?]")) else 0


class Layer:
    """What one place says about rules. `None` and empty mean that it says nothing."""

    __slots__ = ("extend", "fail_on", "ignore", "persona", "select", "severity")

    def __init__(
        self,
        *,
        select: Iterable[str] | None = None,
        extend: Iterable[str] = (),
        ignore: Iterable[str] = (),
        persona: str | None = None,
        fail_on: str | None = None,
        severity: dict[str, str] | None = None,
    ) -> None:
        self.select = None if select is None else tuple(select)
        self.extend = tuple(extend)
        self.ignore = tuple(ignore)
        self.persona = persona
        self.fail_on = fail_on
        self.severity = severity or {}

    def opinion(self, name: str, heard: tuple[str, ...]) -> bool | None:
        """Whether the rule runs, or `None`. A pattern means rules for the personas `heard`, a name means its rule for whomever it is."""
        wanted = max((_rank(pattern, name) for pattern in (*(self.select or ()), *self.extend)), default=0)
        refused = max((_rank(pattern, name) for pattern in self.ignore), default=0)
        if wanted in (1, 2) and rule(name).persona not in heard:
            wanted = 0
        if refused and refused >= wanted:
            return False
        if wanted:
            return True
        return None if self.select is None else False

    def severity_of(self, name: str) -> str | None:
        """The severity that this layer gives to a rule's findings."""
        rank, _, severity = max(
            ((_rank(one, name), one, severity) for one, severity in self.severity.items()), default=(0, "", "")
        )
        return severity if rank else None


class Selection:
    """The answer of several layers, the weakest first."""

    __slots__ = ("_names", "_severities", "layers")

    def __init__(self, *layers: Layer) -> None:
        self.layers = layers
        self._names: frozenset[str] | None = None
        self._severities: dict[str, str | None] = {}

    @classmethod
    def of(cls, persona: str = REGULAR, select: Iterable[str] | None = None, ignore: Iterable[str] = ()) -> Selection:
        """A selection of one layer."""
        return cls(Layer(select=select, ignore=ignore, persona=persona))

    def over(self, layer: Layer) -> Selection:
        """This selection with a stronger layer."""
        return Selection(*self.layers, layer)

    @property
    def persona(self) -> str:
        return next((layer.persona for layer in reversed(self.layers) if layer.persona), REGULAR)

    @property
    def fail_on(self) -> str:
        return next((layer.fail_on for layer in reversed(self.layers) if layer.fail_on), SEVERITIES[0])

    @property
    def names(self) -> frozenset[str]:
        """The names of the rules that run."""
        if self._names is None:
            heard = PERSONAS[: PERSONAS.index(self.persona) + 1]
            self._names = frozenset(name for name in names() if self._runs(name, heard))
        return self._names

    def _runs(self, name: str, heard: tuple[str, ...]) -> bool:
        for layer in reversed(self.layers):
            opinion = layer.opinion(name, heard)
            if opinion is not None:
                return opinion
        return rule(name).persona in heard

    def severity(self, name: str) -> str | None:
        """The severity that somebody gave to a rule's findings, `None` where they have their own."""
        if name not in self._severities:
            given = (layer.severity_of(name) for layer in reversed(self.layers))
            self._severities[name] = next((severity for severity in given if severity is not None), None)
        return self._severities[name]

    def fails(self, severity: str) -> bool:
        """Whether a finding of this severity makes the check fail."""
        limit = self.fail_on
        return limit != NEVER and SEVERITIES.index(severity) <= SEVERITIES.index(limit)
