"""Examining: the rules that look for themselves, let loose on a document, an agent, or all agents of a catalog.

Readers and resolvers report what they notice. What nobody has to know in order to read or resolve (a secret in the prompt, a tool that
would suffice without another, two agents that differ by a letter) is looked for here, by the chosen rules alone.
"""

from __future__ import annotations

from functools import partial

from .rules import rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .catalog import Catalog
    from .definition import Definition
    from .diagnostic import Diagnostic
    from .document import Document
    from .hosts.base import Host, Reading, Version
    from .resolving import Remit
    from .rules import Rule
    from .session import Session

    Looker = Callable[..., Iterator[Diagnostic]]


class Agent:
    """One agent as a rule sees it: what its host makes of the file, what the author means, and its remit in a session.

    `definition` is never `None`: a file that remit refuses is not examined as an agent. Ask `remit` for what the agent gets, never the
    spelling of its lists.
    """

    __slots__ = ("reading", "remit")

    def __init__(self, reading: Reading, remit: Remit) -> None:
        self.reading = reading
        self.remit = remit

    @property
    def host(self) -> Host:
        return self.reading.host

    @property
    def version(self) -> Version:
        return self.reading.version

    @property
    def document(self) -> Document:
        return self.reading.document

    @property
    def definition(self) -> Definition:
        return self.remit.definition

    @property
    def session(self) -> Session:
        return self.remit.resolution.session

    @property
    def catalog(self) -> Catalog | None:
        """All agents of the session, `None` where the file was looked at alone."""
        return self.session.catalog


class Examiner:
    """The looking rules among some rules, by name. `settings` are the values that a configuration gives to single rules."""

    __slots__ = ("_agent", "_catalog", "_document")

    def __init__(self, names: Iterable[str], settings: dict[str, dict[str, object]] | None = None) -> None:
        chosen = [rule(name) for name in sorted(names)]
        self._document = list(_lookers("in_document", chosen, settings or {}))
        self._agent = list(_lookers("in_agent", chosen, settings or {}))
        self._catalog = list(_lookers("in_catalog", chosen, settings or {}))

    def document(self, document: Document) -> list[Diagnostic]:
        """Findings about a file as written, whatever a host makes of it."""
        return [finding for looker in self._document for finding in looker(document)]

    def agent(self, agent: Agent) -> list[Diagnostic]:
        """Findings about one agent in its session."""
        return [finding for looker in self._agent for finding in looker(agent)]

    def catalog(self, catalog: Catalog) -> list[Diagnostic]:
        """Findings about several agents together."""
        return [finding for looker in self._catalog for finding in looker(catalog)]


def _lookers(kind: str, rules: list[Rule], settings: dict[str, dict[str, object]]) -> Iterator[Looker]:
    """The functions with which these rules look, each with its settings where it has some."""
    for one in rules:
        looker = one.looker(kind)
        if looker is not None:
            own = one.settings
            yield partial(looker, settings={**own, **settings.get(one.name, {})}) if own else looker
