"""Compiling: a catalog with its settings becomes one policy, plain data that says for every agent what it is held to.

The policy is deterministic (the same files give the same bytes), readable, and knows what it was compiled from.
"""

from __future__ import annotations

import json
import os

from .._version import __version__
from ..definition import Definition
from ..gathering import discover
from ..hosts import all_hosts, select
from ..hosts import host as host_of
from ..hosts.base import LOOSE, MAIN
from ..inventory import Inventory
from ..loose import ACTIVE
from ..resolving import Remit
from ..ruling import Ruling
from ..session import Session
from ..source import has_surrogate
from ..tools import mcp_server
from ..witness import Witness
from .digests import digests
from .meaning import as_meant, has_field
from .plain import to_plain
from .policy import SCHEMA, PolicyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..catalog import Catalog, Entry
    from ..hosts.base import Host, Version

    Plain = dict[str, object]


def compiled(
    root: str = ".",
    host: str | None = None,
    *,
    home: str | None = None,
    extra: Iterable[str] = (),
    plugins: Iterable[str] = (),
    managed: str | None = None,
    environment: dict[str, str] | None = None,
    settings: Iterable[str] = (),
    inventory: Inventory | None = None,
) -> Plain:
    """The policy of a session that works in `root`; the other arguments are those of `discover`. `inventory`: the session's tools, where
    somebody knows them better than its configuration says."""
    asked: Plain = {
        "root": os.path.abspath(root),
        "host": host,
        "home": _full(home),
        "extra": [os.path.abspath(path) for path in extra],
        "plugins": [os.path.abspath(path) for path in plugins],
        "managed": _full(managed),
        "settings": [os.path.abspath(path) for path in settings],
        "inventory": inventory.to_json() if inventory is not None else None,
    }
    with Witness() as looked:
        catalog = discover(
            root,
            host,
            home=home,
            extra=asked["extra"],  # type: ignore[arg-type]
            plugins=asked["plugins"],  # type: ignore[arg-type]
            managed=managed,
            environment=environment,
            settings=asked["settings"],  # type: ignore[arg-type]
            below=False,
        )
        hosts = {name: value for name, value in _hosts(catalog, inventory) if value is not None}
    # A host that is not here yet may come: its folders were not looked into, but they count once they are there.
    chosen = select(host)
    own = [os.path.join(catalog.around.root, name) for one in _or_all(chosen) for name in (*one.folders, *one.files)]
    parts = {os.path.abspath(path): routes for path, routes in looked.parts.items()}
    whole = {os.path.abspath(path) for path in looked.paths}
    sources = digests(whole | (set(own) - set(parts)), parts)
    return {
        "schema": SCHEMA,
        "remit": __version__,
        "asked": {name: value for name, value in asked.items() if value},
        "hosts": hosts,
        "sources": sources,
    }


def recompiled(policy: object, environment: dict[str, str] | None = None) -> Plain:
    """The same policy of the files as they are now. Raises `PolicyError` for what is no policy."""
    asked = policy.get("asked") if isinstance(policy, dict) and policy.get("schema") == SCHEMA else None
    if not isinstance(asked, dict) or not set(asked) <= _ASKED or not isinstance(asked.get("root"), str):
        raise PolicyError("this policy does not say what it was compiled from", "compile it anew: `remit compile ROOT -o FILE`")
    given = dict(asked)
    if "inventory" in given:
        given["inventory"] = Inventory.from_json(given["inventory"])
    return compiled(**given, environment=environment)


_ASKED = frozenset(("root", "host", "home", "extra", "plugins", "managed", "settings", "inventory"))


def _full(path: str | None) -> str | None:
    return None if path is None else os.path.abspath(path)


def _or_all(chosen: tuple[Host, Version] | None) -> Iterable[Host]:
    return all_hosts() if chosen is None else (chosen[0],)


def text_of(policy: Plain) -> str:
    """The policy as it is written to a file."""
    text = json.dumps(policy, indent=1, ensure_ascii=False) + "\n"
    # A path that is not UTF-8 is only to be had escaped.
    return text if text.isascii() or not has_surrogate(text) else json.dumps(policy, indent=1) + "\n"


def _hosts(catalog: Catalog, given: Inventory | None) -> Iterable[tuple[str, Plain | None]]:
    by_host: dict[str, list[Entry]] = {}
    for entry in catalog:
        by_host.setdefault(entry.host.name, [])
        counts = entry.status == ACTIVE and entry.scope != LOOSE and entry.origin in (None, catalog.around.root)
        if counts and entry.identity is not None:
            by_host[entry.host.name].append(entry)
    for name in sorted(by_host):
        one = host_of(name)
        version = next((entry.version for entry in by_host[name]), one.version(None))
        yield name, _host(catalog, one, version, by_host[name], given)


