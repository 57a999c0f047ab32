"""The host itself: what the rest of remit may ask of one."""

from __future__ import annotations

from .fields import Version
from .surroundings import PROJECT, Place, configuration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...definition import Definition, Skills
    from ...diagnostic import Diagnostic
    from ...document import Document
    from ...inventory import Inventory
    from ...policy import Decision
    from ...ruling import Ruling
    from ...session import Resolution, Session
    from ...shapes import Shape
    from ...source import Source
    from ...syntax.nodes import Node
    from ...tools import Entry
    from .fields import Fact, Field
    from .reading import Reading
    from .surroundings import Mention, Surroundings


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
    at_run: dict[str, str] = {}  # noqa: RUF012
    """What fields that a `Definition` has only among its `extra` are for whoever runs the agent in the host's place: `IDLE`, `EFFORT`,
    `TEMPERATURE`, `TOP_P`, `OPENING` or `NEEDED`. One that is not here is told to be left out."""
    hook_variables: dict[str, str] = {}  # noqa: RUF012
    """The variables that a command of `hooks` has beside its input, each with what is in it: `folder`, `agent`, `tool` or `input` (as JSON)."""
    harmless: frozenset[str] = frozenset()
    """Values of `NEEDED` fields that hold nothing back."""

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
        from ...syntax.schema import plain

        return plain(node)

    def listed(self, reading: Reading, field: str) -> list[Entry] | None:
        """The entries of a list with their places, `None` where the file has no such list. `field` may be a route: `tools.allow`."""
        from ...syntax.nodes import Mapping, Scalar, Sequence
        from ...tools import Entry

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

    def memory_place(self, definition: Definition) -> tuple[str, str] | None:
        """Where an agent keeps its memory: a folder, of the project or below `~`, and the name of its own in there. `None` where it keeps none."""
        return None

    def starters(self, definition: Definition) -> tuple[bool, bool]:
        """Whether a person, and whether another agent, may start this one, by what the definition itself says."""
        return True, True

    def version(self, text: str | None) -> Version:
        return Version(text or self.latest)
