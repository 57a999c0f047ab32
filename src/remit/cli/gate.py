"""`remit gate [options] -- SERVER ARGS…`: an MCP server as one agent may use it."""

from __future__ import annotations

import ipaddress
import os
from importlib.util import find_spec

from ..errors import UsageError
from . import FOUND, OK
from ._common import common, home_of, session, session_inventory, settings_of, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from mcp.client._transport import TransportStreams

    from ..enforcement.policy import Held
    from ..enforcement.secrets.leases import Leases
    from ..enforcement.standing import Standing

SHORTEST = 16
"""Characters of a token that nobody guesses."""
BESIDE = ("resources", "prompts", "sampling", "elicitation", "roots")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", metavar="SERVER", nargs="*", help="the server's command and its arguments, after `--`")
    parser.add_argument("--agent", metavar="NAME|FILE", required=True, help="whose remit holds")
    parser.add_argument("--server", metavar="NAME", required=True, help="the server's name in the agent's lists")
    parser.add_argument("--policy", metavar="FILE", help="decide by this compiled policy (default: resolve the agent now)")
    parser.add_argument("--url", metavar="URL", help="the server is there, and speaks streamable HTTP")
    parser.add_argument("--listen", metavar="HOST:PORT", help="serve streamable HTTP on this machine, not the standard streams")
    parser.add_argument(
        "--secret", metavar="KEY", action="append", default=[], help="a secret for the server's environment (repeatable)"
    )
    parser.add_argument("--bearer", metavar="KEY", help="the secret by which the server at --url knows its client")
    parser.add_argument(
        "--source",
        metavar="SOURCE",
        action="append",
        default=[],
        help="where secrets come from: env, file:PATH, keyring:SERVICE, command:WORDS (repeatable; default: env)",
    )
    parser.add_argument(
        "--env", metavar="NAME", action="append", default=[], help="a variable to pass on to the server (repeatable)"
    )
    parser.add_argument(
        "--ttl", metavar="SECONDS", type=float, help="end the server after this time, or earlier where the agent's own says so"
    )
    parser.add_argument(
        "--also",
        choices=BESIDE,
        action="append",
        default=[],
        help="what the agent has of the server beside tools, and what the server may ask of the client (repeatable)",
    )
    parser.add_argument(
        "--token", metavar="KEY", help="the secret that clients of --listen have to know (default: one is made and told)"
    )
    parser.add_argument("--no-token", action="store_true", help="let anybody on this machine connect to --listen")
    parser.add_argument(
        "--state", metavar="DIR", help="where the journal is kept (default: beside that of the guard of the same policy)"
    )
    parser.add_argument("--no-journal", action="store_true", help="write nothing down")
    parser.add_argument("--no-ask", action="store_true", help="refuse calls that the host would have to ask for")
    common(parser)
    session(parser)


def run(options: Namespace) -> int:
    if bool(options.words) == (options.url is not None):
        reason = "there is no server" if options.url is None else "`--url` and a command exclude each other"
        raise UsageError(reason, "remit gate --agent NAME --server NAME -- COMMAND ARGS")
    if options.ttl is not None and not options.ttl >= 0:
        raise UsageError("`--ttl` is a number of seconds, 0 or more")
    if options.bearer is not None and options.url is None:
        raise UsageError("`--bearer` is for a server at `--url`")
    if options.listen is None and (options.token is not None or options.no_token):
        raise UsageError("`--token` and `--no-token` are for `--listen`")
    if options.token is not None and options.no_token:
        raise UsageError("`--token` and `--no-token` exclude each other")
    listen = _address(options.listen) if options.listen is not None else None
    if find_spec("mcp") is None:
        raise UsageError("the gate needs the package `mcp`", "install remit with it: `pip install 'remit[gate]'`")
    standing, host = _standing(options)
    return _serve(options, standing, host, listen)


def _address(text: str) -> tuple[str, int]:
    """Where to listen: an address of this machine alone, as whoever may connect has what the agent has."""
    host, _, port = text.rpartition(":")
    host = host.strip("[]")
    try:
        near = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        near = False
    if not near or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"`{text}` is no address of this machine alone", "for instance `--listen 127.0.0.1:8080`")
    return ("127.0.0.1" if host == "localhost" else host), int(port)


def _standing(options: Namespace) -> tuple[Standing, str]:
    """What the agent is held to, and the host whose words its lists are in. Raises `UsageError`."""
    from ..enforcement.policy import PolicyError
    from ..enforcement.standing import PolicyStanding
    from ..hosts import DEFAULT, select

    if options.policy is None:
        return _resolved(options)
    chosen = select(options.host)
    host = chosen[0].name if chosen is not None else DEFAULT
    try:
        standing = PolicyStanding(options.policy, host, options.agent)
        standing.held()
    except PolicyError as problem:
        raise UsageError(problem.reason, problem.hint) from None
    return standing, host


