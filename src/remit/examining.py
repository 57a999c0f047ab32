"""Examining: the rules that look for themselves, let loose on a document, an agent, or all agents of a catalog.

Readers and resolvers report what they notice. What nobody has to know in order to read or resolve (a secret in the prompt, a tool that
would suffice without another, two agents that differ by a letter) is looked for here, by the rules of the chosen personas alone.
"""

from __future__ import annotations

from .rules import all_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .catalog import Catalog
    from .definition import Definition
    from .diagnostic import Diagnostic
    from .document import Document
    from .hosts.base import Host, Reading, Version
    from .resolving import Remit
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
    """The looking rules of some personas."""

    __slots__ = ("_agent", "_catalog", "_document")

    def __init__(self, personas: tuple[str, ...]) -> None:
        chosen = [rule for rule in all_rules() if rule.persona in personas]
        self._document = [looker for rule in chosen if (looker := rule.looker("in_document")) is not None]
        self._agent = [looker for rule in chosen if (looker := rule.looker("in_agent")) is not None]
        self._catalog = [looker for rule in chosen if (looker := rule.looker("in_catalog")) is not None]

    def document(self, document: Document) -> list[Diagnostic]:
        """Findings about a file as written, whatever a host makes of it."""
        return [finding for looker in self._document for finding in looker(document)]

    def agent(self, agent: Agent) -> list[Diagnostic]:
        """Findings about one agent in its session."""
        return [finding for looker in self._agent for finding in looker(agent)]

    def catalog(self, catalog: Catalog) -> list[Diagnostic]:
        """Findings about several agents together."""
        return [finding for looker in self._catalog for finding in looker(catalog)]
