"""Where a session is, and where definitions stand in it: scopes, places and what names an agent."""

from __future__ import annotations

from ...document import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...policy import Origin
    from ...source import Source
    from ...witness import Route

# Where a definition stands. The order of precedence is the host's; these are the kinds.
MANAGED = "managed"
SESSION = "session"
PROJECT = "project"
EXTRA = "extra"
USER = "user"
PLUGIN = "plugin"
BUILTIN = "builtin"
LOOSE = "loose"
"""Not in a place any host reads: an example, a download, a marketplace before installation."""

# How a definition runs.
FOREGROUND = "foreground"
BACKGROUND = "background"
MAIN = "main"
MODES = (FOREGROUND, BACKGROUND, MAIN)


class Place:
    """A folder or file that a host reads definitions from.

    `rank` orders places, the lowest wins. `prefix` names a plugin. `recursive` says whether folders below are read, `boundary` whether a
    link that leaves the folder is refused. `origin` is the folder that one must work in for this place to count. `strict` says that one
    bad file in it fails the whole load, `borrowed` that the place is another host's: it is looked at where this host is in use. `links`
    says whether a link to a file is read. `gathered` marks a folder of no host that holds agents more than anything else. `only` are the routes
    to the values that count of a file that holds settings too, `None` where all of it counts.
    """

    __slots__ = (
        "borrowed",
        "boundary",
        "gathered",
        "limit",
        "links",
        "only",
        "origin",
        "path",
        "prefix",
        "rank",
        "recursive",
        "scope",
        "strict",
        "suffixes",
    )

    def __init__(
        self,
        path: str,
        scope: str,
        rank: int,
        *,
        suffixes: tuple[str, ...] = (".md",),
        recursive: bool = True,
        prefix: str | None = None,
        boundary: bool = False,
        limit: int | None = None,
        origin: str | None = None,
        strict: bool = False,
        borrowed: bool = False,
        links: bool = True,
        only: tuple[Route, ...] | None = None,
    ) -> None:
        self.path = path
        self.scope = scope
        self.rank = rank
        self.suffixes = suffixes
        self.recursive = recursive
        self.prefix = prefix
        self.boundary = boundary
        self.limit = limit
        self.origin = origin
        self.strict = strict
        self.borrowed = borrowed
        self.links = links
        self.only = only
        self.gathered = False

    def __repr__(self) -> str:
        return f"Place({self.path!r}, {self.scope!r}, {self.rank})"


class Mention:
    """A place that names an agent: a setting, or an entry of a definition. `field` is what holds it, `denies` says that it keeps the agent
    from being started, `begins` that the session begins with it."""

    __slots__ = ("begins", "denies", "field", "name", "origin")

    def __init__(self, name: str, origin: Origin, field: str, *, denies: bool = False, begins: bool = False) -> None:
        self.name = name
        self.origin = origin
        self.field = field
        self.denies = denies
        self.begins = begins


class Surroundings:
    """Where a session is: the working folder, the home, and what else it was told.

    Paths are absolute. `managed` is the folder of the administrators. Of the host's own command line, `agents` is a text that defines agents
    (`claude --agents JSON`), `given` are files and folders of definitions (`zeph --agents PATH`), `settings` files of settings.
    """

    __slots__ = ("agents", "environment", "extra", "given", "home", "managed", "plugins", "root", "settings")

    def __init__(
        self,
        root: str,
        home: str | None = None,
        *,
        extra: tuple[str, ...] = (),
        plugins: tuple[str, ...] = (),
        managed: str | None = None,
        environment: dict[str, str] | None = None,
        agents: Source | None = None,
        given: tuple[str, ...] = (),
        settings: tuple[str, ...] = (),
    ) -> None:
        self.root = root
        self.home = home
        self.extra = extra
        self.plugins = plugins
        self.managed = managed
        self.environment = environment or {}
        self.agents = agents
        self.given = given
        self.settings = settings


def configuration(path: str) -> Document | None:
    """A settings file as written, `None` where there is none to read."""
    from ...document import JSON
    from ...source import Source, Unreadable, read_bytes

    try:
        return Document(Source(read_bytes(path), path), "toml" if path.endswith(".toml") else JSON)
    except Unreadable:
        return None