def _resolved(options: Namespace) -> tuple[Standing, str]:
    """The same of a definition that is resolved now, in a session that has the server."""
    from ..enforcement.digests import digests
    from ..enforcement.policy import Held
    from ..enforcement.standing import Standing
    from ..inventory import Inventory
    from ..resolving import Remit
    from ..session import Session

    found = subject(options, options.agent)
    reading = found.entry.reading
    if reading is None:
        raise UsageError(f"{found.entry.path}: {found.entry.reason or 'cannot be read'}")
    tools = session_inventory(options, found) or Inventory()
    if not tools.complete and options.server not in tools.servers:
        tools = Inventory(tools.builtins, {**tools.servers, options.server: None}, False, tools.others)
    settings = settings_of(options, found)
    around = Session(found.host, found.version, inventory=tools, settings=settings, catalog=found.catalog, mode=options.mode)
    definition = reading.subject()
    ruling = Remit(definition, found.host.resolve(definition, around)).ruling
    held = Held(definition.name, ruling, {"ttlSeconds": definition.ttl_secs, "secrets": list(definition.secrets)})
    return Standing(held, digests([found.entry.path] if found.entry.path else [])), found.host.name


def _serve(options: Namespace, standing: Standing, host: str, listen: tuple[str, int] | None) -> int:
    import anyio

    from ..enforcement.gate.calls import Tools
    from ..enforcement.gate.recording import Record
    from ..enforcement.gate.relaying import log
    from ..enforcement.gate.serving import Gates, over_http, over_streams
    from ..enforcement.secrets.leases import LeaseError
    from ..enforcement.secrets.sources import SourceError

    held = standing.held()
    ttl = min((one for one in (options.ttl, held.ttl) if one is not None), default=None)
    try:
        leases = _leases(options, held, ttl)
    except (LeaseError, SourceError) as problem:
        raise UsageError(problem.reason) from None
    token = None if listen is None or options.no_token else _token(options)
    tools = Tools(standing, host, options.server, ttl=ttl, asking=not options.no_ask)
    record = Record(None if options.no_journal else _journal(options), host, held.name)
    gates = Gates(tools, leases.masker, _connect(options, leases), frozenset(options.also), record)
    with leases:
        try:
            number = anyio.run(over_streams, gates) if listen is None else anyio.run(over_http, gates, *listen, token)
        except (OSError, BaseExceptionGroup) as problem:
            reason = _reason(problem)
            if reason is None:
                raise
            log(f"the server cannot be started or reached, or nothing can listen there: {reason}")
            return FOUND
    return 128 + number if number else OK


def _journal(options: Namespace) -> str:
    from ..enforcement.installing import state_folder
    from .guard import POLICY

    policy = os.path.abspath(options.policy or os.path.join(options.root, POLICY))
    folder: str = options.state or state_folder(policy, dict(os.environ), home_of(options) or os.path.expanduser("~"))
    return folder


def _token(options: Namespace) -> str:
    """What clients have to know: a secret of somebody's, or one that is made, which they can be told only here. Raises `UsageError`."""
    from ..enforcement.gate.knowing import made
    from ..enforcement.gate.relaying import log
    from ..enforcement.secrets.sources import SourceError, Sources, source_of

    if options.token is None:
        token = made()
        log(f"clients send `Authorization: Bearer {token}`")
        return token
    try:
        given = Sources([source_of(text) for text in options.source or ["env"]]).value(options.token)
    except SourceError as problem:
        raise UsageError(problem.reason) from None
    if given is None or len(given) < SHORTEST:
        raise UsageError(
            f"the token `{options.token}` has {'no value' if given is None else f'fewer than {SHORTEST} characters'}"
        )
    return given


def _reason(problem: BaseException) -> str | None:
    """What the system says about a fault that is its own, alone or among others; `None` for another."""
    if isinstance(problem, BaseExceptionGroup):
        return next((reason for one in problem.exceptions if (reason := _reason(one)) is not None), None)
    return (problem.strerror or str(problem)).lower() if isinstance(problem, OSError) else None


def _leases(options: Namespace, held: Held, ttl: float | None) -> Leases:
    """The secrets that the server starts with. A definition that names secrets has no others. Raises `LeaseError` or `SourceError`."""
    from ..enforcement.secrets.leases import Leases
    from ..enforcement.secrets.sources import Sources, source_of

    asked = [*options.secret, *([options.bearer] if options.bearer is not None else [])]
    sources = Sources([source_of(text) for text in options.source or ["env"]])
    leases = Leases(held.secrets or asked, sources, ttl=float("inf") if ttl is None else ttl)
    for key in asked:
        leases.lend(key)
    return leases


def _connect(options: Namespace, leases: Leases) -> Callable[[], AbstractAsyncContextManager[TransportStreams]]:
    from ..enforcement.gate.ends import child, remote

    if options.url is not None:
        return lambda: remote(options.url, options.bearer, leases)
    return lambda: child(options.words, options.env, leases)
