"""Options that commands share, and what they mean."""

from __future__ import annotations

import os
import sys

from ..errors import UsageError
from ..hosts.base import FOREGROUND, MODES
from ..inventory import Inventory
from ..source import Unreadable, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from ..catalog import Catalog, Entry
    from ..hosts.base import Host, Version
    from ..resolving import Remit
    from ..source import Source


def common(parser: ArgumentParser, formats: tuple[str, ...] = ("text", "json")) -> None:
    """The options of every command that reads definitions."""
    parser.add_argument(
        "--host", metavar="NAME[@VERSION]", help="read as this host does; told from the path and the fences otherwise"
    )
    parser.add_argument("--root", metavar="DIR", default=".", help="the folder the session works in (default: this one)")
    parser.add_argument("--home", metavar="DIR", help="the home folder (default: yours)")
    parser.add_argument(
        "--plugins", metavar="DIR", action="append", default=[], help="a plugin, or a folder of plugins (repeatable)"
    )
    parser.add_argument(
        "--add-dir", metavar="DIR", action="append", default=[], help="an additional directory of the session (repeatable)"
    )
    parser.add_argument(
        "--agents",
        metavar="JSON|PATH",
        action="append",
        default=[],
        help="agents that the host's own command line gives (repeatable)",
    )
    parser.add_argument(
        "--settings", metavar="FILE", action="append", default=[], help="a settings file beside the host's own (repeatable)"
    )
    parser.add_argument("--format", choices=formats, default="text", help="how to answer (default: text)")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colour (default: on a terminal)")
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=os.cpu_count() or 1, help="processes at most, for trees of thousands of files"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="only what was asked for, no summary")
    parser.add_argument("-v", "--verbose", action="store_true", help="more: every file looked at, every reason")


def session(parser: ArgumentParser) -> None:
    """The options of commands that resolve."""
    parser.add_argument("--inventory", metavar="FILE", help="the session's tools, a JSON file")
    parser.add_argument("--tools", metavar="A,B", help="the session's tools, by name")
    parser.add_argument("--mode", choices=MODES, default=FOREGROUND, help="how the agent runs (default: foreground)")


def inventory_of(options: Namespace) -> Inventory | None:
    """The inventory that `--inventory` or `--tools` gives."""
    if options.tools is not None and options.inventory is not None:
        raise UsageError("`--tools` and `--inventory` exclude each other", "give the session's tools in one way")
    if options.tools is not None:
        return Inventory.of(name.strip() for name in options.tools.split(",") if name.strip())
    if options.inventory is None:
        return None
    import json

    try:
        value = json.loads(read_bytes(options.inventory))
    except Unreadable as problem:
        raise UsageError(f"{options.inventory}: {problem.reason}") from None
    except (ValueError, RecursionError) as problem:
        raise UsageError(f"{options.inventory}: not JSON ({problem})") from None
    return Inventory.from_json(value)


def home_of(options: Namespace) -> str | None:
    if options.home is not None:
        return str(options.home)
    home = os.path.expanduser("~")
    return home if os.path.isabs(home) else None


def settings_files(options: Namespace) -> tuple[str, ...]:
    """The files that `--settings` names. Without one of them a session would be allowed more, so each has to be there."""
    for path in options.settings:
        if os.path.isdir(path) or not os.path.exists(path):
            raise UsageError(f"{path}: no such file", "`--settings` takes a settings file of the host")
    return tuple(options.settings)


def managed_folder() -> str | None:
    """Where administrators put settings on this system."""
    folder = "/Library/Application Support/ClaudeCode" if sys.platform == "darwin" else "/etc/claude-code"
    return folder if os.path.isdir(folder) else None


def catalog_of(options: Namespace, root: str | None = None, *, below: bool = True) -> Catalog:
    """The catalog of the session that the options describe."""
    from ..gathering import discover

    folder = root or options.root
    if not os.path.isdir(folder):
        raise UsageError(f"{folder}: no such directory")
    with progress(options) as step:
        return discover(
            folder,
            options.host,
            home=home_of(options),
            extra=options.add_dir,
            plugins=options.plugins,
            managed=managed_folder(),
            environment=dict(os.environ),
            settings=settings_files(options),
            agents=agents_of(options),
            given=[path for path in options.agents if not _is_json(path)],
            below=below,
            jobs=options.jobs,
            progress=step,
        )


def _is_json(given: str) -> bool:
    return given.lstrip().startswith("{") or given.endswith(".json")


def agents_of(options: Namespace) -> Source | None:
    """The JSON text among what `--agents` gives, as it stands or in a file."""
    from ..source import Source

    for text in options.agents:
        if text.lstrip().startswith("{"):
            return Source(text.encode("utf-8", "surrogateescape"), "--agents")
        if not os.path.exists(text):
            raise UsageError(f"{text}: no such file", "`--agents` takes a JSON object, or files and folders of definitions")
        if _is_json(text):
            try:
                return Source(read_bytes(text), text)
            except Unreadable as problem:
                raise UsageError(f"{text}: {problem.reason}") from None
    return None


