"""The client, as far as remit speaks to it first: what it is shown and asked, beside answers to its requests."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from lsprotocol import types

    class Client(Protocol):
        """What `service` needs of the other end."""

        def publish(self, params: types.PublishDiagnosticsParams) -> None:
            """Shows the findings of a document."""

        def log(self, text: str, *, wrong: bool = False) -> None:
            """Writes a line into the client's log."""

        def show(self, text: str, *, wrong: bool = False) -> None:
            """Shows people a message."""

        async def settings(self, uri: str | None) -> object:
            """The client's settings `remit`."""

        async def register(self, registrations: list[types.Registration]) -> None:
            """Asks the client to tell of more than it does by itself."""

        async def refresh(self, *, lenses: bool, hints: bool, diagnostics: bool) -> None:
            """Says that what was asked before would be answered otherwise now."""