def _host(catalog: Catalog, host: Host, version: Version, entries: list[Entry], given: Inventory | None) -> Plain | None:
    tools = given or catalog.inventories.get(host.name)
    inventory = tools if isinstance(tools, Inventory) else None
    if given is None:
        inventory = _with_named_servers(inventory, entries)

    def session(mode: str = "foreground") -> Session:
        settings = catalog.settings.get(host.name)
        return Session(host, version, inventory=inventory, settings=settings, catalog=catalog, mode=mode)

    below = session()
    agents: dict[str, Plain] = {}
    for builtin in host.builtin_agents(version):
        agents[builtin.name] = plain_agent(Remit(builtin, host.resolve(builtin, below)), None)
    for entry in sorted(entries, key=lambda entry: entry.identity or ""):
        assert entry.reading is not None
        reading = as_meant(entry.reading)
        definition = reading.subject()
        held = agents[entry.identity or ""] = plain_agent(Remit(definition, host.resolve(definition, below)), entry.path)
        for limit, field in host.limit_fields.items():
            if limit not in held and has_field(reading, field):
                held[limit] = 0  # a limit that is none: the author wanted one, and nobody knows which
    whole = Definition("", host=host.name, host_version=version.text)
    main = Remit(whole, host.resolve(whole, session(MAIN)))
    own = _held_to(main)
    common = _common([own, *(agent["ruling"] for agent in agents.values())])  # type: ignore[list-item]
    return {"version": version.text, "common": common, "session": own, "agents": dict(sorted(agents.items()))}


_SHARED = ("root", "home", "folders", "names", "prefixes", "kinds", "spawn", "known")


def _common(rulings: list[Plain]) -> Plain:
    """Takes out of rulings what is the same in all of them and no agent's own. Of `known` those that are not open have none, and ask for none."""
    found: Plain = {}
    for name in _SHARED:
        values = [ruling[name] for ruling in rulings if name in ruling]
        if values and (len(values) == len(rulings) or name == "known") and all(value == values[0] for value in values):
            found[name] = values[0]
            for ruling in rulings:
                ruling.pop(name, None)
    return found


def add_agent(policy: Plain, host: str, name: str, held: Plain) -> None:
    """Puts one agent more into a policy, or in the place of one."""
    hosts = policy["hosts"]
    assert isinstance(hosts, dict)
    own = hosts.setdefault(host, {"session": to_plain(Ruling()), "agents": {}})
    own["agents"] = dict(sorted({**own["agents"], name: held}.items()))
    rulings = [own["session"], *(agent["ruling"] for agent in own["agents"].values())]
    for ruling in rulings:
        for key, value in own.get("common", {}).items():
            ruling.setdefault(key, value)
    own["common"] = _common(rulings)


def _with_named_servers(inventory: Inventory | None, entries: list[Entry]) -> Inventory | None:
    """The session's tools with the servers that definitions name. A session may be given servers that no file says, on the command line say; what
    an agent declares of them is in its remit all the same."""
    named: dict[str, tuple[str, ...] | None] = {}
    for entry in entries:
        assert entry.reading is not None
        for tool in entry.reading.subject().tools or ():
            server = mcp_server(tool.partition("(")[0].strip())
            if server and "*" not in server:
                named[server] = None
    missing = {name: None for name in sorted(named) if inventory is None or name not in inventory.servers}
    if not missing:
        return inventory
    if inventory is None:
        return Inventory(None, dict(missing))
    return Inventory(inventory.builtins, {**inventory.servers, **missing}, inventory.complete, inventory.others)


def plain_agent(remit: Remit, path: str | None) -> Plain:
    """One agent as a policy has it."""
    definition = remit.definition
    found: Plain = {"path": path}
    limits = {
        "maxTurns": definition.max_turns,
        "timeoutSeconds": definition.timeout_secs,
        "ttlSeconds": definition.ttl_secs,
        "background": definition.background,
        "mode": definition.permission_mode,
        "model": definition.model,
    }
    found |= {name: value for name, value in limits.items() if value is not None}
    if definition.secrets:
        found["secrets"] = list(definition.secrets)
    if definition.skills.include or definition.skills.exclude:
        found["skills"] = {"include": list(definition.skills.include), "exclude": list(definition.skills.exclude)}
    found["ruling"] = _held_to(remit)
    return found


def _held_to(remit: Remit) -> Plain:
    """What an agent is held to, without the permission rules of the settings: these are the host's to apply, which knows them as they are now."""
    found = to_plain(remit.ruling)
    found.pop("session", None)
    return found
