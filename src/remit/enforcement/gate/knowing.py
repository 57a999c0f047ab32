"""Who may connect to a gate that listens: whoever knows its token, a bearer token of HTTP. Other users of the machine may reach its address, and a
page in somebody's browser may; neither can read it."""

from __future__ import annotations

import hmac
import secrets

from starlette.responses import Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def made() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


class Knowing:
    """An application that only those reach who know the token. The others are told nothing but that there is one."""

    def __init__(self, application: ASGIApp, token: str) -> None:
        self._application = application
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._known(scope):
            await Response(status_code=401, headers={"WWW-Authenticate": "Bearer"})(scope, receive, send)
            return
        await self._application(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        kind, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        return kind.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._token)
