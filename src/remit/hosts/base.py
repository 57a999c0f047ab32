"""What every host is: a name, versions, a table of fields, places on the disk, and four answers about a definition.

A host lives in one module or package of this folder and is found there by its name (`claude_code` is the host `claude-code`); nothing
else in remit compares a host's name. What a host does is code and data in its own room, each fact with its evidence.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..document import Document
from ..errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import EllipsisType

    from ..behind import Behind
    from ..definition import Definition, Skills
    from ..inventory import Inventory
    from ..policy import Decision, Origin
    from ..ruling import Ruling
    from ..session import Resolution, Session
    from ..shapes import Shape
    from ..source import Source
    from ..syntax.nodes import Node
    from ..tools import Entry

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


class Version:
    """A host's version, comparable: `0.12 < 0.12.1 < 0.22`."""

    __slots__ = ("parts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        parts = []
        for piece in text.split("."):
            if not piece.isascii() or not piece.isdigit():
                raise UsageError(f"`{text}` is not a version", "write numbers with dots between, as in `claude-code@2.1.332`")
            parts.append(int(piece))
        self.parts = tuple(parts)

    def __ge__(self, other: Version) -> bool:
        return self.parts >= other.parts

    def __lt__(self, other: Version) -> bool:
        return self.parts < other.parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Version({self.text!r})"


class Fact:
    """Something a host does, and how we know: `source` names the evidence, `verified` its date (ISO), `since` and `until` the versions
    it is known for (`until` exclusive, `None` = open)."""

    __slots__ = ("since", "source", "text", "until", "verified")

    def __init__(self, text: str, source: str, verified: str, since: str | None = None, until: str | None = None) -> None:
        self.text = text
        self.source = source
        self.verified = verified
        self.since = since
        self.until = until


class Field:
    """One entry of a host's front matter.

    `shape` is what is accepted, `bad` what the host does with anything else, `default` what holds where the field is absent.
    `security` marks fields whose loss would widen the agent, `deprecated` those that have a newer name or way. Of the shape, `forms` are
    the words for people, `choices` the exact words where only some are meant. `holds` says what its entries, or the keys of its map, are
    names of: `"tools"`, `"skills"`, `"servers"`, `"agents"`, `"models"`, or `""`.
    """

    __slots__ = (
        "bad",
        "choices",
        "default",
        "deprecated",
        "doc",
        "evidence",
        "forms",
        "holds",
        "name",
        "security",
        "shape",
        "since",
        "until",
    )

    def __init__(
        self,
        name: str,
        shape: Shape,
        doc: str,
        *,
        default: str = "absent",
        bad: str = "ignored",
        security: bool = False,
        deprecated: bool = False,
        since: str | None = None,
        until: str | None = None,
        evidence: str = "",
        holds: str = "",
    ) -> None:
        self.name = name
        self.shape = shape
        self.forms = shape.words
        self.choices = shape.choices
        self.doc = doc
        self.default = default
        self.bad = bad
        self.security = security
        self.deprecated = deprecated
        self.since = since
        self.until = until
        self.evidence = evidence
        self.holds = holds


class Reading:
    """What one host makes of one file.

    `loaded` says whether the host has the agent; if not, `why` is one phrase. `silent` marks files the host passes over as no
    definition at all (notes beside agents). `name` is the agent's identity for the host. `definition` is the author's meaning as remit
    holds it, `None` where it cannot be told for certain (a finding then `refuses`).
    """

    # Defaults stand in the class: a large catalog holds one reading for each file, and most have nothing to say.
    name: str | None = None
    stem: str | None = None
    loaded: bool = False
    silent: bool = False
    why: str | None = None
    definition: Definition | None = None
    findings: list[Diagnostic] | tuple[()] = ()
    view: object = None
    scope: str = PROJECT

    _document: Document | None = None
    _behind: Reading | EllipsisType | None = ...
    _rest: Behind | None = None

    def __init__(self, host: Host, version: Version, document: Document | Source, scope: str = PROJECT) -> None:
        self.host = host
        self.version = version
        if document.__class__ is Document:
            self._document = document
            self.source = document.source
        else:
            self.source = document  # type: ignore[assignment]
        if scope != PROJECT:
            self.scope = scope

    @property
    def document(self) -> Document:
        """The document that was read; made when it is asked for, where the host knew enough at a glance."""
        if self._document is None:
            self._document = Document(self.source)
        return self._document

    @property
    def path(self) -> str | None:
        return self.source.path

    def forget(self) -> None:
        """Lets go of all that can be read again from the file."""
        if self._document is not None:
            self._document.forget()
        self.source.release()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Syntax findings and the host's, in the order of the file."""
        found = [*(self._document.diagnostics if self._document is not None else ()), *self.findings]
        if self.definition is None and self._document is not None:
            if self._document.unread:
                # What stands in a part that cannot be read is not missing.
                hidden = self._document.may_hold
                found = [
                    one for one in found if not (one.rule.startswith(_MISSING) and hidden(one.rule.removeprefix(_MISSING)))
                ]
            if self.behind is not None:
                found += self.further(self.behind.diagnostics, found)
        found.sort(key=_place)
        return found

    @property
    def behind(self) -> Reading | None:
        """What the host makes of the file without its syntax faults; `None` where there are none, or nothing is left. Nobody loads that: it
        is asked what else is wrong."""
        if self._behind is ...:
            self._behind = None
            if self.definition is None:
                from ..behind import behind

                rest = behind(self.document)
                if rest is not None:
                    found = self.host.read(rest.source, self.version, self.scope, stem=self.stem)
                    found._behind = None
                    self._behind, self._rest = found, rest
        return self._behind

    def further(self, findings: Iterable[Diagnostic], told: Iterable[Diagnostic] = ()) -> list[Diagnostic]:
        """Findings about the text behind the faults, each at its place in the file, without those about a file as a whole, about what was
        taken out, and about what is `told` already."""
        rest = self._rest
        if self.behind is None or rest is None:
            return []
        seen = {(finding.rule, finding.span[0][0]) for finding in told}
        moved = []
        for finding in findings:
            if finding.rule in _OF_THE_WHOLE or (finding.rule.startswith(_MISSING) and rest.lacks(finding.rule)):
                continue
            one = finding.moved(self.source, rest.shift) if finding.source is rest.source else finding
            if (one.rule, one.span[0][0]) not in seen:
                moved.append(one)
        return moved

    @property
    def refused(self) -> bool:
        """Whether remit will not load this file, whatever the host does."""
        return self.definition is None

    def subject(self) -> Definition:
        """The definition to resolve: the author's, or where remit refuses the file a nameplate whose lists are the host's alone."""
        if self.definition is not None:
            return self.definition
        from ..definition import Definition

        return Definition(
            self.name or self.stem or "",
            host=self.host.name,
            host_version=self.version.text,
            path=self.path,
            tools=(),
            reading=self,
        )

    def report(
        self,
        rule: str,
        start: int,
        end: int,
        data: dict[str, object] | None = None,
        severity: str | None = None,
        refuses: bool = False,
    ) -> Diagnostic:
        """Adds a finding at characters `start` to `end`."""
        finding = Diagnostic(rule, self.source, start, end, data, severity, refuses)
        if not self.findings:
            self.findings = []
        self.findings.append(finding)
        return finding

    def prompt(self) -> str:
        """The system prompt: the body, trimmed."""
        return self.document.body.strip()


def _place(finding: Diagnostic) -> int:
    return finding.start


_MISSING = "missing-"
_OF_THE_WHOLE = frozenset(
    ("dropped", "not-started", "empty-prompt", "no-front-matter", "unclosed-front-matter", "front-matter-cut", "garbled-field")
)
"""Findings about a file as a whole: without its faults it is another file."""


class Place:
    """A folder or file that a host reads definitions from.

    `rank` orders places, the lowest wins. `prefix` names a plugin. `recursive` says whether folders below are read, `boundary` whether a
    link that leaves the folder is refused. `origin` is the folder that one must work in for this place to count. `strict` says that one
    bad file in it fails the whole load, `borrowed` that the place is another host's: it is looked at where this host is in use. `links`
    says whether a link to a file is read. `gathered` marks a folder of no host that holds agents more than anything else.
    """

    __slots__ = (
        "borrowed",
        "boundary",
        "gathered",
        "limit",
        "links",
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
    from ..document import JSON
    from ..source import Source, Unreadable, read_bytes

    try:
        return Document(Source(read_bytes(path), path), "toml" if path.endswith(".toml") else JSON)
    except Unreadable:
        return None


class Host:
    """A program that reads definitions. Subclasses stand in this folder; `HOST` in their module is the one instance."""

    name = ""
    title = ""
    aliases: tuple[str, ...] = ()
    latest = "0"
    versions: tuple[str, ...] = ()
    limit: int | None = None
    """Size in bytes above which the host refuses a file."""
    spawn_tool = ""
    """The tool that starts another agent."""
    spawn_names: tuple[str, ...] = ()
    """All names of that tool that an entry `name(agent, agent)` in a list of tools may have, where the host knows such entries."""
    builtin_names: tuple[str, ...] = ()
    """The names of the agents that are always there."""
    prompt_limit: tuple[int, str] | None = None
    """The characters that a prompt may have, and who refuses a longer one."""
    bundle_mark: str | None = None
    """The folder by which a bundle (a plugin, an extension) is known in a tree."""
    folders: tuple[str, ...] = ()
    """Folder names, with `/` between, that a project's definitions of this host lie in: `.claude/agents`."""
    settings_files: tuple[str, ...] = ()
    """Files of a project, with `/` between, in which this host's settings stand: JSON, or TOML by their ending."""
    files: tuple[str, ...] = ()
    """Names of files of a project that hold definitions."""
    watched: tuple[str, ...] = ()
    """Names of files that lie in none of those folders and whose change may change an answer."""
    sections: tuple[str, ...] = ()
    """The keys of such a file under which definitions stand by name."""
    suffixes: tuple[str, ...] = ()
    """Endings of file names that only this host uses: `.agent.md`."""
    cautious_modes: tuple[str, ...] = ()
    """Permission modes that allow an agent no more than it may without one."""
    limit_fields: dict[str, str] = {}  # noqa: RUF012
    """Limits of a policy (`maxTurns`, `timeoutSeconds`, `ttlSeconds`), each with the field that sets it, where the host passes over a value
    that is none."""
    merges = False
    """Whether definitions of one name add up: the weaker ones still count where the stronger ones are silent."""
    catalogue_budget: int | None = None
    """Tokens that the descriptions of a session's agents may take together before the host complains, `None` where it never does."""
    main_tools: frozenset[str] = frozenset()
    """Tools that only the main thread has, whatever a definition lists."""
    main_only: frozenset[str] = frozenset()
    """Fields that count only where the agent is the main thread."""
    read_only_modes: frozenset[str] = frozenset()
    """The permission modes in which an agent changes no file."""
    starting_fields: tuple[str, ...] = ()
    """The fields that say who may start the agent (`starters`)."""
    bundled_skills: frozenset[str] = frozenset()
    """Skills that come with the host."""
    nesting: int | None = None
    """How deep agents may start agents, `None` where nothing bounds it."""

    @property
    def fields(self) -> dict[str, Field]:
        """The fields the newest version knows, by name."""
        raise NotImplementedError

    @property
    def meant(self) -> dict[str, str]:
        """Keys, by route, that people write for others, each with the field that they mean or the place in words."""
        return {}

    def further_keys(self, version: Version) -> dict[str, Shape]:
        """Keys beside `fields` that this version takes in a definition and that are not worth a line of their own."""
        return {}

    def refuses_keys(self, version: Version, section: str = "") -> bool:
        """Whether a key that this version does not know refuses the file; `section` is the route of the map it stands in."""
        return False

    def conditions(self, version: Version) -> list[dict[str, object]]:
        """What fields ask of one another, as JSON Schemas that hold beside those of the fields."""
        return []

    @property
    def tool_names(self) -> dict[str, str]:
        """The names of this host's own tools, each with the name Claude Code has for the same work (the vocabulary of remit)."""
        return {}

    def unreplaced(self, scope: str) -> tuple[str, ...]:
        """Marks that stand for something in other files of this host and that the prompt of an agent in this scope keeps as they are."""
        return ()

    def server_entry(self, server: str, tool: str = "*") -> str:
        """How a list of tools names a tool of an MCP server, or all of them."""
        return f"mcp__{server}__{tool}"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What this room knows about the host, with evidence."""
        return ()

    def claims(self, path: str) -> bool:
        """Whether a file at this path (with `/`) is this host's by its place alone."""
        slashed = "/" + path
        return any(f"/{folder}/" in slashed for folder in self.folders) or path.endswith(self.suffixes)

    def format_of(self, path: str) -> str | None:
        """`None` for front matter between fences, or the format of a file that is data as a whole."""
        return None

    def speaks(self, document: Document) -> bool:
        """Whether a document that lies in no host's place reads like this host's."""
        return False

    def read(self, source: Source, version: Version, scope: str = PROJECT, *, stem: str | None = None) -> Reading:
        """What this host makes of a file. Never raises."""
        raise NotImplementedError

    def entries(self, source: Source, version: Version, scope: str, stem: str | None) -> Iterator[Reading]:
        """The definitions of a file that may hold several; one for most hosts."""
        yield self.read(source, version, scope, stem=stem)

    def session_agents(self, source: Source, version: Version) -> Iterator[Reading]:
        """The definitions that somebody gives on the host's own command line, where it takes any."""
        return iter(())

    def places(self, around: Surroundings, version: Version) -> Iterable[Place]:
        """Where a session reads definitions, the strongest first."""
        raise NotImplementedError

    def in_use(self, around: Surroundings) -> bool:
        """Whether something besides definitions shows that this host is used here, for hosts that read places of others."""
        return False

    def project_place(self, path: str, origin: str, version: Version) -> Place:
        """One of `folders` or `files` found by walking a tree, as a place for sessions that work in `origin`."""
        return Place(path, PROJECT, 2, origin=origin)

    def bundled_places(self, folder: str, version: Version) -> list[Place]:
        """The places of definitions in a bundle of this host, where the folder is one: it has the folder `bundle_mark`."""
        return []

    def winner(self, readings: list[tuple[Place, str, Reading]], version: Version) -> int:
        """Which of several definitions of one name within the strongest place counts: an index."""
        return 0

    def size_limit(self, version: Version) -> int | None:
        """Size in bytes above which this version refuses a file, `None` where it has no limit."""
        return self.limit

    def strict_loading(self, version: Version) -> bool:
        """Whether one bad file fails the whole load."""
        return False

    def given_place(self, folder: str, version: Version) -> Place:
        """A folder that somebody names, as a place."""
        return Place(folder, PROJECT, 0)

    def settings(self, around: Surroundings, version: Version, files: tuple[str, ...] = ()) -> object:
        """The host's settings for a session."""
        return None

    def configurations(self, around: Surroundings, settings: object) -> Iterator[Document]:
        """The settings files of a session that can start programs or lift questions, as written."""
        from os.path import join

        for name in self.settings_files:
            document = configuration(join(around.root, name))
            if document is not None:
                yield document

    def faults_in_settings(self, settings: object) -> Iterable[Diagnostic]:
        """What is odd about the settings of a session, beside what keeps them from being read."""
        return ()

    def inventory(self, around: Surroundings | None, version: Version) -> Inventory:
        """The tools a session has: built-ins and configured MCP servers; the built-ins alone where nothing is known of it."""
        raise NotImplementedError

    def builtin_agents(self, version: Version) -> tuple[Definition, ...]:
        """The agents that are always there."""
        return ()

    def resolve(self, definition: Definition, session: Session) -> Resolution:
        """Which tools this host hands to the agent, and why."""
        raise NotImplementedError

    def ruling(self, definition: Definition, resolution: Resolution) -> Ruling:
        """What remit holds the agent to in that session, as plain data that decides about calls."""
        raise NotImplementedError

    def decide_by_rules(self, ruling: Ruling, tool: str, value: object, cwd: str | None) -> Decision:
        """The decision about a call, for hosts whose rulings have `rules`: those in which the last rule that applies counts."""
        raise NotImplementedError

    def stricter_mode(self, parent: str | None, file: str | None) -> str | None:
        """The permission or sandbox mode that remit holds an agent to: the stricter of its parent's and its own."""
        return file or parent

    def choose_model(
        self, version: Version, *, call: str | None, file: str | None, environment: str | None, parent: str | None
    ) -> tuple[str | None, str]:
        """The model an agent runs on and what decided: `"call"`, `"file"`, `"environment"` or `"parent"`."""
        for value, source in ((call, "call"), (file, "file"), (environment, "environment")):
            if value and value != "inherit":
                return value, source
        return parent, "parent"

    def effective_field(self, reading: Reading, name: str) -> object:
        """The value of a field as the host applies it where the definition stands; `None` where it is absent or ignored there."""
        root = reading.document.root
        node = root.get(name) if root is not None else None
        if node is None:
            return None
        from ..syntax.schema import plain

        return plain(node)

    def listed(self, reading: Reading, field: str) -> list[Entry] | None:
        """The entries of a list with their places, `None` where the file has no such list. `field` may be a route: `tools.allow`."""
        from ..syntax.nodes import Mapping, Scalar, Sequence
        from ..tools import Entry

        node: Node | None = reading.document.root
        for name in field.split("."):
            node = node.get(name) if isinstance(node, Mapping) else None
        if isinstance(node, Sequence):
            return [Entry(item.text, item.start, item.end) for item in node.items if isinstance(item, Scalar)]
        return [Entry(node.text, node.start, node.end)] if isinstance(node, Scalar) and node.text else None

    def allowlist(self, reading: Reading) -> list[Entry]:
        """The entries that grant tools, with their places."""
        return self.listed(reading, "tools") or []

    def denylist(self, reading: Reading) -> list[Entry]:
        """The entries that take tools away, with their places; none for a host that knows no such list."""
        return []

    def wanted_skills(self, reading: Reading) -> list[Entry]:
        """The skills that a definition asks for by name."""
        return []

    def skills(self, around: Surroundings, version: Version) -> frozenset[str]:
        """The names of the skills that lie where a session looks for them. Those in places nobody told of are not among them."""
        return frozenset()

    def visible_skills(self, skills: Skills, names: Iterable[str]) -> list[str]:
        """Those of the skills that an agent sees, in their order: the ones it includes, or all, without those it excludes."""
        return [name for name in names if (not skills.include or name in skills.include) and name not in skills.exclude]

    def wanted_servers(self, reading: Reading) -> list[Entry]:
        """The MCP servers of the session that a definition refers to by name."""
        return []

    def mentions(self, reading: Reading) -> Iterable[Mention]:
        """The agents that a definition names."""
        return ()

    def settings_mentions(self, settings: object) -> Iterable[Mention]:
        """The agents that a session's settings name."""
        return ()

    def starters(self, definition: Definition) -> tuple[bool, bool]:
        """Whether a person, and whether another agent, may start this one, by what the definition itself says."""
        return True, True

    def version(self, text: str | None) -> Version:
        return Version(text or self.latest)