def progress(options: Namespace) -> Progress:
    return Progress(sys.stderr.isatty() and not options.quiet and options.format == "text")


class Progress:
    """A counter on standard error, on a terminal, that appears once there is something to wait for."""

    def __init__(self, shown: bool) -> None:
        self.shown = shown
        self.wrote = False

    def __enter__(self) -> Progress:
        return self

    def __call__(self, count: int) -> None:
        if self.shown and count >= 1024:
            self.wrote = True
            sys.stderr.write(f"\r{count:,} files")
            sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        if self.wrote:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Subject:
    """The agent a command is about: a definition read from a file, with the catalog of its session."""

    __slots__ = ("catalog", "entry", "host", "version")

    def __init__(self, entry: Entry, catalog: Catalog | None, host: Host, version: Version) -> None:
        self.entry = entry
        self.catalog = catalog
        self.host = host
        self.version = version


def subject(options: Namespace, name: str) -> Subject:
    """The agent that NAME|FILE means. Raises `UsageError` where there is none or several."""
    if _is_path(name) and os.path.lexists(name):
        return _from_file(options, name)
    catalog = catalog_of(options)
    found = catalog.find(name)
    if not found and _is_path(name):
        return _from_file(options, name)
    if not found:
        from ..tools import nearest

        close = nearest(name, catalog.names())
        hint = f"did you mean `{close}`?" if close else "`remit list` shows the agents there are"
        raise UsageError(f"no agent `{name}` in {os.path.abspath(options.root)}", hint)
    first = found[0]
    # A file that a second host reads in place is one agent, its own host's.
    found = [entry for entry in found if entry.host is first.host or entry.path != first.path]
    rivals = [entry for entry in found if entry.status == "active" and entry.host is not first.host]
    if rivals and options.host is None:
        hosts = ", ".join(sorted({entry.host.name for entry in found}))
        raise UsageError(f"`{name}` is an agent of several hosts: {hosts}", f"say which: `--host {first.host.name}`")
    same = sorted({entry.identity or "" for entry in found if entry.status == "active"})
    if len(same) > 1:
        raise UsageError(f"`{name}` could be " + " or ".join(f"`{one}`" for one in same), "give the full name")
    return Subject(first, catalog, first.host, first.version)


def _is_path(name: str) -> bool:
    return (
        os.sep in name
        or "/" in name
        or os.path.splitext(name)[1] in (".md", ".toml", ".json", ".jsonc", ".yaml", ".yml")
        or os.path.isfile(name)
    )


def _from_file(options: Namespace, path: str) -> Subject:
    from ..api import reading_of
    from ..catalog import Entry
    from ..hosts import select, tell
    from ..hosts.base import LOOSE, Place
    from ..loose import ACTIVE, BROKEN
    from ..source import MAX_BYTES, Source

    chosen = select(options.host)
    limit = chosen[0].size_limit(chosen[1]) if chosen else tell(path).limit
    try:
        data = read_bytes(path, limit or MAX_BYTES)
    except Unreadable as problem:
        raise UsageError(f"{path}: {problem.reason}") from None
    scope = LOOSE
    reading = reading_of(Source(data, path), options.host, scope)
    entry = Entry(reading.host, reading.version, Place(os.path.dirname(path) or ".", scope, 0), path)
    entry._reading = reading
    entry.identity = reading.name or (reading.definition.name if reading.definition is not None else None)
    entry.status = ACTIVE if reading.loaded else BROKEN
    entry.reason = reading.why
    return Subject(entry, None, reading.host, reading.version)


def settings_of(options: Namespace, found: Subject) -> object:
    """The session's settings: the catalog's, or for a file alone only what `--settings` names."""
    if found.catalog is not None:
        return found.catalog.settings.get(found.host.name)
    if not options.settings:
        return None
    from ..hosts.base import Surroundings

    around = Surroundings(os.path.abspath(options.root), home_of(options))
    return found.host.settings(around, found.version, settings_files(options))


def session_inventory(options: Namespace, found: Subject) -> Inventory | None:
    given = inventory_of(options)
    if given is not None or found.catalog is None:
        return given
    own = found.catalog.inventories.get(found.host.name)
    return own if isinstance(own, Inventory) else None


def remits(catalog: Catalog, options: Namespace | None = None) -> Iterator[tuple[Entry, Remit]]:
    """Every definition of a catalog that has a reading, with its remit in the session."""
    from ..resolving import Remit
    from ..session import Session

    given = inventory_of(options) if options is not None else None
    sessions: dict[str, Session] = {}
    for entry in catalog:
        if entry.reading is None or entry.status == "skipped":
            continue
        session = sessions.get(entry.host.name)
        if session is None:
            own = catalog.inventories.get(entry.host.name)
            session = sessions[entry.host.name] = Session(
                entry.host,
                entry.version,
                inventory=given or (own if isinstance(own, Inventory) else None),
                settings=catalog.settings.get(entry.host.name),
                catalog=catalog,
                mode=options.mode if options is not None else FOREGROUND,
            )
        definition = entry.reading.subject()
        yield entry, Remit(definition, entry.host.resolve(definition, session))
